import { type DefaultError, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '#web/lib/notify.ts';

interface ListedImage {
  readonly id: string;
  readonly section: string;
  readonly displayOrder: number;
}

interface Order<Image extends ListedImage> {
  readonly section: Image['section'];
  readonly imageIds: string[];
}

interface ImageList<Image extends ListedImage> {
  /** Of the query that lists the images. */
  readonly queryKey: QueryKey;
  readonly remove: (imageId: string) => Promise<unknown>;
  readonly reorder: (order: Order<Image>) => Promise<{ images: Image[] }>;
  readonly deleted: string;
  readonly onDeleteFailed: (error: DefaultError) => void;
  readonly onReorderFailed: (error: DefaultError) => void;
}

/** Removes images of a managed list and changes their order, both at once on the screen. */
export function useImageList<Image extends ListedImage>(list: ImageList<Image>) {
  const { queryKey } = list;
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey });
  const change = (images: (known: Image[]) => Image[]) =>
    client.setQueryData<{ images: Image[] }>(queryKey, (known) => ({ images: images(known?.images ?? []) }));

  const remove = useMutation({
    mutationFn: list.remove,
    onSuccess: (_reply, id) => {
      change((images) => images.filter((image) => image.id !== id));
      notify.success(list.deleted);
    },
    onError: list.onDeleteFailed,
    onSettled: reread,
  });

  const reorderKey = ['reorder', ...queryKey];
  const reorder = useMutation({
    mutationKey: reorderKey,
    // One after another, so that the last change wins.
    scope: { id: reorderKey.join() },
    mutationFn: list.reorder,
    onMutate: async ({ section, imageIds }) => {
      await client.cancelQueries({ queryKey });
      change((images) =>
        images.map((image) =>
          image.section === section ? { ...image, displayOrder: imageIds.indexOf(image.id) + 1 } : image,
        ),
      );
    },
    onSuccess: ({ images }) => {
      if (client.isMutating({ mutationKey: reorderKey }) === 1) change(() => images);
    },
    onError: (error) => {
      list.onReorderFailed(error);
      void reread();
    },
  });

  return { remove, reorder, reread };
}
