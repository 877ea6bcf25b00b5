import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Photo } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { words as shared } from '#web/lib/words.ts';
import { maskKey, noteMask } from './photo-queries.ts';
import { words } from './words.ts';

/**
 * Saves a mask; without one, removes the saved mask. Continues after the dialog has closed; if it fails then, its message
 * saves the same mask again by one press.
 */
export function useSaveMask(photo: Photo) {
  const client = useQueryClient();
  const isOpen = useIsMounted();
  const params = { photoId: photo.id };
  const mutation = useMutation({
    mutationKey: maskKey(photo.id),
    scope: { id: `mask ${photo.id}` },
    mutationFn: (png: string | undefined) =>
      png === undefined ? call('deleteMask', { params }) : call('putMask', { params, body: { png } }),
    retry: (failures, error) => failures < 2 && isTransient(error),
    onSuccess: (changed) => {
      noteMask(client, changed);
      notify.success(words.saved);
    },
    onError: (error, png) => {
      if (isOpen.current) return;
      notify.error(words.notSaved, {
        description: messageOf(error),
        action: { label: shared.tryAgain, onClick: () => mutation.mutate(png) },
      });
    },
  });
  return mutation;
}
