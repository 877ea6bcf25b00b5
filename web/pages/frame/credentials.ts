import { isTooShort } from '#web/lib/password.ts';
import { formWords as words } from './form-words.ts';

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly fullName: string;
  readonly company: string;
}

/** What is wrong with a sign-in form before anybody is asked; undefined when nothing is. */
export function signInProblem({ email, password }: { email: string; password: string }): string | undefined {
  return email.trim() === '' || password === '' ? words.fillSignIn : undefined;
}

/** What is wrong with a sign-up form before anybody is asked; undefined when nothing is. */
export function signUpProblem(form: SignUpForm): string | undefined {
  const { email, password, confirmation, fullName } = form;
  if (email.trim() === '' || password === '' || fullName.trim() === '') return words.fillSignUp;
  if (password !== confirmation) return words.passwordsDiffer;
  return isTooShort(password) ? words.passwordTooShort : undefined;
}

/** The words for a sign-in that was refused: the provider's own, or ours where it has none. */
export function signInMessage(error: unknown): string {
  return messageIn(error) ?? words.signInFailed;
}

/** The words for a sign-up that was refused. What is not even an error is told apart, as specified. */
export function signUpMessage(error: unknown): string {
  if (!(error instanceof Error)) return words.signUpBroke;
  if (error.name === 'AlreadyRegistered') return words.alreadyRegistered;
  return messageIn(error) ?? words.signUpFailed;
}

/** What the provider said. A TypeError is the browser's, such as a script that could not be loaded. */
function messageIn(error: unknown): string | undefined {
  const message = error instanceof Error && !(error instanceof TypeError) ? error.message.trim() : '';
  return message === '' ? undefined : message;
}
