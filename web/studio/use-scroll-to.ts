import { type RefObject, useCallback } from 'react';

/** Returns a function that scrolls a list to the card of a look. */
export function useScrollTo(list: RefObject<HTMLElement | null>): (id: string) => void {
  return useCallback(
    (id) => {
      const tile = list.current?.querySelector(`[data-look="${CSS.escape(id)}"]`);
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      tile?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'nearest', inline: 'center' });
    },
    [list],
  );
}
