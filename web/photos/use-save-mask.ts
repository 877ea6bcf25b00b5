import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Photo } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';
import { isConflict, isTransient, messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { words as shared } from '#web/lib/words.ts';
import { maskKey, noteMask, rereadPhoto } from './photo-queries.ts';
import { unsavedMask } from './unsaved-mask.ts';
import { words } from './words.ts';

interface SavedMask {
  /** Undefined for the cut-out. */
  readonly png: string | undefined;
  /** The version that the mask was edited from. */
  readonly replaces: string;
}

/**
 * Saves a mask, unless another tab has saved one since it was loaded: that one is loaded again, with the corrections of
 * this tab on it. Continues after the dialog has closed; if it fails then, its message saves the same mask again by one
 * press, or the mask is kept for the next time.
 */
export function useSaveMask(photo: Photo) {
  const client = useQueryClient();
  const isOpen = useIsMounted();
  const params = { photoId: photo.id };
  const mutation = useMutation({
    mutationKey: maskKey(photo.id),
    scope: { id: `mask ${photo.id}` },
    mutationFn: ({ png, replaces }: SavedMask) =>
      png === undefined
        ? call('deleteMask', { params, query: { replaces } })
        : call('putMask', { params, body: { png, replaces } }),
    retry: repeatsTransient,
    onSuccess: (changed) => {
      noteMask(client, changed);
      notify.success(words.saved);
    },
    onError: (error, mask) => {
      const isOther = isConflict(error);
      // After a lost reply, the mask of this tab may be the one that the next must replace.
      if (isOther || isTransient(error)) rereadPhoto(client, photo.id);
      if (isOpen.current) return;
      if (isOther && mask.png !== undefined) unsavedMask(photo.id).keep({ png: mask.png });
      notify.error(words.notSaved, {
        description: isOther ? words.correctedElsewhere : messageOf(error),
        ...(!isOther && { action: { label: shared.tryAgain, onClick: () => mutation.mutate(mask) } }),
      });
    },
  });
  return mutation;
}
