import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { agreedRole } from '#lambdas/runtime/role.ts';
import { findPoolUser } from '#lambdas/runtime/user-pool.ts';
import type { Me } from '#shared/api/account.ts';
import { available } from '#shared/domain/credits.ts';
import { emailOwners } from '#shared/domain/sign-in.ts';
import { toBrandKitReply } from './brand-kit.ts';
import { endForeignAccess, noteEmailOwner } from './end-foreign-access.ts';
import { followEmail } from './follow-email.ts';
import { type Account, ensureUser, getAccount } from './user-store.ts';

/**
 * Reads the caller's account in one Query, and updates its e-mail from the user pool. Creates the account first if the
 * sign-up trigger failed to.
 */
export async function getMe(caller: UserCaller): Promise<Me> {
  const account = (await getAccount(caller.userId)) ?? (await makeAccount(caller));
  return describe(await followEmail(account, caller), caller);
}

/** Translates an account into the API's reply. */
export function describe(account: Account, caller: UserCaller): Me {
  return {
    userId: account.userId,
    email: account.email,
    fullName: account.fullName,
    companyName: account.companyName,
    kitchen: account.kitchen,
    about: account.about,
    avatarUrl: account.avatarUrl,
    role: agreedRole(caller.groups, account.role) ?? null,
    tier: account.tier,
    subscription: account.subscription,
    credits: { ...account.credits, available: available(account.credits) },
    brandKit: toBrandKitReply(account.brandKit),
    createdAt: account.createdAt,
  };
}

/**
 * Creates the account. Reads the e-mail from the user pool, because access tokens do not contain it. A password of which
 * the token does not say that it is the owner's may be a stranger's, and is ended first.
 * @throws AppError `unauthenticated`
 */
async function makeAccount({ userId, username, groups }: UserCaller): Promise<Account> {
  const poolUser = { userPoolId: readEnvironment('account').USER_POOL_ID, username };
  const user = await findPoolUser(poolUser);
  // Never creates the account of a deleted or disabled user again. Who signs up with Google again is another user with
  // the same user name.
  if (!user?.enabled || user.sub !== userId) throw new AppError('unauthenticated');
  const { attributes, status } = user;
  if (status !== 'EXTERNAL_PROVIDER' && !groups.includes(emailOwners)) {
    await endForeignAccess(poolUser);
    await noteEmailOwner(poolUser);
    throw new AppError('unauthenticated', 'Please reset your password');
  }
  await ensureUser({
    userId,
    username,
    email: attributes.get('email') ?? '',
    fullName: attributes.get('name') ?? '',
    companyName: attributes.get('custom:company_name') ?? '',
    avatarUrl: attributes.get('picture') ?? '',
  });
  const account = await getAccount(userId);
  if (!account) throw new Error('The account was created but cannot be read');
  return account;
}
