import { useSyncExternalStore } from 'react';

/** A value outside of React that components follow. */
interface ExternalStore<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** The value; renders again when it changes. */
  readonly useValue: () => Value;
}

/**
 * @param read Reads the first value, when it is first asked for.
 * @param prerendered The value in a page that is prerendered; by default, the current one.
 */
export function externalStore<Value extends NonNullable<unknown>>(
  read: () => Value,
  prerendered?: Value,
): ExternalStore<Value> {
  const listeners = new Set<() => void>();
  let value: Value | undefined;
  const get = () => {
    value ??= read();
    return value;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, get, () => prerendered ?? get()),
  };
}
