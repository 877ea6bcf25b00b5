import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isWanted } from '#shared/domain/gallery-filter.ts';
import { type GalleryList, galleryQuery } from '#web/generations/generation-queries.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { useHiddenImages } from './pending-deletion.ts';
import { filterOf } from './use-gallery-filter.ts';
import { words } from './words.ts';

/** The images of a list of the gallery, page by page, without those that are being deleted. */
export function useGallery(list: GalleryList) {
  const query = useInfiniteQuery({
    ...galleryQuery(list),
    placeholderData: (before) => before,
  });
  const { data, isPlaceholderData, hasNextPage } = query;
  const hidden = useHiddenImages();
  const images = useMemo(() => {
    const loaded = data?.pages.flatMap((page) => page.items) ?? [];
    // Until the API replies, the loaded images are filtered here.
    const wanted = isPlaceholderData
      ? loaded.filter((image) => isWanted({ ...image, name: image.menuItemName }, filterOf(list)))
      : loaded;
    return hidden.size === 0 ? wanted : wanted.filter(({ id }) => !hidden.has(id));
  }, [data, isPlaceholderData, list, hidden]);
  const total = data?.pages[0]?.total;
  const isRead = query.isSuccess && !isPlaceholderData;

  /** Loads the pages that are not loaded yet. Returns the ids of all finished images that could be loaded. */
  async function loadAll(): Promise<readonly string[]> {
    // An earlier failure does not count: this loads the page again that failed.
    let latest = { data, hasNextPage, isError: false };
    while (latest.hasNextPage && !latest.isError) latest = await query.fetchNextPage();
    if (latest.isError) notify.error(words.chooseAllFailed);
    const items = latest.data?.pages.flatMap((page) => page.items) ?? [];
    return items.filter((image) => !isOpen(image) && !hidden.has(image.id)).map(({ id }) => id);
  }

  return {
    query,
    images,
    /** The images without those that are still being made. */
    finished: images.filter((image) => !isOpen(image)),
    /** Number of images of the account, whatever the filter; undefined while unknown. */
    total: total === undefined ? undefined : Math.max(0, total - hidden.size),
    /** Whether the images are those of this list, and not yet those of the list before. */
    isRead,
    /** Whether there are no more images than these. */
    isWholeList: isRead && !hasNextPage,
    loadAll,
  };
}

export type Gallery = ReturnType<typeof useGallery>;
