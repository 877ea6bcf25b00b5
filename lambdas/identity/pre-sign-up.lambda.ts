import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { checkPasswordSignUp, joinSocialSignIn } from './keep-one-account.ts';
import { signUpTrigger } from './sign-up-trigger.ts';

/** Ensures one account for each e-mail, whichever ways to sign in a person uses, in any order. */
export const handler = signUpTrigger({
  function: 'preSignUp',
  async handle(event: PreSignUpTriggerEvent) {
    if (event.triggerSource === 'PreSignUp_SignUp') await checkPasswordSignUp(event);
    if (event.triggerSource === 'PreSignUp_ExternalProvider') await joinSocialSignIn(event);
    return event;
  },
});
