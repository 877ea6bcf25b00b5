/**
 * A sign-up or a password reset whose code was mailed and has not been entered, or a sign-in that waits for the code of
 * the authenticator app. `firstPassword` is a reset after a sign-up whose password somebody else had chosen.
 */
export interface PendingCode {
  readonly of: 'signUp' | 'reset' | 'firstPassword' | 'signIn';
  readonly email: string;
  /** The password of a sign-up; empty after a reload, because it is only kept in memory. */
  readonly password: string;
  /** Of a sign-up on this page, and of the first password after it. */
  readonly profile?: SignUpProfile;
}

/** What a user says of themselves at the sign-up. */
export interface SignUpProfile {
  readonly fullName: string;
  /** May be empty. */
  readonly companyName: string;
}

const storageKey = 'platepost.pending-code';
let pending: PendingCode | undefined;

/**
 * Keeps a sign-up or password reset until its code is entered: across pages, and across a reload of this tab, because
 * phones reload a tab while the user reads the mail in another app.
 */
export function keepPendingCode(next: PendingCode): void {
  pending = next;
  const { of, email, profile } = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ of, email, profile }));
  } catch {
    // Without storage, a reload asks for the address again.
  }
}

/** The sign-up or password reset that waits for its code in this tab, or undefined. */
export function pendingCode(): PendingCode | undefined {
  return pending ?? storedCode();
}

export function forgetPendingCode(): void {
  pending = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}

function storedCode(): PendingCode | undefined {
  try {
    const { of, email, profile } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    ) as Partial<PendingCode>;
    // After a reload, a sign-in starts again.
    if (of === undefined || of === 'signIn' || typeof email !== 'string') return undefined;
    return { of, email, password: '', ...(profile && { profile }) };
  } catch {
    return undefined;
  }
}
