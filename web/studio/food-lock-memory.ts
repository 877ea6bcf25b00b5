import { maySavePreferences } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.food-lock';

/** Whether the food lock was on when it was last set on this device; off until then. */
export function rememberedFoodLock(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

/** Keeps the food lock's position on this device, unless preferences were rejected. */
export function rememberFoodLock(on: boolean): void {
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the draft.
  }
}
