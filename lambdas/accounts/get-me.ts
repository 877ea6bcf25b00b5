import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { agreedRole } from '#lambdas/runtime/role.ts';
import { findPoolUser } from '#lambdas/runtime/user-pool.ts';
import type { Me } from '#shared/api/account.ts';
import { available } from '#shared/domain/credits.ts';
import { type Account, ensureUser, getAccount } from './user-store.ts';

/** The account of the caller in one Query; made first if the sign-up's trigger could not. */
export async function getMe(caller: UserCaller): Promise<Me> {
  return describe((await getAccount(caller.userId)) ?? (await makeAccount(caller)), caller);
}

/** The account as the caller is told of it. */
export function describe(account: Account, caller: UserCaller): Me {
  return {
    userId: account.userId,
    email: account.email,
    fullName: account.fullName,
    companyName: account.companyName,
    avatarUrl: account.avatarUrl,
    role: agreedRole(caller.groups, account.role) ?? null,
    tier: account.tier,
    subscription: account.subscription,
    credits: { ...account.credits, available: available(account.credits) },
    createdAt: account.createdAt,
  };
}

/** Access tokens carry no e-mail, so the user pool is asked. */
async function makeAccount({ userId, username }: UserCaller): Promise<Account> {
  const user = await findPoolUser({ userPoolId: readEnvironment('account').USER_POOL_ID, username });
  // The token outlived its user, or its account, which is being deleted or is barred: nothing is made anew.
  if (!user?.enabled) throw new AppError('unauthenticated');
  const { attributes } = user;
  await ensureUser({
    userId,
    username,
    email: attributes.get('email') ?? '',
    fullName: attributes.get('name') ?? '',
    companyName: attributes.get('custom:company_name') ?? '',
    avatarUrl: attributes.get('picture') ?? '',
  });
  const account = await getAccount(userId);
  if (!account) throw new Error('The account was made and is not there');
  return account;
}
