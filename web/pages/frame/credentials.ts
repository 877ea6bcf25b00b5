import { refusalText } from '#web/lib/auth-refusal.ts';
import { hasOuterBlanks, isTooShort, minimumPasswordLength } from '#web/lib/password.ts';
import { formWords as words } from './form-words.ts';

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly fullName: string;
  readonly company: string;
}

/** The error of a sign-in form before it is sent; undefined if there is none. */
export function signInProblem({ email, password }: { email: string; password: string }): string | undefined {
  return email.trim() === '' || password === '' ? words.fillSignIn : undefined;
}

/** The error of a sign-up form before it is sent; undefined if there is none. */
export function signUpProblem(form: SignUpForm): string | undefined {
  const { email, password, confirmation, fullName } = form;
  if (email.trim() === '' || password === '' || fullName.trim() === '') return words.fillSignUp;
  if (password !== confirmation) return words.passwordsDiffer;
  if (isTooShort(password)) return words.passwordTooShort(minimumPasswordLength());
  return hasOuterBlanks(password) ? words.passwordBlanks : undefined;
}

/** The message for a refused sign-in: our own if the provider's is unclear or missing, otherwise the provider's. */
export function signInMessage(error: unknown): string {
  return messageIn(error) ?? words.signInFailed;
}

/** The message for a refused sign-up. As specified, thrown values that are not errors have a message of their own. */
export function signUpMessage(error: unknown): string {
  if (!(error instanceof Error)) return words.signUpBroke;
  if (error.name === 'AlreadyRegistered') return words.alreadyRegistered;
  return messageIn(error) ?? words.signUpFailed;
}

/**
 * Our text, otherwise the provider's message. A TypeError comes from the browser, for example from a script that failed
 * to load.
 */
function messageIn(error: unknown): string | undefined {
  const known = refusalText(error, 'account');
  if (known !== undefined) return known;
  const message = error instanceof Error && !(error instanceof TypeError) ? error.message.trim() : '';
  return message === '' ? undefined : message;
}
