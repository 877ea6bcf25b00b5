import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { passwordScope } from '#shared/domain/sign-in.ts';
import { readRole } from './role-store.ts';

/** Milliseconds for which a second factor that was seen is not looked up again. */
const remembered = 60_000;

const seenAt = new Map<string, number>();

/**
 * Reads the role of a caller of the back office; undefined for people without one.
 * @throws AppError `second_factor_required` for staff without an authenticator app, or signed in by Google or Apple,
 * whose sign-in does not ask for it, where the deployment requires a second factor
 */
export async function readStaffRole(caller: UserCaller): Promise<Role | undefined> {
  const role = await readRole(caller.userId);
  if (role && readVariable('STAFF_SECOND_FACTOR') === 'required' && !(await hasSecondFactor(caller)))
    throw new AppError('second_factor_required');
  return role;
}

async function hasSecondFactor({ username, scopes }: UserCaller): Promise<boolean> {
  // Tokens of a hosted sign-in that an earlier release granted the scope have `openid` besides, and renewals keep it.
  if (!scopes.includes(passwordScope) || scopes.includes('openid')) return false;
  if ((seenAt.get(username) ?? 0) > Date.now() - remembered) return true;
  const { findPoolUser } = await import('#lambdas/runtime/user-pool.ts');
  const user = await findPoolUser({ userPoolId: readVariable('USER_POOL_ID'), username });
  if (!user?.hasAuthenticatorApp) return false;
  seenAt.set(username, Date.now());
  return true;
}
