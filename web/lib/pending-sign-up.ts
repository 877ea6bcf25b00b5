/** A sign-up whose email address is still to be confirmed. It never leaves the memory of this page. */
export interface PendingSignUp {
  readonly email: string;
  readonly password: string;
}

let pending: PendingSignUp | undefined;

/** Passes a sign-up that was started elsewhere to the sign-in page, where the code is entered. */
export function keepPendingSignUp(signUp: PendingSignUp): void {
  pending = signUp;
}

/** The sign-up that waits for its code. */
export function pendingSignUp(): PendingSignUp | undefined {
  return pending;
}

export function forgetPendingSignUp(): void {
  pending = undefined;
}
