import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import {
  blank,
  endForeignAccess,
  endForeignRest,
  noteEmailOwner,
} from '#lambdas/accounts/end-foreign-access.ts';
import { endDevices } from '#lambdas/accounts/notification-store.ts';
import { ensureUser, getAccount } from '#lambdas/accounts/user-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { readMaintenance, stopWritesDuringMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { endSessions, type PoolUser } from '#lambdas/runtime/user-pool.ts';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { signUpTrigger } from './sign-up-trigger.ts';

stopWritesDuringMaintenance();

/**
 * Creates the account of a confirmed user. During maintenance it fails, and the user's first visit creates the account.
 * Unless the confirming browser signed the user up itself, a stranger may have begun the sign-up with this email: their
 * password and authenticator app end first, and nothing that they wrote is kept. Its owner, who has the mailed code,
 * then chooses a password. If this fails, Cognito does not call again, and the first visit ends the password
 * (`getMe`).
 *
 * Cognito also calls this trigger after a password reset. Then it only ends all sessions, and notifications on their
 * devices, which begin again at the next sign-in there. That locks out anybody who knows the former password. If the
 * user has no account yet, it also ends what a stranger may have left behind.
 */
export const handler = signUpTrigger({
  function: 'postConfirmation',
  async handle(event: PostConfirmationTriggerEvent) {
    const { userPoolId, userName: username } = event;
    const { userAttributes, clientMetadata } = event.request;
    const { sub, email, 'cognito:user_status': status } = userAttributes;
    if (!sub || !email) throw new Error('The user pool sent a user without sub or e-mail');
    if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
      await endSessions({ userPoolId, username });
      await forgetStranger({ userPoolId, username }, sub);
      await forgetDevices(sub);
      return event;
    }
    const hasPassword = status !== 'EXTERNAL_PROVIDER';
    const isOwn = !hasPassword || clientMetadata?.[ownSignUpKey] === sub;
    if (!isOwn) await endForeignAccess({ userPoolId, username });
    // First, because a visit then makes the account if this run cannot.
    if (hasPassword) await noteOwner({ userPoolId, username });
    const { name, picture, 'custom:company_name': companyName } = isOwn ? userAttributes : blank;
    await ensureUser({
      userId: sub,
      username,
      email,
      fullName: name ?? '',
      companyName: companyName ?? '',
      avatarUrl: picture ?? '',
    });
    return event;
  },
});

/** Records the owner of the email. If that fails, the account can still be made here. */
async function noteOwner(user: PoolUser): Promise<void> {
  try {
    await noteEmailOwner(user);
  } catch (error) {
    logger.error('An email owner was not recorded', { error });
  }
}

/**
 * Ends what a stranger may have left behind in a user without account, whose confirmation may have failed. If it fails,
 * the new password holds already, so the reset must not fail; another reset tries again.
 */
async function forgetStranger(user: PoolUser, userId: string): Promise<void> {
  try {
    if (await getAccount(userId)) return;
    await endForeignRest(user);
    await noteEmailOwner(user);
  } catch (error) {
    logger.error('A stranger was not forgotten after a password reset', { error });
  }
}

/**
 * Ends notifications on all devices, and keeps sessions from before the reset from adding one. During maintenance, or
 * if the table does not answer, they stay: the new password holds already, so the reset must not fail.
 */
async function forgetDevices(userId: string): Promise<void> {
  try {
    if ((await readMaintenance()).mode === 'all') return;
    if (!(await getAccount(userId))) return;
    await endDevices(userId);
  } catch (error) {
    logger.error('Notifications were not ended after a password reset', { error });
  }
}
