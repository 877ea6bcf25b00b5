import { useSyncExternalStore } from 'react';
import { maySavePreferences } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.shortcuts';
const listeners = new Set<() => void>();
let areOn: boolean | undefined;

/** Whether shortcuts are on on this device; on by default. */
function read(): boolean {
  try {
    areOn ??= localStorage.getItem(storageKey) !== 'off';
  } catch {
    areOn = true;
  }
  return areOn;
}

/** Switches shortcuts on or off and, unless preferences were rejected, remembers it on this device. */
export function setShortcuts(on: boolean): void {
  areOn = on;
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useShortcutSetting(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
