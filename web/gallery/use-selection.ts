import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';

/**
 * Which images of the gallery are chosen. Undefined while none are being chosen. With Shift, all from the one that was chosen
 * last; with Ctrl or ⌘ and A, all that are loaded; Escape ends it.
 *
 * @param ids Of all images that can be chosen, in their order on the screen.
 */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [last, setLast] = useState<string>();
  const isChoosing = chosen !== undefined;
  const end = () => {
    setChosen(undefined);
    setLast(undefined);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog that is open takes its keys for itself.
    if (isDialogOpen()) return;
    if (event.key === 'Escape') end();
    const isInField = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (!(event.key === 'a' && (event.ctrlKey || event.metaKey)) || isInField) return;
    event.preventDefault();
    setChosen(new Set(ids));
  });
  useEffect(() => {
    if (!isChoosing) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isChoosing]);
  return {
    isChoosing,
    /** Without those that are gone meanwhile. */
    chosen: new Set(ids.filter((id) => chosen?.has(id))) as ReadonlySet<string>,
    begin: () => setChosen(new Set()),
    end,
    chooseAll: () => setChosen(new Set(ids)),
    toggle: (id: string, isRange: boolean) => {
      const from = last === undefined ? -1 : ids.indexOf(last);
      const to = ids.indexOf(id);
      setLast(id);
      setChosen((before = new Set()) => {
        if (isRange && from >= 0 && to >= 0)
          return new Set([...before, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]);
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
  };
}
