import {
  endAuthenticatorApp,
  endPassword,
  type PoolUser,
  setGroup,
  updatePoolUser,
} from '#lambdas/runtime/user-pool.ts';
import { emailOwners } from '#shared/domain/sign-in.ts';

/** What a sign-up writes about its user besides the email. Cognito deletes an attribute whose value is empty. */
export const blank = { name: '', picture: '', 'custom:company_name': '' };

/** Ends the access of a stranger who began the sign-up with this email, and removes what they wrote. */
export async function endForeignAccess(user: PoolUser): Promise<void> {
  await endPassword(user);
  await updatePoolUser(user, blank);
}

/**
 * Ends what a stranger may have left behind in a user whose owner has just reset the password: the authenticator app,
 * without which the owner could not sign in, and what the stranger wrote.
 */
export async function endForeignRest(user: PoolUser): Promise<void> {
  await endAuthenticatorApp(user);
  await updatePoolUser(user, blank);
}

/** Records that only the owner of the email knows the password. Tokens of later sign-ins name the group. */
export async function noteEmailOwner(user: PoolUser): Promise<void> {
  await setGroup(user, emailOwners, true);
}
