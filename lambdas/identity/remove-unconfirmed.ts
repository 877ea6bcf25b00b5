import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, findPoolUser } from '#lambdas/runtime/user-pool.ts';

/**
 * Removes an unconfirmed sign-up. Cognito's lists are eventually consistent, so the user is read again: one that was
 * confirmed in the meantime stays.
 */
export async function removeUnconfirmed(userPoolId: string, username: string): Promise<void> {
  const user = await findPoolUser({ userPoolId, username });
  if (user?.status !== 'UNCONFIRMED') return;
  await cognito().send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: username }));
}
