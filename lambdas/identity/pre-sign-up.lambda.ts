import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { linkProvider } from './link-provider.ts';

/** Lets everybody sign up; a first social sign-in is linked to the account that its e-mail already has. */
export const handler = eventHandler({
  function: 'preSignUp',
  async handle(event: PreSignUpTriggerEvent) {
    if (event.triggerSource === 'PreSignUp_ExternalProvider') await linkProvider(event);
    return event;
  },
});
