import { type Query, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Collections } from '#shared/api/collections.ts';
import type { Generation } from '#shared/api/generations.ts';
import { maxMarked } from '#shared/domain/limits.ts';
import { changeGeneration, galleryKey } from '#web/generations/generation-queries.ts';
import { call } from '#web/lib/api.ts';
import { isNotFound, messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => call('listCollections', {}, signal),
  staleTime: 60_000,
});

/** The collections of the account. */
export function useCollections() {
  return useQuery({ ...collectionsQuery, select: ({ items }) => items });
}

/** Whether there is no collection with this id; false while they load, and without an id. */
export function useIsCollectionGone(id: string): boolean {
  const { data } = useQuery({ ...collectionsQuery, enabled: id !== '' });
  return id !== '' && data !== undefined && data.items.every((collection) => collection.id !== id);
}

interface NewCollection {
  readonly id: string;
  readonly name: string;
  /** Ids of the images that are put into it. */
  readonly images: readonly string[];
}

/** Creates and deletes a collection. */
export function useChangeCollections() {
  const client = useQueryClient();
  const { mutate: mark } = useMark();
  const keep = (collections: Collections) => client.setQueryData(collectionsQuery.queryKey, collections);
  const onMutate = () => notify.takeBack(words.collectionFailed);
  const onError = (error: unknown) => {
    notify.error(words.collectionFailed, { description: messageOf(error) });
    // Only the reply may have been lost.
    return client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
  };
  const create = useMutation({
    onMutate,
    mutationFn: ({ id, name }: NewCollection) =>
      call('saveCollection', { params: { collectionId: id }, body: { name } }),
    retry: repeatsTransient,
    onSuccess: (collections, { id, images }) => {
      keep(collections);
      mark({ ids: images, collection: { id, isIn: true } });
    },
    onError,
  });
  const remove = useMutation({
    onMutate,
    mutationFn: (id: string) => call('deleteCollection', { params: { collectionId: id } }),
    retry: repeatsTransient,
    onSuccess: keep,
    onError,
  });
  return { create, remove };
}

interface Marks {
  readonly ids: readonly string[];
  readonly favourite?: boolean;
  readonly collection?: { readonly id: string; readonly isIn: boolean };
}

type Marked = Pick<Generation, 'favourite' | 'collections'>;

const markKey = ['mark'] as const;
/** Lists that must be read again when no more marks are on their way: a mark has cancelled their reading, or failed. */
const unread = new Set<Query>();

/** Marks pictures as favourites or puts them into a collection. An optimistic update, rolled back on failure. */
export function useMark() {
  const client = useQueryClient();
  /** Returns what the pictures were marked with before. */
  const show = ({ ids, favourite, collection }: Marks): ReadonlyMap<string, Marked> => {
    const before = new Map<string, Marked>();
    for (const id of new Set(ids))
      changeGeneration(client, id, (generation) => {
        before.set(id, { favourite: generation.favourite, collections: generation.collections });
        return {
          ...generation,
          ...(favourite !== undefined && { favourite }),
          ...(collection && {
            collections: [
              ...generation.collections.filter((each) => each !== collection.id),
              ...(collection.isIn ? [collection.id] : []),
            ],
          }),
        };
      });
    return before;
  };
  const cache = client.getQueryCache();
  return useMutation({
    mutationKey: markKey,
    // Of two quick presses on a heart, the second one must arrive last.
    scope: { id: 'mark' },
    mutationFn: async ({ ids, ...marks }: Marks) => {
      for (let at = 0; at < ids.length; at += maxMarked)
        await call('markGenerations', { body: { generationIds: ids.slice(at, at + maxMarked), ...marks } });
    },
    retry: repeatsTransient,
    onMutate: async (marks) => {
      notify.takeBack(words.markFailed);
      for (const list of cache.findAll({ queryKey: galleryKey, fetchStatus: 'fetching' })) unread.add(list);
      await client.cancelQueries({ queryKey: galleryKey });
      return show(marks);
    },
    onError: (error, _marks, before = new Map<string, Marked>()) => {
      for (const [id, marked] of before)
        changeGeneration(client, id, (generation) => ({ ...generation, ...marked }));
      notify.error(words.markFailed, { description: messageOf(error) });
      // The collection was deleted elsewhere.
      if (isNotFound(error)) void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      for (const list of cache.findAll({ queryKey: galleryKey })) unread.add(list);
    },
    // Lists with other filters are read again when they are next shown.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: galleryKey, type: 'inactive', refetchType: 'none' }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: markKey }) > 1) return;
      const wanted = new Set(unread);
      unread.clear();
      void client.invalidateQueries({ predicate: (query) => wanted.has(query) });
    },
  });
}
