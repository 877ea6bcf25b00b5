import {
  AuthError,
  type ConfirmResetPasswordInput,
  type ConfirmSignInInput,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  resetPassword,
  type SignInInput,
  type SignUpInput,
} from 'aws-amplify/auth';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { AlreadyRegistered, signInWith, signUpOrAskAgain } from '#web/lib/identity.ts';
import { signInOrAnew, unlessDone } from '#web/lib/lost-reply.ts';
import { notify } from '#web/lib/notify.ts';
import { forgetOwnSignUp, ownSignUp } from '#web/lib/own-sign-up.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { readSession } from '#web/lib/session.ts';
import { explained } from './explained.ts';
import { words } from './words.ts';

type ConfirmSignUpInput = Parameters<typeof confirmSignUp>[0];

type SignedInAfterwards = 'signedIn' | 'appCode' | 'signedOut';

/**
 * The services of Amplify UI's authenticator. The user pool's own policy validates passwords.
 * @param password Returns the password in the form, to sign the user in after a confirmation or a reset.
 * @param onNextCode Called if that sign-in needs the code of the authenticator app, or if the user has no password.
 */
export function createAuthServices(password: () => string, onNextCode: (next: PendingCode) => void) {
  /** If this fails, the user enters the password again. */
  async function signInAfterwards(username: string): Promise<SignedInAfterwards> {
    if (password() === '') return 'signedOut';
    const outcome = await signInWith(username, password()).catch(() => 'signedOut' as const);
    if (outcome === 'appCode') onNextCode({ of: 'signIn', email: username, password: '' });
    return outcome === 'unconfirmed' ? 'signedOut' : outcome;
  }

  const changePassword = explained(async (input: ConfirmResetPasswordInput) => {
    const goOn = () => signInAfterwards(input.username);
    const outcome = await unlessDone(
      'ConfirmForgotPassword',
      async () => {
        await confirmResetPassword(input);
        return goOn();
      },
      async (refusal) => {
        const found = await goOn();
        if (found === 'signedOut') throw refusal;
        return found;
      },
    );
    notify.success(words.passwordChanged[outcome]);
    return outcome;
  });

  const sendReset = explained(resetPassword);

  const confirmEmail = explained(async (input: ConfirmSignUpInput) => {
    // "Account created" must not be visible beside a refused code.
    notify.clear();
    const email = input.username;
    const userId = ownSignUp(email);
    const metadata = userId !== undefined && { options: { clientMetadata: { [ownSignUpKey]: userId } } };
    const output = await unlessDone(
      'ConfirmSignUp',
      () => confirmSignUp({ ...input, ...metadata }),
      async () => ({
        isSignUpComplete: true,
        nextStep: { signUpStep: 'DONE' },
      }),
    );
    forgetOwnSignUp();
    if (userId === undefined) {
      // The confirmation has ended the password. The next form can ask for another code if none was sent.
      await sendReset({ username: email }).catch((error: Error) => notify.error(error.message));
      onNextCode({ of: 'firstPassword', email, password: '' });
      return { output, outcome: 'firstPassword' as const };
    }
    const outcome = await signInAfterwards(email);
    // A repeated sign-up does not change the password of the first.
    if (outcome === 'signedOut') notify.success(password() === '' ? words.confirmed : words.confirmedAgain);
    return { output, outcome };
  });

  return {
    handleSignUp: explained(async ({ username, password: chosen, options }: SignUpInput) => {
      try {
        // Without Amplify's autoSignIn, which does not work for a repeated sign-up.
        const userAttributes = options?.userAttributes ?? {};
        const output = await signUpOrAskAgain({ username, password: chosen, options: { userAttributes } });
        notify.success(words.created);
        return output;
      } catch (error) {
        if (!(error instanceof AlreadyRegistered)) throw error;
        throw new AuthError({ name: 'UsernameExistsException', message: words.alreadyRegistered });
      }
    }),
    handleSignIn: explained(async (input: SignInInput) => {
      const output = await signInOrAnew(input);
      if (output.isSignedIn) {
        await readSession();
        notify.success(words.welcomeBack, { yields: true });
      }
      return output;
    }),
    handleConfirmSignIn: explained(async (input: ConfirmSignInInput) => {
      const output = await confirmSignIn(input);
      if (output.isSignedIn) {
        await readSession();
        notify.success(words.welcomeBack, { yields: true });
      }
      return output;
    }, 'appCode'),
    handleConfirmSignUp: async (input: ConfirmSignUpInput) => (await confirmEmail(input)).output,
    confirmEmail,
    handleForgotPassword: sendReset,
    // Amplify expects nothing to be returned: it would read it as its own output.
    handleForgotPasswordSubmit: async (input: ConfirmResetPasswordInput) => {
      await changePassword(input);
    },
    changePassword,
    validateFormPassword: () => Promise.resolve(null),
    validateConfirmPassword: () => Promise.resolve(null),
  };
}

/** The message for an error of a sign-up, a sign-in or a reset. */
export function authMessage(error: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (error.includes('already registered')) return words.alreadyRegistered;
  return error.trim() === '' ? words.unexpected : error;
}
