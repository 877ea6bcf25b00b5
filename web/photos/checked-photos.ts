import { useSyncExternalStore } from 'react';

const storageKey = 'platepost.checked-photos';

/** Ids of photos whose cut-out a person has looked at and used, in this tab; where storage is blocked, until a reload. */
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

/** Ids of photos of which a person has looked at what is kept, and used it. */
export function useCheckedPhotos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => checked);
}

/** Remembers that a person has looked at what is kept of this photo and used it. */
export function noteChecked(photoId: string): void {
  checked = new Set(checked).add(photoId);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...checked]));
  } catch {
    // Storage is blocked or full.
  }
  for (const listener of listeners) listener();
}
