import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { checkPasswordSignUp, joinSocialSignIn } from './keep-one-account.ts';

/** Ensures one account for each e-mail, whichever ways to sign in a person uses, in any order. */
export const handler = eventHandler({
  function: 'preSignUp',
  async handle(event: PreSignUpTriggerEvent) {
    if (event.triggerSource === 'PreSignUp_SignUp') await checkPasswordSignUp(event);
    if (event.triggerSource === 'PreSignUp_ExternalProvider') await joinSocialSignIn(event);
    return event;
  },
});
