import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, findPoolUser } from '#lambdas/runtime/user-pool.ts';

/** Removes a sign-up. Cognito's lists are a moment old: one that was confirmed meanwhile stays. */
export async function removeUnconfirmed(userPoolId: string, username: string): Promise<void> {
  const user = await findPoolUser({ userPoolId, username });
  if (user?.status !== 'UNCONFIRMED') return;
  await cognito().send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: username }));
}
