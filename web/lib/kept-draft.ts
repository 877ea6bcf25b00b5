import * as z from 'zod/mini';

/** A draft that is kept in this tab over a reload and a sign-in until it is saved or discarded. */
export interface KeptDraft<T> {
  /** The draft; undefined if none is stored, or the stored text does not fit the schema. */
  readonly read: () => T | undefined;
  /** Replaces the draft; undefined deletes it, after it was saved or discarded. Without storage, a reload loses it. */
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
