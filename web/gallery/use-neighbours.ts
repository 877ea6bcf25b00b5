import { useEffect } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import type { Gallery } from './use-gallery.ts';

/** The viewer loads more images when it is this close to the last loaded one. */
const nextInAdvance = 5;

/**
 * Functions that show the image before and after the viewed one; undefined at the ends of the list. Loads the next page
 * before the viewer reaches the last loaded image.
 */
export function useNeighbours(
  viewed: Generation | undefined,
  { query, finished }: Gallery,
  show: (id: string) => void,
) {
  const at = viewed ? finished.findIndex(({ id }) => id === viewed.id) : -1;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isNearEnd = at >= 0 && at >= finished.length - nextInAdvance;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, fetchNextPage]);
  const showAt = (index: number) => {
    const image = at < 0 ? undefined : finished[index];
    return image && (() => show(image.id));
  };
  return { previous: showAt(at - 1), next: showAt(at + 1) };
}
