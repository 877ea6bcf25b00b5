import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ManagedMenuPackImage } from '#shared/api/site.ts';
import { useImageList } from '#web/admin/site-images/use-image-list.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

export const menuPackImagesQuery = queryOptions({
  queryKey: ['admin', 'menu-pack-images'],
  queryFn: ({ signal }) => call('listAllMenuPackImages', {}, signal),
});

const { queryKey } = menuPackImagesQuery;

/** Actions on an existing pair; each shows a toast with its outcome. */
export function useMenuPackImageChanges() {
  const updateFailed = (error: Error) => notify.error(words.updateFailed(messageOf(error)));
  const { remove, reorder, reread } = useImageList<ManagedMenuPackImage>({
    queryKey,
    remove: (imageId) => call('deleteMenuPackImage', { params: { imageId } }),
    reorder: (body) => call('reorderMenuPackImages', { body }),
    deleted: words.deleted,
    onDeleteFailed: (error) => notify.error(words.deleteFailed(messageOf(error))),
    onReorderFailed: updateFailed,
  });
  const toggle = useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call('updateMenuPackImage', { params: { imageId: id }, body: { isActive } }),
    onSuccess: ({ isActive }) => notify.success(isActive ? words.activated : words.hidden),
    onError: updateFailed,
    onSettled: reread,
  });
  return { toggle, remove, reorder };
}
