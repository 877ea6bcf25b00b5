const key = 'platepost.no-share-offer';

/** Whether a download opens the offer to share; until somebody declines it on this device for good. */
export function offersToShare(): boolean {
  return localStorage.getItem(key) === null;
}

/** Declines the offer on this device. The publish step keeps its buttons to share. */
export function declineToShare(): void {
  localStorage.setItem(key, '1');
}
