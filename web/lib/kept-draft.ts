import * as z from 'zod/mini';

/** What is being edited in this tab, kept over a reload and a sign-in until it is saved or discarded. */
export interface KeptDraft<T> {
  /** The draft; undefined where none is kept, or something else. */
  readonly read: () => T | undefined;
  /** Replaces the draft; undefined once it is saved or discarded. Without storage, a reload loses it. */
  readonly keep: (draft: T | undefined) => void;
}

export function keptDraft<T>(storageKey: string, schema: z.ZodMiniType<T>): KeptDraft<T> {
  return {
    read: () => {
      try {
        return z.safeParse(schema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')).data;
      } catch {
        return undefined;
      }
    },
    keep: (draft) => {
      try {
        if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft));
        else sessionStorage.removeItem(storageKey);
      } catch (error) {
        reportError(error);
      }
    },
  };
}
