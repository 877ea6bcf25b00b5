import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Ids of photos that this tab remembers, also across reloads; if storage is blocked, until a reload. */
function photoIds(storageKey: string) {
  let ids: ReadonlySet<string> = new Set(read(storageKey));
  return {
    all: () => ids,
    add: (photoId: string) => {
      ids = new Set(ids).add(photoId);
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...ids]));
      } catch {
        // Storage is blocked or full.
      }
      for (const listener of listeners) listener();
    },
  };
}

function read(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

const checked = photoIds('platepost.checked-photos');
const shown = photoIds('platepost.shown-photos');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of photos whose cut-out a person has checked and accepted. */
export function useCheckedPhotos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, checked.all);
}

/** Whether a person has checked and accepted this photo's cut-out. */
export function isChecked(photoId: string): boolean {
  return checked.all().has(photoId);
}

/** Records that a person has checked and accepted this photo's cut-out. */
export const noteChecked = checked.add;

/** Whether a person has seen what is kept of this photo, or was asked to look. */
export function isShown(photoId: string): boolean {
  return shown.all().has(photoId);
}

/** Records that a person has seen what is kept of this photo, or was asked to look. */
export const noteShown = shown.add;
