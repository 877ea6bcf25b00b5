import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';

interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** The image chosen last, where a range begins. */
  readonly last: string | undefined;
}

/** A change of the selection, which is undefined while the selection mode is off. */
type Change = (before: Selection | undefined, ids: readonly string[]) => Selection | undefined;

/**
 * The chosen images of the gallery. Shift selects the range from the image chosen last; Ctrl or ⌘ and A selects all
 * images; Escape ends the selection.
 * @param ids Ids of all images that can be chosen, in their order on the screen.
 * @param loadAll Returns the ids of all images of the list, also of those that are not on the screen yet.
 */
export function useSelection(ids: readonly string[], loadAll: () => Promise<readonly string[]>) {
  // The reducer knows the ids of the latest render, so `toggle` never changes: memoized cards depend on it.
  const [selection, change] = useReducer(
    (before: Selection | undefined, apply: Change) => apply(before, ids),
    undefined,
  );
  const [isChoosingAll, setChoosingAll] = useState(false);
  const isChoosing = selection !== undefined;
  /** Without images that no longer exist. */
  const chosen: ReadonlySet<string> = new Set(ids.filter((id) => selection?.chosen.has(id)));
  const end = () => change(() => undefined);
  const toggle = useCallback((id: string, isRange: boolean) => change(toggled(id, isRange)), []);

  async function chooseAll(): Promise<void> {
    if (isChoosingAll) return;
    setChoosingAll(true);
    const all = await loadAll();
    setChoosingAll(false);
    // The selection may have been ended meanwhile.
    change((before) => before && { ...before, chosen: new Set(all) });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // An open dialog handles its keys itself.
    if (isDialogOpen()) return;
    if (event.key === 'Escape') end();
    const isInField = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (!(event.key === 'a' && (event.ctrlKey || event.metaKey)) || isInField) return;
    event.preventDefault();
    void chooseAll();
  });
  useEffect(() => {
    if (!isChoosing) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isChoosing]);

  return {
    isChoosing,
    chosen,
    begin: () => change(() => ({ chosen: new Set(), last: undefined })),
    end,
    toggle,
    chooseAll: () => void chooseAll(),
    /** Whether images that are not on the screen yet are being loaded, to choose them too. */
    isChoosingAll,
  };
}

/** Chooses an image or takes it back, or adds the images between it and the last one. */
function toggled(id: string, isRange: boolean): Change {
  return (before, ids) => {
    const chosen = new Set(before?.chosen);
    const from = before?.last === undefined ? -1 : ids.indexOf(before.last);
    const to = ids.indexOf(id);
    if (isRange && from >= 0 && to >= 0) {
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) chosen.add(each);
    } else if (!chosen.delete(id)) {
      chosen.add(id);
    }
    return { chosen, last: id };
  };
}
