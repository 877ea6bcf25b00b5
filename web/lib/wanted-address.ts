import { paths } from '#web/paths.ts';
import { wantedPlan } from './wanted-plan.ts';

const storageKey = 'platepost.wanted-address';

/** How long an address is remembered, in milliseconds: longer than a sign-in with a code by e-mail takes. */
const keepFor = 30 * 60_000;

interface Wanted {
  readonly path: string;
  /** When it was wanted, in milliseconds since 1970. */
  readonly at: number;
}

/** Remembers, for this tab, the page that requires a sign-in (a path of this site with its query). */
export function keepWantedAddress(path: string): void {
  if (!isOnThisSite(path)) return;
  try {
    const wanted: Wanted = { path, at: Date.now() };
    sessionStorage.setItem(storageKey, JSON.stringify(wanted));
  } catch {
    // Without storage, the sign-in leads to `/`.
  }
}

/**
 * Returns and forgets the page that was wanted within the last half hour before the sign-in, or undefined. Whoever
 * chose a plan is led to the credits page, which opens its checkout.
 */
export function takeWantedAddress(): string | undefined {
  if (wantedPlan() !== undefined) {
    dropWantedAddress();
    return paths.credits;
  }
  try {
    const { path, at } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Wanted>;
    dropWantedAddress();
    if (path === undefined || at === undefined || Date.now() - at > keepFor) return undefined;
    return isOnThisSite(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the page: it was wanted by somebody else, or before there was an account. */
export function dropWantedAddress(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** A page can be opened as `https://this.site//other.site`, of which the path alone leads to the other site. */
function isOnThisSite(path: string): boolean {
  const anywhere = 'https://site.invalid';
  return path.startsWith('/') && URL.canParse(path, anywhere) && new URL(path, anywhere).origin === anywhere;
}
