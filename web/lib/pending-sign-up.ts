/** What somebody typed who still has to confirm the e-mail. It never leaves the memory of this page. */
export interface PendingSignUp {
  readonly email: string;
  readonly password: string;
}

let pending: PendingSignUp | undefined;

/** Hands a begun sign-up over to the sign-in page, where the code is entered. */
export function keepPendingSignUp(signUp: PendingSignUp): void {
  pending = signUp;
}

/** The sign-up that was handed over, once. */
export function takePendingSignUp(): PendingSignUp | undefined {
  const taken = pending;
  pending = undefined;
  return taken;
}
