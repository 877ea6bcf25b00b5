import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';

/** Elements with an undo of their own: text fields and dialogs. */
const ownUndo =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])';

/** Calls `undo` for Ctrl or ⌘ and Z, unless a field or a dialog handles the key. */
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
