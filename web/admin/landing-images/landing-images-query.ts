import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LandingImage, ManagedLandingImage } from '#shared/api/site.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

interface Images {
  images: ManagedLandingImage[];
}

export const landingImagesQuery = queryOptions({
  queryKey: ['admin', 'landing-images'],
  queryFn: ({ signal }): Promise<Images> => call('listAllLandingImages', {}, signal),
});

const { queryKey } = landingImagesQuery;

/** Actions on an existing image; each shows a toast with its outcome. */
export function useLandingImageChanges() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey });

  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; title?: string; description?: string; isActive?: boolean }) =>
      call('updateLandingImage', { params: { imageId: id }, body }),
    onSuccess: () => notify.success(words.updated),
    onError: (error) => notify.error(words.updateFailed, { description: messageOf(error) }),
    onSettled: reread,
  });

  const remove = useMutation({
    mutationFn: (id: string) => call('deleteLandingImage', { params: { imageId: id } }),
    onSuccess: (_reply, id) => {
      client.setQueryData<Images>(queryKey, (known) => ({
        images: known?.images.filter((image) => image.id !== id) ?? [],
      }));
      notify.success(words.deleted);
    },
    onError: (error) => notify.error(words.deleteFailed, { description: messageOf(error) }),
    onSettled: reread,
  });

  const reorderKey = ['reorder', ...queryKey];
  const reorder = useMutation({
    mutationKey: reorderKey,
    // One after another, so that the last change wins.
    scope: { id: reorderKey.join() },
    mutationFn: (body: { section: LandingImage['section']; imageIds: string[] }) =>
      call('reorderLandingImages', { body }),
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
      notify.error(words.updateFailed, { description: messageOf(error) });
      void reread();
    },
  });

  return { update, remove, reorder };
}
