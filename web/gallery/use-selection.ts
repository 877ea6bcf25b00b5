import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';

/**
 * The chosen images of the gallery; undefined while the selection mode is off. Shift selects the range from the image
 * chosen last; Ctrl or ⌘ and A selects all images; Escape ends the selection.
 * @param ids Ids of all images that can be chosen, in their order on the screen.
 * @param onAll Called by the keys that select all.
 */
export function useSelection(ids: readonly string[], onAll: () => void) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [last, setLast] = useState<string>();
  const isChoosing = chosen !== undefined;
  const end = () => {
    setChosen(undefined);
    setLast(undefined);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // An open dialog handles its keys itself.
    if (isDialogOpen()) return;
    if (event.key === 'Escape') end();
    const isInField = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (!(event.key === 'a' && (event.ctrlKey || event.metaKey)) || isInField) return;
    event.preventDefault();
    onAll();
  });
  useEffect(() => {
    if (!isChoosing) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isChoosing]);
  return {
    isChoosing,
    /** Without images that no longer exist. */
    chosen: new Set(ids.filter((id) => chosen?.has(id))) as ReadonlySet<string>,
    begin: () => setChosen(new Set()),
    end,
    choose: (wanted: readonly string[]) => setChosen(new Set(wanted)),
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
