import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';

/** The token in a mail that lets its reader unsubscribe without a session. It allows nothing else. */
export async function unsubscribeToken(userId: string): Promise<string> {
  return `${userId}.${(await keyedHash('unsubscribe', userId)).toString('base64url')}`;
}

/**
 * The user of a token.
 * @throws AppError `not_found` for a token that is not valid
 */
export async function userOfToken(token: string): Promise<string> {
  const userId = token.slice(0, Math.max(0, token.lastIndexOf('.')));
  const [given, wanted] = [Buffer.from(token), Buffer.from(await unsubscribeToken(userId))];
  if (userId === '' || given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new AppError('not_found');
  return userId;
}
