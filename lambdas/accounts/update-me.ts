import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { updatePoolUser } from '#lambdas/runtime/user-pool.ts';
import type { accountRoutes, Me } from '#shared/api/account.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { describe } from './get-me.ts';
import { renameUser, requireAccount } from './user-store.ts';

/**
 * Changes name and company first in the user pool, which uses them in its mails, then in the table, which everything
 * else reads. Repeating an interrupted call completes it.
 * @throws AppError `unauthenticated`, `account_closing`
 */
export async function updateMe(
  caller: UserCaller,
  { fullName, companyName, ...restaurant }: RouteInput<typeof accountRoutes.updateMe>['body'],
): Promise<Me> {
  const isKnown = await updatePoolUser(
    { userPoolId: readEnvironment('account').USER_POOL_ID, username: caller.username },
    { name: fullName, 'custom:company_name': companyName },
  );
  if (!isKnown) throw new AppError('unauthenticated');
  await writeAlone(renameUser(caller.userId, { fullName, companyName, ...restaurant }));
  return describe(await requireAccount(caller.userId), caller);
}
