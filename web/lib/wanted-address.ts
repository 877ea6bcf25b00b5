const storageKey = 'platepost.wanted-address';

/** Remembers, for this tab, the page that somebody has to sign in for (a path of this site with its query). */
export function keepWantedAddress(path: string): void {
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // Where storage is forbidden the sign-in leads to the start.
  }
}

/** The page that was wanted before the sign-in, once; undefined when there was none. */
export function takeWantedAddress(): string | undefined {
  try {
    const path = sessionStorage.getItem(storageKey) ?? undefined;
    sessionStorage.removeItem(storageKey);
    return path;
  } catch {
    return undefined;
  }
}
