import { externalStore } from './external-store.ts';

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
const state = externalStore(() => stateOf(read()), unknown);

/** The choice and what the banner shows. */
export const useCookieConsent = state.useValue;

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

function stateOf(choice: CookieChoice | undefined): State {
  return { choice, banner: choice === undefined ? 'asking' : 'hidden' };
}

/** Stores a choice, and removes what it does not allow from this device. */
export function choose(choice: CookieChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
    if (!choice.preferences) for (const key of preferenceKeys) localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage keeps nothing; the banner appears again next time.
  }
  state.set(stateOf(choice));
}

/** Shows the banner, hides it without a choice, or opens its settings. */
export function showBanner(banner: Banner): void {
  state.set({ ...state.get(), banner });
}

/** Whether settings may be kept on this device: yes, unless the visitor refused. */
export function maySavePreferences(): boolean {
  return state.get().choice?.preferences ?? true;
}

/** Takes over a choice that was made in another tab. A key of null means that the whole storage was cleared. */
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey || key === null) state.set(stateOf(read()));
});
