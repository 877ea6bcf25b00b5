import { useSyncExternalStore } from 'react';

/** Whole menus that this tab has seen running: their end is reported once, on any page. */

const storageKey = 'platepost.open-menus';
const listeners = new Set<() => void>();
/** Cache of the tab's storage, which is read once. */
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
    // Without storage, a reload loses them.
  }
  for (const listener of listeners) listener();
}

/** Adds a running menu. */
export function noteOpenMenu(id: string): void {
  if (!read().includes(id)) write([...read(), id]);
}

/** Removes a menu whose end was reported or seen. */
export function forgetOpenMenu(id: string): void {
  if (read().includes(id)) write(read().filter((each) => each !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the menus whose end has not been reported. */
export function useOpenMenus(): readonly string[] {
  return useSyncExternalStore(subscribe, read);
}
