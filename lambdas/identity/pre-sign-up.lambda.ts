import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { linkProvider } from './link-provider.ts';

/** Accepts every sign-up and links a first social sign-in to the existing account with its e-mail. */
export const handler = eventHandler({
  function: 'preSignUp',
  async handle(event: PreSignUpTriggerEvent) {
    if (event.triggerSource === 'PreSignUp_ExternalProvider') await linkProvider(event);
    return event;
  },
});
