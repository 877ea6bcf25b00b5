import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the component is on the screen; for replies that arrive after it was closed. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
