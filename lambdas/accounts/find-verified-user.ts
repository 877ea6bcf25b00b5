import { findUserByEmail, getAccount } from './user-store.ts';

/** A user whose e-mail the user pool has verified. */
export interface VerifiedUser {
  readonly userId: string;
  readonly hasAuthenticatorApp: boolean;
}

/**
 * Finds the user to whom this e-mail belongs, ignoring case. The table alone does not tell: it follows the user pool
 * only when users come back, and somebody else may have signed up with their former address by then.
 * @throws AppError `conflict` if two accounts have it
 */
export async function findVerifiedUser(email: string, userPoolId: string): Promise<VerifiedUser | undefined> {
  const userId = await findUserByEmail(email);
  const account = userId === undefined ? undefined : await getAccount(userId);
  if (!account) return undefined;
  const { findPoolUser } = await import('#lambdas/runtime/user-pool.ts');
  const user = await findPoolUser({ userPoolId, username: account.username });
  const isVerified = user?.attributes.get('email_verified') === 'true';
  if (!isVerified || user.attributes.get('email')?.toLowerCase() !== email.trim().toLowerCase())
    return undefined;
  return { userId: account.userId, hasAuthenticatorApp: user.hasAuthenticatorApp };
}
