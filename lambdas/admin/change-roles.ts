import { assignRole, listRoles, removeRole, syncGroups } from '#lambdas/accounts/role-store.ts';
import { findUserByEmail, getAccount, readEmails } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readEnvironment, readVariable } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { AdminAccount } from '#shared/api/admin.ts';

/** All users with a role, in order of assignment. */
export async function listAdmins(): Promise<{ items: AdminAccount[] }> {
  const roles = await listRoles();
  const emails = await readEmails(roles.map(({ userId }) => userId));
  return { items: roles.map((role) => ({ ...role, email: emails.get(role.userId) ?? null })) };
}

/**
 * Gives a role to the user with exactly this e-mail.
 * @throws AppError `user_not_found`, `no_authenticator_app`, `has_role`, `account_closing`
 */
export async function assignRoleByEmail(actor: string, email: string, role: Role): Promise<AdminAccount> {
  const userId = await findUserByEmail(email);
  if (userId === undefined) throw new AppError('user_not_found');
  if (readVariable('STAFF_SECOND_FACTOR') === 'required' && !(await hasAuthenticatorApp(userId)))
    throw new AppError('no_authenticator_app');
  const assignedAt = nowIso();
  const outcome = await assignRole({ userId, role, actor, at: assignedAt });
  if (outcome === 'unknown_user') throw new AppError('user_not_found');
  if (outcome !== 'assigned') throw new AppError(outcome);
  await followGroups(userId);
  const emails = await readEmails([userId]);
  return { userId, email: emails.get(userId) ?? email, role, assignedAt };
}

async function hasAuthenticatorApp(userId: string): Promise<boolean> {
  const account = await getAccount(userId);
  if (!account) return false;
  const { findPoolUser } = await import('#lambdas/runtime/user-pool.ts');
  const { username } = account;
  const user = await findPoolUser({ userPoolId: readVariable('USER_POOL_ID'), username });
  return user?.hasAuthenticatorApp === true;
}

/**
 * Removes a role; succeeds for a user without one.
 * @throws AppError `last_super_admin`
 */
export async function removeRoleOf(actor: string, userId: string): Promise<undefined> {
  const outcome = await removeRole({ userId, actor });
  if (outcome === 'last_super_admin') throw new AppError('last_super_admin');
  if (outcome === 'removed') await followGroups(userId);
}

/** Updates Cognito's groups; if that fails, the reconciler does it. The role item is authoritative in the meantime. */
async function followGroups(userId: string): Promise<void> {
  try {
    await syncGroups(readEnvironment('admin').USER_POOL_ID, userId);
  } catch (error) {
    logger.warn('The reconciler will update the groups', { error: error as Error });
  }
}
