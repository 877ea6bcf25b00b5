import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page came alive: before that a button can be seen, but nobody hears it. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
