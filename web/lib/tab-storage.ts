/** What a tab stores for its user over a reload. */
export interface TabStorage<T> {
  /** Undefined if nothing is stored, or what is stored is of another version. */
  readonly read: (userId: string) => T | undefined;
  /** If the storage is full or blocked, a reload loses the state. */
  readonly write: (userId: string, state: T) => void;
}

/** @param version To be incremented when the state of an earlier release can no longer be read */
export function tabStorage<T>(name: string, version: number): TabStorage<T> {
  const key = (userId: string) => `${name}.${userId}`;
  return {
    read: (userId) => {
      try {
        const stored = JSON.parse(sessionStorage.getItem(key(userId)) ?? 'null') as {
          version: number;
          state: T;
        } | null;
        return stored?.version === version ? stored.state : undefined;
      } catch {
        return undefined;
      }
    },
    write: (userId, state) => {
      try {
        sessionStorage.setItem(key(userId), JSON.stringify({ version, state }));
      } catch (error) {
        reportError(error);
      }
    },
  };
}
