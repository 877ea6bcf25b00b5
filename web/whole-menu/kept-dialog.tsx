import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import { notify } from '#web/lib/notify.ts';
import { preparePhoto } from '#web/lib/photo.ts';
import { useDialogInHistory } from '#web/lib/use-open-in-history.ts';
import { noteChecked } from '#web/photos/checked-photos.ts';
import { KeptDishDialog } from '#web/photos/kept-dish.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { Row } from './menu-draft.ts';

/** Names of the dialog in the history: opened for one dish, and for one doubtful dish after the other. */
export const keptDialogName = (photoId: string) => `what we keep of ${photoId}`;
export const checkDialogName = (photoId: string) => `check what we keep of ${photoId}`;

interface KeptDialogProps {
  readonly rows: readonly Row[];
  readonly kept: ReadonlyMap<string, RowDish>;
  /** The dishes that somebody should look at. */
  readonly toCheck: readonly Photo[];
  readonly fileOf: (key: string) => File | undefined;
}

/**
 * “What we keep” of the dish that the history's entry names. While the doubtful ones are checked, the next one opens when
 * one is used; to close it in any other way ends that.
 */
export function KeptDialog({ rows, kept, toCheck, fileOf }: KeptDialogProps) {
  const { opened, openNext, close } = useDialogInHistory();
  // A mask that is being saved ends later than the dishes of its press were known.
  const latest = useRef(toCheck);
  useEffect(() => {
    latest.current = toCheck;
  });
  for (const row of rows) {
    const photo = kept.get(row.key)?.photo;
    if (photo?.cutOut?.state !== 'made') continue;
    const isChecking = opened === checkDialogName(photo.id);
    if (!isChecking && opened !== keptDialogName(photo.id)) continue;
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
          // On a phone, the message that it was saved would lie over the cross of the next one.
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
  /** The file that was picked; undefined after a reload. */
  readonly file: File | undefined;
  readonly onUsed: () => void;
  readonly onClose: () => void;
}

function DialogOfRow({ row: { key, preview }, photo, file, onUsed, onClose }: DialogOfRowProps) {
  // The row's copy is too small to paint on, but all there is after a reload, or when the file has changed.
  const { data: src } = useQuery({
    queryKey: ['large copy', key],
    queryFn: async () =>
      (file && (await preparePhoto(file).catch(() => undefined))?.preview) ?? preview ?? '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
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
