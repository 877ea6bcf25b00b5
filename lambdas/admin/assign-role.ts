import { findVerifiedUser } from '#lambdas/accounts/find-verified-user.ts';
import { assignRole as assign } from '#lambdas/accounts/role-store.ts';
import { readEmails } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { AdminAccount } from '#shared/api/admin.ts';
import { followGroups } from './follow-groups.ts';

/**
 * Gives a role to the user with exactly this e-mail, verified in the user pool.
 * @throws AppError `user_not_found`, `no_authenticator_app`, `has_role`, `account_closing`
 */
export async function assignRole(actor: string, email: string, role: Role): Promise<AdminAccount> {
  const user = await findVerifiedUser(email, readVariable('USER_POOL_ID'));
  if (!user) throw new AppError('user_not_found');
  const { userId, hasAuthenticatorApp } = user;
  if (readVariable('STAFF_SECOND_FACTOR') === 'required' && !hasAuthenticatorApp)
    throw new AppError('no_authenticator_app');
  const assignedAt = nowIso();
  const outcome = await assign({ userId, role, actor, at: assignedAt });
  if (outcome === 'unknown_user') throw new AppError('user_not_found');
  if (outcome !== 'assigned') throw new AppError(outcome);
  await followGroups(userId);
  const emails = await readEmails([userId]);
  return { userId, email: emails.get(userId) ?? email, role, assignedAt };
}
