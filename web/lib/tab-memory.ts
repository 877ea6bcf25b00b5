/** Lifetime of a text in milliseconds: longer than a sign-up with a mailed code takes. */
const keepFor = 30 * 60_000;

interface Stored {
  readonly text: string;
  /** Time of storing, in milliseconds since 1970. */
  readonly at: number;
}

/** A text that this tab stores for half an hour, also across reloads. If storage is blocked, it is not stored. */
export interface TabMemory {
  /** Replaces the previous text. */
  readonly keep: (text: string) => void;
  /**
   * The text; undefined if none was stored within the last half hour. The caller must validate it, because other code
   * may have written it.
   */
  readonly read: () => string | undefined;
  readonly drop: () => void;
}

export function tabMemory(storageKey: string): TabMemory {
  return {
    keep: (text) => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify({ text, at: Date.now() } satisfies Stored));
      } catch {
        // Storage is blocked or full.
      }
    },
    read: () => {
      try {
        const { text, at } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Stored>;
        if (typeof text !== 'string' || at === undefined || Date.now() - at > keepFor) return undefined;
        return text;
      } catch {
        return undefined;
      }
    },
    drop: () => {
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Storage is blocked, so nothing is stored.
      }
    },
  };
}
