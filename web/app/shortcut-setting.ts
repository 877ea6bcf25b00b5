import { maySavePreferences } from '#web/lib/cookie-consent.ts';
import { externalStore } from '#web/lib/external-store.ts';

const storageKey = 'platepost.shortcuts';
const setting = externalStore(read);

/** Whether shortcuts are on on this device; on by default. */
export const useShortcutSetting = setting.useValue;

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Switches shortcuts on or off and, unless preferences were rejected, remembers it on this device. */
export function setShortcuts(on: boolean): void {
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  setting.set(on);
}
