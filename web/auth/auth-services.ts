import { resendSignUpCode, type SignUpInput, type SignUpOutput, signUp } from 'aws-amplify/auth';
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
    if (isNamed(error, 'InvalidParameterException')) throw new Error(words.alreadyRegistered);
    throw error;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** What the headless authenticator calls instead of its own. The pool's own policy judges passwords. */
export const authServices = {
  handleSignUp,
  validateFormPassword: () => Promise.resolve(null),
  validateConfirmPassword: () => Promise.resolve(null),
};

/** The words for what a sign-up, sign-in or reset came back with. */
export function authMessage(error: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error.includes('already registered')) return words.alreadyRegistered;
  return error.trim() === '' ? words.unexpected : error;
}
