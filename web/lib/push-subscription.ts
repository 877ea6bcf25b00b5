/**
 * This device's web push subscription. The browser holds it, the server knows it by its id, and this browser stores its
 * user: the next user who signs in must not get somebody else's messages.
 */

const ownerKey = 'platepost.push';

/**
 * Ends the subscription at the end of a session. The push service then tells the server that it is gone. Without a
 * connection, the next start of the app ends it.
 */
export async function leaveDevice(): Promise<void> {
  try {
    rememberOwner(null);
    await (await currentSubscription())?.unsubscribe();
  } catch {
    // The next start tries again.
  }
}

/** The subscription of this device, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The id of the user for whom this device was subscribed. */
export function rememberedOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey);
  } catch {
    return null;
  }
}

export function rememberOwner(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(ownerKey);
    else localStorage.setItem(ownerKey, userId);
  } catch {
    // Without storage, the next start of the app ends the subscription.
  }
}
