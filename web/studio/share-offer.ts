import { maySavePreferences } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.no-share-offer';
let isDeclined = false;

/** Whether a download opens the offer to share; until somebody declines it on this device for good. */
export function offersToShare(): boolean {
  try {
    return !isDeclined && localStorage.getItem(storageKey) === null;
  } catch {
    return !isDeclined;
  }
}

/** Declines the offer on this device, unless preferences were rejected. The publish step keeps its buttons to share. */
export function declineToShare(): void {
  isDeclined = true;
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, '1');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
