import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Generation } from '#shared/api/generations.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import type { CallReply, CallRequest } from '#web/lib/api-client.ts';
import { repeatsTransient } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';

/**
 * Polling intervals of a running generation in milliseconds: shorter at the beginning and at the end, where steps
 * follow quickly.
 */
const pollEvery = 1000;
const pollAtFirst = 300;
const pollNearTheEnd = 150;
/** The interval after a failed read: whoever is over a limit of requests must come below it. */
const pollAfterError = 5000;
/** Number of replies after which the first interval ends. */
const firstAnswers = 5;

/** One generation; polled while it runs or its words are being set, also in a background tab. */
export function generationQuery(generationId: string) {
  return queryOptions({
    queryKey: ['generation', generationId],
    queryFn: ({ signal }) => call('getGeneration', { params: { generationId } }, signal),
    refetchInterval: ({ state: { data: generation, dataUpdateCount, error } }) => {
      if (generation && !isOpen(generation) && !hasOpenWords(generation)) return false;
      if (error) return pollAfterError;
      if (generation === undefined) return pollEvery;
      if (hasOpenWords(generation)) return pollEvery;
      if (generation.step === 'finishing') return pollNearTheEnd;
      return dataUpdateCount <= firstAnswers ? pollAtFirst : pollEvery;
    },
    refetchIntervalInBackground: true,
    staleTime: (query) => {
      const { data } = query.state;
      return data && !isOpen(data) && !hasOpenWords(data) ? Number.POSITIVE_INFINITY : 0;
    },
  });
}

/** Whether other words are being set on its pictures. */
export function hasOpenWords({ words }: Pick<Generation, 'words'>): boolean {
  return words?.state === 'open';
}

/** Filter and order of a list of the gallery. */
export type GalleryList = Omit<NonNullable<CallRequest<'listGenerations'>['query']>, 'cursor' | 'limit'>;

type GalleryPages = InfiniteData<CallReply<'listGenerations'>>;

/** The gallery under any filter. */
export const galleryKey = ['gallery'] as const;

/** The gallery, page by page: all of it, newest first, unless the list says otherwise. */
export function galleryQuery(list: GalleryList) {
  return infiniteQueryOptions({
    queryKey: [...galleryKey, list],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listGenerations',
        { query: { limit: 48, ...list, ...(pageParam !== '' && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
    // Otherwise it would read every loaded page again. Each change of the gallery invalidates this query.
    refetchOnWindowFocus: false,
  });
}

/** Changes the gallery in every cached reply, for every filter. */
export function changeGallery(client: QueryClient, change: (gallery: GalleryPages) => GalleryPages): void {
  client.setQueriesData<GalleryPages>({ queryKey: galleryKey }, (gallery) => gallery && change(gallery));
}

/** Reads credits and gallery again after a generation has ended. */
export async function refreshAfterGeneration(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: meQuery.queryKey }),
    client.invalidateQueries({ queryKey: galleryKey }),
  ]);
}

/** Changes a generation in every cached reply that contains it. */
export function changeGeneration(
  client: QueryClient,
  id: string,
  change: (generation: Generation) => Generation,
): void {
  client.setQueryData(generationQuery(id).queryKey, (generation) => generation && change(generation));
  changeGallery(client, (gallery) => ({
    ...gallery,
    pages: gallery.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === id ? change(item) : item)),
    })),
  }));
}

/** Makes one variation the cover in the gallery. */
export function useSetCover() {
  const client = useQueryClient();
  return useMutation({
    // Of two quick choices, the second one must arrive last.
    scope: { id: 'cover' },
    mutationFn: ({ generationId, cover }: { generationId: string; cover: number }) =>
      call('setCover', { params: { generationId }, body: { cover } }),
    retry: repeatsTransient,
    onSuccess: (generation) => {
      client.setQueryData(generationQuery(generation.id).queryKey, generation);
      return client.invalidateQueries({ queryKey: galleryKey });
    },
  });
}
