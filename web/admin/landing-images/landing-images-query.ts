import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { useImageList } from '#web/admin/site-images/use-image-list.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

export const landingImagesQuery = queryOptions({
  queryKey: ['admin', 'landing-images'],
  queryFn: ({ signal }) => call('listAllLandingImages', {}, signal),
});

const { queryKey } = landingImagesQuery;

const updateFailed = (error: Error) => notify.error(words.updateFailed, { description: messageOf(error) });

/** Removal and reordering of existing images; each shows a toast with its outcome. */
export function useLandingImageChanges() {
  return useImageList<ManagedLandingImage>({
    queryKey,
    remove: (imageId) => call('deleteLandingImage', { params: { imageId } }),
    reorder: (body) => call('reorderLandingImages', { body }),
    deleted: words.deleted,
    onDeleteFailed: (error) => notify.error(words.deleteFailed, { description: messageOf(error) }),
    onReorderFailed: updateFailed,
  });
}

/** Changes the texts or the visibility of an image; shows a toast with the outcome. */
export function useUpdateLandingImage(imageId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { title?: string; description?: string; isActive?: boolean }) =>
      call('updateLandingImage', { params: { imageId }, body }),
    onSuccess: () => notify.success(words.updated),
    onError: updateFailed,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
