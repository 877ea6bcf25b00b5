import { AppError } from '#lambdas/runtime/app-error.ts';
import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { passwordScope } from '#shared/domain/sign-in.ts';
import { readRole } from './role-store.ts';

/** Lifetime in milliseconds of a positive check of the second factor, before Cognito is asked again. */
const remembered = 60_000;

const seenAt = new Map<string, number>();

/**
 * Reads the role of a back-office caller; undefined for users without one.
 * @throws AppError `second_factor_required` if the deployment requires a second factor and the caller has no
 * authenticator app, or signed in with Google or Apple, which do not ask for the code
 */
export async function readStaffRole(caller: UserCaller): Promise<Role | undefined> {
  const role = await readRole(caller.userId);
  if (role && readVariable('STAFF_SECOND_FACTOR') === 'required' && !(await hasSecondFactor(caller)))
    throw new AppError('second_factor_required');
  return role;
}

async function hasSecondFactor({ username, scopes }: UserCaller): Promise<boolean> {
  // An earlier release granted this scope to tokens of hosted sign-ins as well, and refreshed tokens keep it. Such
  // tokens also have `openid`.
  if (!scopes.includes(passwordScope) || scopes.includes('openid')) return false;
  if ((seenAt.get(username) ?? 0) > Date.now() - remembered) return true;
  const { findPoolUser } = await import('#lambdas/runtime/user-pool.ts');
  const user = await findPoolUser({ userPoolId: readVariable('USER_POOL_ID'), username });
  if (!user?.hasAuthenticatorApp) return false;
  seenAt.set(username, Date.now());
  return true;
}
