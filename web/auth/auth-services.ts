import {
  AuthError,
  confirmResetPassword,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  type SignUpInput,
  type SignUpOutput,
  signIn,
  signUp,
} from 'aws-amplify/auth';
import { words } from './words.ts';

/**
 * Signs up. Somebody who signed up before without confirming gets a new code instead of an error; only an e-mail
 * with a confirmed account is refused as already registered (readings 26).
 */
async function handleSignUp(input: SignUpInput): Promise<SignUpOutput> {
  try {
    return await signUp(input);
  } catch (error) {
    if (!isNamed(error, 'UsernameExistsException')) throw error;
    return askAgain(input.username);
  }
}

async function askAgain(username: string): Promise<SignUpOutput> {
  try {
    const codeDeliveryDetails = await resendSignUpCode({ username });
    return { isSignUpComplete: false, nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails } };
  } catch (error) {
    // "User is already confirmed."
    if (!isNamed(error, 'InvalidParameterException')) throw error;
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

/** The words for what a sign-up, sign-in or reset came back with. */
export function authMessage(error: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error.includes('already registered')) return words.alreadyRegistered;
  return error.trim() === '' ? words.unexpected : error;
}
