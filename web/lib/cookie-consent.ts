import { useSyncExternalStore } from 'react';

/** A visitor's choice about optional data in the browser (back office, section 2). */
export interface CookieChoice {
  readonly choice: 'accepted' | 'rejected' | 'customized';
  /** Keeps settings such as light or dark on this device. */
  readonly preferences: boolean;
  /** Would allow counting visits. Nothing counts them today. */
  readonly statistics: boolean;
}

const storageKey = 'platepost.cookie-consent';
/** Kept only with consent to preferences. */
const preferenceKeys = [
  'platepost.color-mode',
  'platepost.food-lock',
  'platepost.no-share-offer',
  'platepost.post-wish',
  'platepost.ready-offer',
  'platepost.shortcuts',
];

type Banner = 'hidden' | 'asking' | 'customising';

interface State {
  /** Undefined until the visitor has chosen. */
  readonly choice: CookieChoice | undefined;
  readonly banner: Banner;
}

/**
 * The state while pages are prerendered, without a choice. The banner is part of the page, so that it is painted
 * with it; styles hide it after a choice (the snippet in index.html sets them) and without JavaScript.
 */
const unknown: State = { choice: undefined, banner: 'asking' };
let state: State | undefined;
const listeners = new Set<() => void>();

function read(): CookieChoice | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('choice' in stored)) return undefined;
    const { choice } = stored;
    if (choice === 'accepted') return { choice, preferences: true, statistics: true };
    if (choice === 'rejected') return { choice, preferences: false, statistics: false };
    if (choice !== 'customized') return undefined;
    return {
      choice,
      preferences: 'preferences' in stored && stored.preferences === true,
      statistics: 'statistics' in stored && stored.statistics === true,
    };
  } catch {
    return undefined;
  }
}

function current(): State {
  if (state === undefined) {
    const choice = read();
    state = { choice, banner: choice === undefined ? 'asking' : 'hidden' };
  }
  return state;
}

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Stores a choice, and removes what it does not allow from this device. */
export function choose(choice: CookieChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
    if (!choice.preferences) for (const key of preferenceKeys) localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage keeps nothing; the banner appears again next time.
  }
  set({ choice, banner: 'hidden' });
}

/** Shows the banner, hides it without a choice, or opens its settings. */
export function showBanner(banner: Banner): void {
  set({ ...current(), banner });
}

/** Whether settings may be kept on this device: yes, unless the visitor refused. */
export function maySavePreferences(): boolean {
  return current().choice?.preferences ?? true;
}

/** Takes over a choice that was made in another tab. A key of null means that the whole storage was cleared. */
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return;
  state = undefined;
  set(current());
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice and what the banner shows. */
export function useCookieConsent(): State {
  return useSyncExternalStore(subscribe, current, () => unknown);
}
