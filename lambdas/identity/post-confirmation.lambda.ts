import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';

/**
 * Creates the account of a confirmed user. Cognito also calls this after a forgotten password; an existing account
 * stays unchanged.
 */
export const handler = eventHandler({
  function: 'postConfirmation',
  async handle(event: PostConfirmationTriggerEvent) {
    const { sub, email, name, picture, 'custom:company_name': companyName } = event.request.userAttributes;
    if (!sub || !email) throw new Error('The user pool sent a user without sub or e-mail');
    await ensureUser({
      userId: sub,
      username: event.userName,
      email,
      fullName: name ?? '',
      companyName: companyName ?? '',
      avatarUrl: picture ?? '',
    });
    return event;
  },
});
