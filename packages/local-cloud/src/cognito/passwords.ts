import { CognitoError, incorrectCredentials } from './cognito-error.ts';
import { passwordPolicyOf } from './pool-settings.ts';
import { makeVerifier, matchesVerifier } from './srp.ts';
import type { Pool, User } from './user-pool-store.ts';

/** The characters that Cognito counts as symbols; a space inside a password counts too. */
const symbols = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+- ';

/** The part of a pool's id that goes into password hashes. */
export const poolName = (pool: Pool): string => pool.id.slice(pool.id.indexOf('_') + 1);

/** Throws InvalidPasswordException with the first rule of the pool's policy that `password` breaks. */
export const checkPolicy = (pool: Pool, password: string): void => {
  const policy = passwordPolicyOf(pool.settings);
  const broken = (rule: string) =>
    new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${rule}`);
  if (password.length < policy.MinimumLength) throw broken('Password not long enough');
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) {
    throw broken('Password must have uppercase characters');
  }
  if (policy.RequireLowercase && !/[a-z]/.test(password)) {
    throw broken('Password must have lowercase characters');
  }
  if (policy.RequireNumbers && !/[0-9]/.test(password)) {
    throw broken('Password must have numeric characters');
  }
  if (policy.RequireSymbols && ![...password].some((character) => symbols.includes(character))) {
    throw broken('Password must have symbol characters');
  }
};

/** Gives the user this password; the caller has checked the policy. */
export const setPassword = (pool: Pool, user: User, password: string): void => {
  user.password = makeVerifier(poolName(pool), user.username, password);
};

export const hasPassword = (pool: Pool, user: User, password: string): boolean =>
  user.password !== undefined && matchesVerifier(poolName(pool), user.username, password, user.password);

/**
 * Cognito's lockout: from the fifth wrong password on, a user waits 2^(n-5) seconds after the n-th, at most 15
 * minutes. Attempts while locked out do not count. Fifteen minutes without an attempt reset the count.
 */
const freeAttempts = 5;
const longestLockout = 15 * 60_000;

const lockedUntil = ({ failedSignIns: { count, lastAt } }: User): number =>
  count < freeAttempts ? 0 : lastAt + Math.min(2 ** (count - freeAttempts) * 1000, longestLockout);

/** Throws NotAuthorizedException while the user is locked out. */
export const checkLockout = (user: User, now: number): void => {
  if (now < lockedUntil(user)) {
    throw new CognitoError('NotAuthorizedException', 'Password attempts exceeded');
  }
};

/** Counts a wrong password; the caller saves the user. Returns the error for the caller. */
export const noteWrongPassword = (user: User, now: number): CognitoError => {
  const forgotten = now - user.failedSignIns.lastAt >= longestLockout;
  user.failedSignIns = { count: forgotten ? 1 : user.failedSignIns.count + 1, lastAt: now };
  return incorrectCredentials();
};
