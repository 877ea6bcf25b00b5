import { paths } from '#web/paths.ts';
import { tabMemory } from './tab-memory.ts';
import { wantedPlan } from './wanted-plan.ts';

const memory = tabMemory('platepost.wanted-address');

/** Stores, for this tab, the page that requires a sign-in (a path of this site with its query). */
export function keepWantedAddress(path: string): void {
  if (isOnThisSite(path)) memory.keep(path);
}

/**
 * Returns and deletes the page that was requested within the last half hour before the sign-in, or undefined. A visitor
 * who chose a plan gets the credits page, which starts the checkout of that plan.
 */
export function takeWantedAddress(): string | undefined {
  const path = memory.read();
  memory.drop();
  if (wantedPlan() !== undefined) return paths.credits;
  return path !== undefined && isOnThisSite(path) ? path : undefined;
}

/** Deletes the page: another user requested it, or it was requested before there was an account. */
export function dropWantedAddress(): void {
  memory.drop();
}

/** `https://this.site//other.site` is a page of this site, but its path on its own leads to the other site. */
function isOnThisSite(path: string): boolean {
  const anywhere = 'https://site.invalid';
  return path.startsWith('/') && URL.canParse(path, anywhere) && new URL(path, anywhere).origin === anywhere;
}
