import { type RefObject, useCallback } from 'react';

/** Returns a function that brings the tile of a look into view, inside its list and nowhere else. */
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
