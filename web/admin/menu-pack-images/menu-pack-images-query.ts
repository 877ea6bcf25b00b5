import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedMenuPackImage, MenuPackImage } from '#shared/api/site.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

interface Images {
  images: ManagedMenuPackImage[];
}

export const menuPackImagesQuery = queryOptions({
  queryKey: ['admin', 'menu-pack-images'],
  queryFn: ({ signal }): Promise<Images> => call('listAllMenuPackImages', {}, signal),
});

const { queryKey } = menuPackImagesQuery;

/** Actions on an existing pair; each shows a toast with its outcome. */
export function useMenuPackImageChanges() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey });

  const toggle = useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call('updateMenuPackImage', { params: { imageId: id }, body: { isActive } }),
    onSuccess: ({ isActive }) => notify.success(isActive ? words.activated : words.hidden),
    onError: (error) => notify.error(words.updateFailed(messageOf(error))),
    onSettled: reread,
  });

  const remove = useMutation({
    mutationFn: (id: string) => call('deleteMenuPackImage', { params: { imageId: id } }),
    onSuccess: (_reply, id) => {
      client.setQueryData<Images>(queryKey, (known) => ({
        images: known?.images.filter((image) => image.id !== id) ?? [],
      }));
      notify.success(words.deleted);
    },
    onError: (error) => notify.error(words.deleteFailed(messageOf(error))),
    onSettled: reread,
  });

  const reorderKey = ['reorder', ...queryKey];
  const reorder = useMutation({
    mutationKey: reorderKey,
    // One after another, so that the last change wins.
    scope: { id: reorderKey.join() },
    mutationFn: (body: { section: MenuPackImage['section']; imageIds: string[] }) =>
      call('reorderMenuPackImages', { body }),
    onMutate: async ({ section, imageIds }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<Images>(queryKey, (known) => ({
        images: (known?.images ?? []).map((image) =>
          image.section === section ? { ...image, displayOrder: imageIds.indexOf(image.id) + 1 } : image,
        ),
      }));
    },
    onSuccess: (reply) => {
      if (client.isMutating({ mutationKey: reorderKey }) === 1) client.setQueryData<Images>(queryKey, reply);
    },
    onError: (error) => {
      notify.error(words.updateFailed(messageOf(error)));
      void reread();
    },
  });

  return { toggle, remove, reorder };
}
