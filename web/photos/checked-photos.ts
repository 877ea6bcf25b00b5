const storageKey = 'platepost.checked-photos';

/** Ids of photos whose cut-out a person has looked at and used, in this tab; where storage is blocked, until a reload. */
const checked = new Set<string>(read());

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether a person has looked at what is kept of this photo and used it. */
export function isChecked(photoId: string): boolean {
  return checked.has(photoId);
}

/** Remembers that a person has looked at what is kept of this photo and used it. */
export function noteChecked(photoId: string): void {
  checked.add(photoId);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...checked]));
  } catch {
    // Storage is blocked or full.
  }
}
