import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { stopWritesDuringMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { endSessions } from '#lambdas/runtime/user-pool.ts';
import { signUpTrigger } from './sign-up-trigger.ts';

stopWritesDuringMaintenance();

/**
 * Creates the account of a confirmed user. During maintenance it fails, and the user's first visit creates the account.
 *
 * Cognito also calls this trigger after a password reset. Then it only ends all sessions and does not touch the table.
 * That locks out anybody who knows the former password, for example a stranger who began the sign-up with this e-mail.
 */
export const handler = signUpTrigger({
  function: 'postConfirmation',
  async handle(event: PostConfirmationTriggerEvent) {
    const { userPoolId, userName: username } = event;
    if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
      await endSessions({ userPoolId, username });
      return event;
    }
    const { sub, email, name, picture, 'custom:company_name': companyName } = event.request.userAttributes;
    if (!sub || !email) throw new Error('The user pool sent a user without sub or e-mail');
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
