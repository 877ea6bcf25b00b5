/**
 * Creates customers who sign up, buy plans and make pictures through the real pipeline, one at a time, and an admin who
 * compares two prompts. Started by seed.ts beside the running site; a second run continues where the first one ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { generationSchema } from '#shared/api/generations.ts';
import { seededAccounts, seedPassword } from './accounts.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { buyPlan } from './buy-plan.ts';
import { receiveCloud } from './cloud-message.ts';
import { type SeededCustomer, type SeededPicture, seededCustomers } from './customers.ts';
import { comparePrompts } from './prompt-test.ts';
import { signUp } from './sign-up.ts';
import { srpSignIn } from './srp-sign-in.ts';

const { userPoolId, clientId, siteUrl } = await receiveCloud();
const cognito = new CognitoIdentityProviderClient({});

/** Longest time that the seed waits for a generation, in milliseconds. */
const timeout = 120_000;

const listSchema = z.object({
  items: z.array(z.pick(generationSchema, { id: true, menuItemName: true, favourite: true })),
});

async function live(customer: SeededCustomer): Promise<void> {
  const { email, plan, pictures, bestSeller } = customer;
  const userId = await signUp(cognito, { userPoolId, clientId }, customer);
  // The plan counts even if the month's credits are partly spent.
  const isSubscribed = (await getAccount(userId))?.subscription.subscribed ?? false;
  if (plan && !isSubscribed) await buyPlan(userId, plan);
  if (pictures.length === 0) return;
  const call = await signIn(email);
  const { items } = listSchema.parse(await call('GET', '/api/generations'));
  const best = items.find(({ menuItemName, favourite }) => menuItemName === bestSeller && !favourite);
  if (best) await prefer(best.id, call);
  const made = new Set(items.map(({ menuItemName }) => menuItemName));
  for (const picture of pictures) if (!made.has(picture.name)) await make(picture, call);
}

async function signIn(email: string): Promise<ApiCaller> {
  const signedIn = await srpSignIn(cognito, { userPoolId, clientId, email, password: seedPassword });
  return apiCaller(siteUrl, signedIn.AccessToken ?? '');
}

async function prefer(id: string, call: ApiCaller): Promise<void> {
  await call('PATCH', `/api/generations/${id}`, { cover: 1 });
  await call('POST', `/api/generations/${id}/shares`, { variation: 0 });
  const collectionId = ulid();
  await call('PUT', `/api/collections/${collectionId}`, { name: 'Best sellers' });
  const collection = { id: collectionId, isIn: true };
  // Last, because the next start skips pictures that are favourites.
  await call('PATCH', '/api/generations', { generationIds: [id], favourite: true, collection });
}

async function make({ dish, name, studio, menu }: SeededPicture, call: ApiCaller): Promise<void> {
  const id = ulid();
  const common = { id, source: { type: 'sample', itemId: dish }, productName: name };
  await call(
    'POST',
    '/api/generations',
    menu
      ? { ...common, kind: 'menu', menu }
      : { ...common, kind: 'studio', studio: { formatId: 'square_feed', creationPath: 'social', ...studio } },
  );
  // One at a time, so that a person who uses the product does not wait behind the seed.
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(500)) {
    const { state } = z
      .pick(generationSchema, { state: true })
      .parse(await call('GET', `/api/generations/${id}`));
    if (state === 'done' || state === 'failed') return;
  }
}

for (const customer of seededCustomers) await live(customer);
const admin = seededAccounts.find(({ role }) => role === 'admin');
if (admin) await comparePrompts(await signIn(admin.email), timeout);
