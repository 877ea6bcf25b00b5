import {
  AuthError,
  confirmResetPassword,
  confirmSignUp,
  resetPassword,
  type SignUpInput,
  type SignUpOutput,
  signIn,
} from 'aws-amplify/auth';
import { AlreadyRegistered, signUpOrAskAgain } from '#web/lib/identity.ts';
import { words } from './words.ts';

async function handleSignUp(input: SignUpInput): Promise<SignUpOutput> {
  try {
    return await signUpOrAskAgain(input);
  } catch (error) {
    if (!(error instanceof AlreadyRegistered)) throw error;
    throw new AuthError({ name: 'UsernameExistsException', message: words.alreadyRegistered });
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Passes on what the identity provider says; anything else that goes wrong is told as unexpected, and reported. */
function explained<Input extends unknown[], Output>(service: (...input: Input) => Promise<Output>) {
  return async (...input: Input): Promise<Output> => {
    try {
      return await service(...input);
    } catch (error) {
      // Amplify's name for a lost connection, with words of its own.
      if (error instanceof AuthError || isNamed(error, 'NetworkError')) throw error;
      reportError(error);
      throw new Error(words.unexpected);
    }
  };
}

/** What the headless authenticator calls instead of its own. The pool's own policy judges passwords. */
export const authServices = {
  handleSignUp: explained(handleSignUp),
  handleSignIn: explained(signIn),
  handleConfirmSignUp: explained(confirmSignUp),
  handleForgotPassword: explained(resetPassword),
  handleForgotPasswordSubmit: explained(confirmResetPassword),
  validateFormPassword: () => Promise.resolve(null),
  validateConfirmPassword: () => Promise.resolve(null),
};

/** The same for a sign-up that another page began: its code is sent already, so Cognito is not asked again. */
export const continuingServices = {
  ...authServices,
  handleSignUp: (input: SignUpInput): Promise<SignUpOutput> =>
    Promise.resolve({
      isSignUpComplete: false,
      nextStep: {
        signUpStep: 'CONFIRM_SIGN_UP',
        codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: input.username, attributeName: 'email' },
      },
    }),
};

/** The words for what a sign-up, sign-in or reset came back with. */
export function authMessage(error: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error.includes('already registered')) return words.alreadyRegistered;
  return error.trim() === '' ? words.unexpected : error;
}
