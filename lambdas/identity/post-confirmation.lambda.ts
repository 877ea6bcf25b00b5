import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { changeNotifications } from '#lambdas/accounts/notification-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { readMaintenance, stopWritesDuringMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { endPassword, endSessions, updatePoolUser } from '#lambdas/runtime/user-pool.ts';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { signUpTrigger } from './sign-up-trigger.ts';

stopWritesDuringMaintenance();

/** What a sign-up writes about its user besides the email. Cognito deletes an attribute whose value is empty. */
const blank = { name: '', picture: '', 'custom:company_name': '' };

/**
 * Creates the account of a confirmed user. During maintenance it fails, and the user's first visit creates the account.
 * Unless the confirming browser signed the user up itself, a stranger may have begun the sign-up with this email: their
 * password and authenticator app end first, and nothing that they wrote is kept. Its owner, who has the mailed code,
 * then chooses a password.
 *
 * Cognito also calls this trigger after a password reset. Then it only ends all sessions, and notifications on their
 * devices, which begin again at the next sign-in there. That locks out anybody who knows the former password.
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
      await forgetDevices(sub);
      return event;
    }
    const isOwn = status === 'EXTERNAL_PROVIDER' || clientMetadata?.[ownSignUpKey] === sub;
    if (!isOwn) {
      await endPassword({ userPoolId, username });
      await updatePoolUser({ userPoolId, username }, blank);
    }
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

/**
 * Ends notifications on all devices. During maintenance, or if the table does not answer, they stay: the new password
 * holds already, so the reset must not fail.
 */
async function forgetDevices(userId: string): Promise<void> {
  try {
    if ((await readMaintenance()).mode === 'all') return;
    await changeNotifications(userId, (before) =>
      before.devices.length === 0 ? before : { ...before, devices: [], devicesEndedAt: nowIso() },
    );
  } catch (error) {
    logger.error('Notifications were not ended after a password reset', { error });
  }
}
