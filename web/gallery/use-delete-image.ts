import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { galleryQuery } from '#web/generations/generation-queries.ts';
import { call } from '#web/lib/api.ts';
import type { CallReply } from '#web/lib/api-client.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

type Pages = InfiniteData<CallReply<'listGenerations'>>;

/** The gallery without one image. */
export function withoutImage(gallery: Pages, id: string): Pages {
  const present = gallery.pages.some((page) => page.items.some((item) => item.id === id));
  if (!present) return gallery;
  return {
    ...gallery,
    pages: gallery.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.id !== id),
      total: page.total - 1,
    })),
  };
}

/** The gallery with an image back in its place of `before`; images that were deleted since stay away. */
export function withImageBack(gallery: Pages, before: Pages, id: string): Pages {
  if (gallery.pages.some((page) => page.items.some((item) => item.id === id))) return gallery;
  return {
    ...gallery,
    pages: gallery.pages.map((page, index) => {
      const was = before.pages[index]?.items ?? [];
      const at = was.findIndex((item) => item.id === id);
      const image = was[at];
      if (image === undefined) return { ...page, total: page.total + 1 };
      const left = new Set(was.slice(0, at).map((item) => item.id));
      const place = page.items.findLastIndex((item) => left.has(item.id)) + 1;
      return { ...page, items: page.items.toSpliced(place, 0, image), total: page.total + 1 };
    }),
  };
}

/** Deletes an image: it leaves the list at once and comes back if the delete fails. */
export function useDeleteImage() {
  const client = useQueryClient();
  const { queryKey } = galleryQuery;
  return useMutation({
    mutationFn: (generationId: string) => call('deleteGeneration', { params: { generationId } }),
    onMutate: async (generationId) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (gallery) => gallery && withoutImage(gallery, generationId));
      return { before };
    },
    onError: (_error, id, context) => {
      const before = context?.before;
      client.setQueryData(queryKey, (gallery) => gallery && before && withImageBack(gallery, before, id));
      notify.error(words.deleteFailed);
    },
    onSuccess: () => notify.success(words.deleted),
    // The list is up to date; the next visit reads it again.
    onSettled: () => client.invalidateQueries({ queryKey, refetchType: 'none' }),
  });
}

/** Deletes at the same time. */
const deletions = 4;

/** Deletes several images: they leave the list at once, and those that could not be deleted come back. */
export function useDeleteImages() {
  const client = useQueryClient();
  const { queryKey } = galleryQuery;
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const change = (to: (gallery: Pages) => Pages) =>
        client.setQueryData(queryKey, (gallery) => gallery && to(gallery));
      change((gallery) => ids.reduce(withoutImage, gallery));
      const waiting = [...ids];
      let failed = 0;
      const deleteNext = async (): Promise<void> => {
        const generationId = waiting.shift();
        if (generationId === undefined) return;
        try {
          await call('deleteGeneration', { params: { generationId } });
        } catch {
          failed += 1;
          if (before) change((gallery) => withImageBack(gallery, before, generationId));
        }
        return deleteNext();
      };
      await Promise.all(Array.from({ length: deletions }, deleteNext));
      return { deleted: ids.length - failed, failed };
    },
    onSuccess: ({ deleted, failed }) => {
      if (failed > 0) notify.error(words.deleteChosenFailed(failed));
      else notify.success(words.deletedChosen(deleted));
    },
    onSettled: () => client.invalidateQueries({ queryKey, refetchType: 'none' }),
  });
}
