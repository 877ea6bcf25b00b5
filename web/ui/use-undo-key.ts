import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';

/** Texts have an undo of their own, and so do dialogs. */
const ownUndo =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])';

/** Calls `undo` when Ctrl and Z, or ⌘ and Z, are pressed where no field and no dialog wants them. */
export function useUndoKey(undo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isKey || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(ownUndo)) return;
    if (isDialogOpen()) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
