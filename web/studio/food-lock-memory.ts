import { maySavePreferences } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.food-lock';

/** The last setting of the food lock on this device; off by default. */
export function rememberedFoodLock(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

/** Stores the setting of the food lock on this device, unless preferences were rejected. */
export function rememberFoodLock(on: boolean): void {
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the draft.
  }
}
