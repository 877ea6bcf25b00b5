import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page is hydrated; before that, buttons are visible but do nothing. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
