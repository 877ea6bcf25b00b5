import { useSyncExternalStore } from 'react';

const storageKey = 'platepost.checked-photos';

/** Ids of photos whose cut-out a person has checked and accepted in this tab; if storage is blocked, until a reload. */
let checked: ReadonlySet<string> = new Set(read());
const listeners = new Set<() => void>();

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of photos whose cut-out a person has checked and accepted. */
export function useCheckedPhotos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => checked);
}

/** Records that a person has checked and accepted this photo's cut-out. */
export function noteChecked(photoId: string): void {
  checked = new Set(checked).add(photoId);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...checked]));
  } catch {
    // Storage is blocked or full.
  }
  for (const listener of listeners) listener();
}
