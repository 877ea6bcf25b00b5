import { removeRole as remove } from '#lambdas/accounts/role-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { followGroups } from './follow-groups.ts';

/**
 * Removes a role; succeeds for a user without one.
 * @throws AppError `last_super_admin`
 */
export async function removeRole(actor: string, userId: string): Promise<undefined> {
  const outcome = await remove({ userId, actor });
  if (outcome === 'last_super_admin') throw new AppError('last_super_admin');
  if (outcome === 'removed') await followGroups(userId);
}
