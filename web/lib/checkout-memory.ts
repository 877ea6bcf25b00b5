const storageKey = 'platepost.checkout';

/** Remembers, for this tab, that this user went to the payment page of a plan. */
export function keepCheckout(userId: string): void {
  try {
    sessionStorage.setItem(storageKey, userId);
  } catch {
    // Without storage, the user's plan itself shows the payment.
  }
}

/** Whether this user went to the payment page of a plan in this tab. Deletes the record. */
export function takeCheckout(userId: string): boolean {
  try {
    const isTheirs = sessionStorage.getItem(storageKey) === userId;
    sessionStorage.removeItem(storageKey);
    return isTheirs;
  } catch {
    return false;
  }
}
