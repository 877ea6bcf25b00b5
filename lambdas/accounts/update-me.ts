import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { updatePoolUser } from '#lambdas/runtime/user-pool.ts';
import type { accountRoutes, Me } from '#shared/api/account.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { describe } from './get-me.ts';
import { changeProfile, requireAccount } from './user-store.ts';

/**
 * Changes the given fields. Name and company are changed in the user pool first, because its mails use them, then in
 * the table, which everything else reads. Repeating an interrupted call completes it.
 * @throws AppError `unauthenticated`, `account_closing`
 */
export async function updateMe(
  caller: UserCaller,
  changes: RouteInput<typeof accountRoutes.updateMe>['body'],
): Promise<Me> {
  const { fullName, companyName } = changes;
  const attributes = {
    ...(fullName !== undefined && { name: fullName }),
    ...(companyName !== undefined && { 'custom:company_name': companyName }),
  };
  if (Object.keys(attributes).length > 0) {
    const user = { userPoolId: readEnvironment('account').USER_POOL_ID, username: caller.username };
    if (!(await updatePoolUser(user, attributes))) throw new AppError('unauthenticated');
  }
  if (Object.keys(changes).length > 0) await writeAlone(changeProfile(caller.userId, changes));
  return describe(await requireAccount(caller.userId), caller);
}
