/**
 * Replays the month of history.ts through the product's API, while seed.ts moves the clock of the whole cloud. seed.ts
 * starts it for an empty data directory, before the site admits other requests.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { installMovableClock } from 'local-cloud/movable-clock.ts';
import Stripe from 'stripe';
import { ulid } from 'ulid';
import { assignRole, syncGroups } from '#lambdas/accounts/role-store.ts';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { readSecret } from '#lambdas/runtime/secret.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { billingRoutes } from '#shared/api/billing.ts';
import { generationSchema } from '#shared/api/generations.ts';
import type { AuditCommand } from '#shared/domain/audit-log.ts';
import type { PackId } from '#shared/domain/plans.ts';
import { parseStripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { seededAccounts, seedPassword } from './accounts.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { buyPlan } from './buy-plan.ts';
import { type CloudMessage, type HistoryRequest, historyHeader, setEnvironment } from './cloud-message.ts';
import { type Deed, history, type PastDeed, type PastPicture } from './history.ts';
import { signUp } from './sign-up.ts';
import { srpSignIn } from './srp-sign-in.ts';

const clock = installMovableClock();
const [message] = (await once(process, 'message')) as [CloudMessage];
setEnvironment(message);
const { userPoolId, clientId, siteUrl } = message;
const headers = { [historyHeader]: 'yes' };
const cognito = new CognitoIdentityProviderClient({});
const dayMs = 24 * 60 * 60 * 1000;
const today = Math.floor(Date.now() / dayMs) * dayMs;

/** Longest wait for work behind the API, in milliseconds of real time. */
const timeout = 30_000;

const userIds = new Map<string, string>();

/** Sends a request to the cloud and waits until it is done. */
async function request(asked: HistoryRequest): Promise<void> {
  process.send?.(asked);
  await once(process, 'message');
}

async function goTo({ daysAgo, hour }: Pick<PastDeed, 'daysAgo' | 'hour'>): Promise<void> {
  const offset = today - daysAgo * dayMs + hour * 60 * 60 * 1000 - (Date.now() - clock.offset);
  if (offset < clock.offset && clock.offset !== 0) return;
  await request({ shift: offset });
  clock.shift(offset);
}

/** Polls at long intervals, so that polling leaves the processors to the work. */
async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < timeout; waited += 50) {
    if (await isDone()) return;
    await sleep(50);
  }
  throw new Error(`${what} took longer than ${timeout} ms`);
}

/** Signs in for each deed, because tokens are short-lived. */
async function signIn(email: string): Promise<ApiCaller> {
  const signedIn = await srpSignIn(cognito, { userPoolId, clientId, email, password: seedPassword });
  return apiCaller(siteUrl, signedIn.AccessToken ?? '', headers);
}

async function act(email: string, deed: Deed): Promise<void> {
  switch (deed.does) {
    case 'wait':
      return;
    case 'sign up':
      return enter(email, deed);
    case 'buy':
      return buyPlan(userIds.get(email) ?? '', deed.plan);
    case 'top up':
      return topUp(await signIn(email), deed.pack);
    case 'make':
      return make(await signIn(email), deed.picture);
    case 'cancel':
      return cancel(userIds.get(email) ?? '');
  }
}

async function enter(email: string, person: Extract<Deed, { does: 'sign up' }>): Promise<void> {
  const userId = await signUp(cognito, { userPoolId, clientId }, { email, ...person });
  userIds.set(email, userId);
  const role = seededAccounts.find((account) => account.email === email)?.role;
  if (!role) return;
  await assignRole({ userId, role, actor: 'seed' satisfies AuditCommand });
  await syncGroups(userPoolId, userId);
}

async function topUp(call: ApiCaller, id: PackId): Promise<void> {
  const { packs } = billingRoutes.getCatalogue.reply.parse(await call('GET', '/api/billing/catalogue'));
  const pack = packs.find((one) => one.id === id);
  const credits = async () => accountRoutes.getMe.reply.parse(await call('GET', '/api/me')).credits.available;
  const before = await credits();
  const body = { priceId: pack?.priceId, credits: pack?.credits };
  const { url } = billingRoutes.createPayment.reply.parse(await call('POST', '/api/billing/payments', body));
  const form = new URLSearchParams({ action: 'pay' });
  await fetch(url, { method: 'POST', body: form, redirect: 'manual', headers });
  await until('A top-up', async () => (await credits()) > before);
}

async function make(call: ApiCaller, { name, dish, filter, drawn }: PastPicture): Promise<void> {
  const id = ulid();
  await request({ draw: drawn });
  await call('POST', '/api/generations', {
    kind: 'studio',
    id,
    source: { type: 'sample', itemId: dish },
    productName: name,
    studio: { formatId: 'square_feed', creationPath: 'social', filter: { id: filter } },
  });
  await until(name, async () => {
    const generation = generationSchema.parse(await call('GET', `/api/generations/${id}`));
    if (generation.state === 'failed' || generation.fallback)
      throw new Error(`${name}: ${generation.message}`);
    return generation.state === 'done';
  });
}

async function cancel(userId: string): Promise<void> {
  const settings = parseStripeSettings(await readSecret(process.env.STRIPE_SECRET_ARN ?? '', 0));
  const email = (await getAccount(userId))?.email;
  if (!settings || email === undefined) throw new Error('Stripe is not set up');
  const stripe = new Stripe(settings.secretKey, { ...stripeAddress(settings.apiBase), telemetry: false });
  const { data: customers } = await stripe.customers.list({ email });
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customers[0]?.id ?? '' });
  await stripe.subscriptions.update(subscriptions[0]?.id ?? '', { cancel_at_period_end: true });
}

const moments = Map.groupBy(history, ({ daysAgo, hour }) => `${daysAgo} ${hour}`);
for (const deeds of moments.values()) {
  if (deeds[0]) await goTo(deeds[0]);
  // Any request makes the stand-in renew what is due.
  await fetch(`${siteUrl}/_local/stripe`, { headers });
  await Promise.all(deeds.map(({ email, deed }) => act(email, deed)));
}
await request({ shift: 0 });
process.disconnect();
