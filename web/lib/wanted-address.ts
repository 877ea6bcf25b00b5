const storageKey = 'platepost.wanted-address';

/** Remembers, for this tab, the page that requires a sign-in (a path of this site with its query). */
export function keepWantedAddress(path: string): void {
  if (!isOnThisSite(path)) return;
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // Without storage, the sign-in leads to `/`.
  }
}

/** Returns and forgets the page that was wanted before the sign-in, or undefined. */
export function takeWantedAddress(): string | undefined {
  try {
    const path = sessionStorage.getItem(storageKey) ?? undefined;
    sessionStorage.removeItem(storageKey);
    return path !== undefined && isOnThisSite(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A page can be opened as `https://this.site//other.site`, of which the path alone leads to the other site. */
function isOnThisSite(path: string): boolean {
  const anywhere = 'https://site.invalid';
  return path.startsWith('/') && URL.canParse(path, anywhere) && new URL(path, anywhere).origin === anywhere;
}
