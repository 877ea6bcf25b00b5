import { externalStore } from '#web/lib/external-store.ts';

/** Ids of photos that this tab remembers, also across reloads; if storage is blocked, until a reload. */
function photoIds(storageKey: string) {
  const ids = externalStore<ReadonlySet<string>>(() => new Set(read(storageKey)));
  const add = (photoId: string) => {
    ids.set(new Set(ids.get()).add(photoId));
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...ids.get()]));
    } catch {
      // Storage is blocked or full.
    }
  };
  return { ...ids, add };
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

/** Ids of photos whose cut-out a person has checked and accepted. */
export const useCheckedPhotos = checked.useValue;

/** Whether a person has checked and accepted this photo's cut-out. */
export function isChecked(photoId: string): boolean {
  return checked.get().has(photoId);
}

/** Records that a person has checked and accepted this photo's cut-out. */
export const noteChecked = checked.add;

/** Whether a person has seen what is kept of this photo, or was asked to look. */
export function isShown(photoId: string): boolean {
  return shown.get().has(photoId);
}

/** Records that a person has seen what is kept of this photo, or was asked to look. */
export const noteShown = shown.add;
