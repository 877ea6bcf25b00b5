import { useSyncExternalStore } from 'react';

/** Whole menus that this tab has seen being made: their end is told once, on whatever page it comes. */

const storageKey = 'platepost.open-menus';
const listeners = new Set<() => void>();
/** Of the tab's storage, which is read once. */
let ids: readonly string[] | undefined;

function read(): readonly string[] {
  if (ids) return ids;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    ids = [];
  }
  return ids;
}

function write(next: readonly string[]): void {
  ids = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Only a reload forgets them.
  }
  for (const listener of listeners) listener();
}

/** Notes a menu that is being made. */
export function noteOpenMenu(id: string): void {
  if (!read().includes(id)) write([...read(), id]);
}

/** Forgets a menu whose end was told or seen. */
export function forgetOpenMenu(id: string): void {
  if (read().includes(id)) write(read().filter((each) => each !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the menus whose end is still to be told. */
export function useOpenMenus(): readonly string[] {
  return useSyncExternalStore(subscribe, read);
}
