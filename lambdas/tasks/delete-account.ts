import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { deleteLogo } from '#lambdas/accounts/brand-kit.ts';
import { moveLedger, removeRest } from '#lambdas/accounts/deletion-store.ts';
import { exportFolder } from '#lambdas/accounts/export-me.ts';
import { listPayments, readBilling, renamePayer, unlinkCustomer } from '#lambdas/billing/billing-store.ts';
import { expireOpenSessions } from '#lambdas/billing/expire-open-sessions.ts';
import { isOfThisStack } from '#lambdas/billing/stack-mark.ts';
import { packFolder } from '#lambdas/delivery/create-pack.ts';
import { eraseGenerations } from '#lambdas/generations/erase-generations.ts';
import { generationFolder } from '#lambdas/generations/file-keys.ts';
import { photoFolder } from '#lambdas/photos/photo.ts';
import { uploadFolder } from '#lambdas/photos/uploads.ts';
import { forgetNotice } from '#lambdas/platform/notice-store.ts';
import { createTaskSteps, finishTask, newTask, type StoredTask } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { removeFolder } from '#lambdas/runtime/file-storage.ts';
import { isMissing, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { cognito, findPoolUser } from '#lambdas/runtime/user-pool.ts';
import { forgetUserCounter } from '#lambdas/stats/stats-store.ts';

/**
 * Delay of the sweep in milliseconds: access tokens are valid for an hour and cannot be revoked, so the sweep removes
 * what was written with them.
 */
const tokenLifetime = 65 * 60_000;

/**
 * Deletes an account: disables the user in Cognito, ends the Stripe subscription, removes generations, files and
 * items, moves the books to a pseudonym, and deletes the Cognito user last, so that nobody can sign up with the
 * address before. Each step may be repeated, so an interrupted run starts again from the beginning.
 */
export async function deleteAccount(task: StoredTask): Promise<void> {
  const { subject: userId, username, pseudonym } = task;
  if (userId === undefined || username === undefined || pseudonym === undefined)
    throw new Error('The deletion has no account');
  const poolUser = { userId, username };
  await barFromCognito(poolUser);
  await forgetAtStripe(userId);
  await eraseData(userId, pseudonym);
  await removeFromCognito(poolUser);
  const sweep = newTask({
    id: `sweep-${userId}`,
    kind: 'sweep',
    requestedBy: 'deletion',
    subject: userId,
    pseudonym,
    notBefore: new Date(Date.now() + tokenLifetime).toISOString(),
  });
  await finishTask(task, [], createTaskSteps(sweep));
}

/**
 * Removes items written since the deletion with a token that was still valid or by a change in progress. Also deletes
 * a Stripe customer created by a checkout in the meantime, so that nobody pays for a deleted account.
 */
export async function sweepAccount(task: StoredTask): Promise<void> {
  const { subject: userId, pseudonym } = task;
  if (userId === undefined || pseudonym === undefined) throw new Error('The sweep has no account');
  await forgetAtStripe(userId);
  await eraseData(userId, pseudonym);
  await finishTask(task, []);
}

async function eraseData(userId: string, pseudonym: string): Promise<void> {
  await eraseGenerations(userId);
  await deleteLogo(userId);
  const { UPLOADS_BUCKET, ORIGINALS_BUCKET, EXPORTS_BUCKET } = readEnvironment('tasks');
  for (const purpose of ['uploads', 'site'] as const)
    await removeFolder(UPLOADS_BUCKET, uploadFolder(userId, purpose));
  for (const folder of [exportFolder(userId), packFolder(userId)]) await removeFolder(EXPORTS_BUCKET, folder);
  // Cut-outs and masks, also of photos whose item has expired, and files stored for a generation after its removal.
  for (const folder of [photoFolder(userId), generationFolder(userId)])
    await removeFolder(ORIGINALS_BUCKET, folder);
  for (const payment of await listPayments(userId)) await renamePayer(payment, pseudonym);
  await forgetNotice(userId);
  await moveLedger(userId, pseudonym);
  await removeRest(userId);
  await forgetUserCounter(userId);
}

interface PoolUser {
  readonly userId: string;
  readonly username: string;
}

/**
 * Identifies the account's user at Cognito. Undefined once they are deleted, although a person who has signed up with
 * Google again has the same user name.
 */
async function findUser({ userId, username }: PoolUser) {
  const { USER_POOL_ID: userPoolId } = readEnvironment('tasks');
  const found = await findPoolUser({ userPoolId, username });
  return found?.sub === userId ? { UserPoolId: userPoolId, Username: username } : undefined;
}

async function barFromCognito(poolUser: PoolUser): Promise<void> {
  const user = await findUser(poolUser);
  if (!user) return;
  // An earlier run may have disabled the user. Cognito may then refuse to end sessions, but there are none.
  await unlessRefused(cognito().send(new AdminUserGlobalSignOutCommand(user)), [
    gone,
    'NotAuthorizedException',
  ]);
  await unlessRefused(cognito().send(new AdminDisableUserCommand(user)), [gone]);
}

async function removeFromCognito(poolUser: PoolUser): Promise<void> {
  const user = await findUser(poolUser);
  if (user) await unlessRefused(cognito().send(new AdminDeleteUserCommand(user)), [gone]);
}

const gone = 'UserNotFoundException';

/** Waits for `work`. Errors with one of these names mean that it has been done already. */
async function unlessRefused(work: Promise<unknown>, names: readonly string[]): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error && names.includes(error.name))) throw error;
  }
}

/**
 * Expires the user's open checkouts, so that they cannot be paid any more, and deletes the Stripe customer, which ends
 * subscriptions; Stripe keeps invoices and payments, as the law requires. A customer that a crash left without a link
 * is found by its metadata; Stripe's search may return it only later, to the sweep.
 */
async function forgetAtStripe(userId: string): Promise<void> {
  const { customerId } = await readBilling(userId);
  const account = await stripeAccount().catch((error: unknown) => {
    // Without Stripe settings, nobody is a Stripe customer.
    if (customerId === null && error instanceof AppError) return undefined;
    throw error;
  });
  if (!account) return;
  const { data } = await account.stripe.customers.search({ query: `metadata['userId']:'${userId}'` });
  const found = data.filter(({ metadata }) => isOfThisStack(metadata)).map(({ id }) => id);
  for (const id of new Set([...(customerId === null ? [] : [customerId]), ...found])) {
    try {
      await expireOpenSessions(account, id);
      await account.stripe.customers.del(id);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  if (customerId !== null) await unlinkCustomer(userId, customerId);
}
