import { externalStore } from './external-store.ts';

/** Whole menus that this tab has seen running: their end is reported once, on any page. */

const storageKey = 'platepost.open-menus';
const ids = externalStore(read);

/** Ids of the menus whose end has not been reported. */
export const useOpenMenus = ids.useValue;

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(next: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage, a reload loses them.
  }
  ids.set(next);
}

/** Adds a running menu. */
export function noteOpenMenu(id: string): void {
  if (!ids.get().includes(id)) write([...ids.get(), id]);
}

/** Removes a menu whose end was reported or seen. */
export function forgetOpenMenu(id: string): void {
  if (ids.get().includes(id)) write(ids.get().filter((each) => each !== id));
}
