import { useEffect, useEffectEvent } from 'react';
import { type Mask, writeMask } from './mask-file.ts';
import { unsavedMask } from './unsaved-mask.ts';

/**
 * Keeps the unsaved mask for the next time when the page is hidden, which a phone may then discard, and when the editor
 * disappears, for example because the session has ended.
 * @param current The unsaved mask; `undefined` if there is none any more, `'unknown'` while it is being loaded.
 */
export function useKeepUnsavedMask(photoId: string, current: () => Mask | undefined | 'unknown'): void {
  const keep = useEffectEvent(() => {
    const mask = current();
    if (mask !== 'unknown') unsavedMask(photoId).keep(mask && { png: writeMask(mask) });
  });
  useEffect(() => {
    const keepIfHidden = () => {
      if (document.hidden) keep();
    };
    document.addEventListener('visibilitychange', keepIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', keepIfHidden);
      keep();
    };
  }, []);
}
