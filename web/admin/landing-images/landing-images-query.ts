import { queryOptions, useMutation } from '@tanstack/react-query';
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

/** Actions on an existing image; each shows a toast with its outcome. */
export function useLandingImageChanges() {
  const updateFailed = (error: Error) => notify.error(words.updateFailed, { description: messageOf(error) });
  const { remove, reorder, reread } = useImageList<ManagedLandingImage>({
    queryKey,
    remove: (imageId) => call('deleteLandingImage', { params: { imageId } }),
    reorder: (body) => call('reorderLandingImages', { body }),
    deleted: words.deleted,
    onDeleteFailed: (error) => notify.error(words.deleteFailed, { description: messageOf(error) }),
    onReorderFailed: updateFailed,
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; title?: string; description?: string; isActive?: boolean }) =>
      call('updateLandingImage', { params: { imageId: id }, body }),
    onSuccess: () => notify.success(words.updated),
    onError: updateFailed,
    onSettled: reread,
  });
  return { update, remove, reorder };
}
