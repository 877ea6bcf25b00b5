import { randomInt, timingSafeEqual } from 'node:crypto';
import { CognitoError, codeExpired, codeMismatch } from './cognito-error.ts';
import type { CodePurpose, User } from './user-pool-store.ts';

const hour = 3_600_000;

/**
 * How long a code can be used. The hour for forgotten passwords is from the Cognito developer guide
 * ("Recovering user accounts"); the day for the other two has not been checked against AWS.
 */
const validity: Record<CodePurpose, number> = {
  signUp: 24 * hour,
  forgotPassword: hour,
  verifyEmail: 24 * hour,
};

/**
 * Calls a user may make in an hour. ForgotPassword and ConfirmForgotPassword: the Cognito developer guide
 * says 5 to 20 ("Recovering user accounts"), the lower end is taken. ChangePassword: 5, its quota. The other
 * figures have not been checked against AWS.
 */
const hourlyLimits = {
  ConfirmSignUp: 15,
  ResendConfirmationCode: 5,
  ForgotPassword: 5,
  ConfirmForgotPassword: 5,
  ChangePassword: 5,
  GetUserAttributeVerificationCode: 5,
  VerifyUserAttribute: 5,
};

/** Counts this call against the user's hourly limit; throws LimitExceededException. The caller saves. */
export const countAttempt = (user: User, operation: keyof typeof hourlyLimits, now: number): void => {
  const recent = (user.attempts[operation] ?? []).filter((time) => time > now - hour);
  if (recent.length >= hourlyLimits[operation]) {
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  user.attempts[operation] = [...recent, now];
};

/** Makes a new six-digit code, which ends the one before it. The caller saves the user. */
export const makeCode = (user: User, purpose: CodePurpose, now: number): string => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  user.codes[purpose] = { code, expiresAt: now + validity[purpose] };
  return code;
};

/** Checks a code and uses it up; throws CodeMismatchException or ExpiredCodeException. The caller saves. */
export const redeemCode = (user: User, purpose: CodePurpose, given: string, now: number): void => {
  const stored = user.codes[purpose];
  if (!stored || stored.expiresAt <= now) throw codeExpired();
  const expected = Buffer.from(stored.code);
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw codeMismatch();
  delete user.codes[purpose];
};
