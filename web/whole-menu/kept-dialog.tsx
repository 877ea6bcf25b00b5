import { useEffect, useRef } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import { notify } from '#web/lib/notify.ts';
import { useDialogsInHistory } from '#web/lib/use-open-in-history.ts';
import { noteChecked } from '#web/photos/checked-photos.ts';
import { KeptDishDialog } from '#web/photos/kept-dish.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { Row } from './menu-draft.ts';
import { useLargeCopy } from './use-large-copy.ts';

/** Names of the dialog in the history: opened for one dish, or for the doubtful dishes one after the other. */
export const keptDialogName = (photoId: string) => `what we keep of ${photoId}`;
export const checkDialogName = (photoId: string) => `check what we keep of ${photoId}`;

interface KeptDialogProps {
  readonly rows: readonly Row[];
  readonly kept: ReadonlyMap<string, RowDish>;
  /** The photos of dishes that the user should check. */
  readonly toCheck: readonly Photo[];
  readonly fileOf: (key: string) => File | undefined;
}

/**
 * “What we keep” of the dish named by the history entry. While the doubtful dishes are checked, accepting one opens the
 * next; closing the dialog in any other way ends the check.
 */
export function KeptDialog({ rows, kept, toCheck, fileOf }: KeptDialogProps) {
  const { isOpen, openNext, close: closeDialog } = useDialogsInHistory();
  // Saving a mask may finish after the list of dishes has changed.
  const latest = useRef(toCheck);
  useEffect(() => {
    latest.current = toCheck;
  });
  for (const row of rows) {
    const photo = kept.get(row.key)?.photo;
    if (photo?.cutOut?.state !== 'made') continue;
    const isChecking = isOpen(checkDialogName(photo.id));
    if (!isChecking && !isOpen(keptDialogName(photo.id))) continue;
    const close = () => closeDialog(isChecking ? checkDialogName(photo.id) : keptDialogName(photo.id));
    return (
      <DialogOfRow
        key={photo.id}
        row={row}
        photo={photo}
        file={fileOf(row.key)}
        onUsed={() => {
          noteChecked(photo.id);
          const next = isChecking ? latest.current.find(({ id }) => id !== photo.id) : undefined;
          if (!next) return close();
          // On a phone, the message about saving would cover the close button of the next dialog.
          notify.clear();
          openNext(checkDialogName(next.id));
        }}
        onClose={close}
      />
    );
  }
  return null;
}

interface DialogOfRowProps {
  readonly row: Row;
  readonly photo: Photo;
  /** The chosen file; undefined after a reload. */
  readonly file: File | undefined;
  readonly onUsed: () => void;
  readonly onClose: () => void;
}

function DialogOfRow({ row, photo, file, onUsed, onClose }: DialogOfRowProps) {
  const src = useLargeCopy(row, file);
  return (
    <KeptDishDialog
      photo={photo}
      src={src}
      onUsed={onUsed}
      onClose={onClose}
      finalFocus={() => document.querySelector<HTMLElement>(`[data-photo="${photo.id}"]`)}
    />
  );
}
