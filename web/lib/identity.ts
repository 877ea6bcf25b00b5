import { AuthError, resendSignUpCode, type SignUpInput, type SignUpOutput, signUp } from 'aws-amplify/auth';
import { signInRefusalIn } from '#shared/domain/sign-in.ts';
import { authWords } from './auth-words.ts';
import { configureCognito } from './cognito.ts';
import { signInOrAnew } from './lost-reply.ts';
import { keepOwnSignUp } from './own-sign-up.ts';
import { readSession } from './session.ts';
import { dropWantedAddress } from './wanted-address.ts';

/** The e-mail already has a confirmed account. Each form has its own message for it. */
export class AlreadyRegistered extends Error {
  override readonly name = 'AlreadyRegistered';
}

/**
 * Signs up. The e-mail of a social account is refused with a sentence that names the provider. A user who signed up
 * before without confirming gets a new code instead of an error; only an e-mail with a confirmed account is refused
 * (readings 26).
 * @throws AlreadyRegistered
 */
export async function signUpOrAskAgain(input: SignUpInput): Promise<SignUpOutput> {
  // A page that was requested before belongs to another account.
  dropWantedAddress();
  try {
    const output = await signUp(input);
    if (output.userId !== undefined) keepOwnSignUp(input.username, output.userId);
    return output;
  } catch (error) {
    const refusal = isNamed(error, 'UserLambdaValidationException') && signInRefusalIn(String(error));
    if (refusal) throw new AuthError({ name: 'UserLambdaValidationException', message: refusal.text });
    if (!isNamed(error, 'UsernameExistsException')) throw error;
    return askAgain(input.username);
  }
}

async function askAgain(username: string): Promise<SignUpOutput> {
  if ((await sendSignUpCode(username)) === 'confirmed') throw new AlreadyRegistered();
  return { isSignUpComplete: false, nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} } };
}

/** Mails another code of a sign-up, unless its email is confirmed. */
export async function sendSignUpCode(email: string): Promise<'sent' | 'confirmed'> {
  try {
    await resendSignUpCode({ username: email });
    return 'sent';
  } catch (error) {
    // "User is already confirmed."
    if (isNamed(error, 'InvalidParameterException')) return 'confirmed';
    throw error;
  }
}

interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  /** May be empty. */
  readonly company: string;
}

/** Signs up with our form's values; Cognito then mails a code. */
export async function register({ email, password, fullName, company }: NewUser): Promise<void> {
  await configureCognito();
  await signUpOrAskAgain({
    username: email,
    password,
    options: {
      userAttributes: { email, name: fullName, ...(company && { 'custom:company_name': company }) },
    },
  });
}

/**
 * `unconfirmed`: the password may be right, but the e-mail was never confirmed; a new code was sent. `appCode`: the
 * password was right, and the code of the authenticator app must still be entered.
 */
type SignInOutcome = 'signedIn' | 'unconfirmed' | 'appCode';

/** Signs in with our form's values and reads the session. */
export async function signInWith(email: string, password: string): Promise<SignInOutcome> {
  await configureCognito();
  try {
    const { nextStep } = await signInOrAnew({ username: email, password });
    switch (nextStep.signInStep) {
      case 'DONE':
        break;
      case 'CONFIRM_SIGN_UP':
        await sendSignUpCode(email);
        return 'unconfirmed';
      case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
        return 'appCode';
      default:
        // Operators can require a new password; no other step is enabled.
        throw new AuthError({ name: 'PasswordResetRequiredException', message: authWords.passwordFirst });
    }
  } catch (error) {
    // Another tab has signed in; its session is used.
    if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
  }
  await readSession();
  return 'signedIn';
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
