import { maySavePreferences } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.no-share-offer';
let isDeclined = false;

/** Whether a download opens the offer to share; false after it was permanently declined on this device. */
export function offersToShare(): boolean {
  try {
    return !isDeclined && localStorage.getItem(storageKey) === null;
  } catch {
    return !isDeclined;
  }
}

/** Stops the offer on this device, unless preferences were rejected. The share buttons of the publish step stay. */
export function declineToShare(): void {
  isDeclined = true;
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, '1');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
