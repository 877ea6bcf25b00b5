import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';

/** Polling interval while a cut-out is being made, in milliseconds; it takes one to eight seconds. */
const pollEvery = 1000;

/** The photo of a source, with its cut-out started. A source never changes its content. */
export function sourcePhotoQuery(source: GenerationSource) {
  return queryOptions({
    queryKey: ['photo of source', source],
    queryFn: async ({ signal }) => {
      const photo = await call('createPhoto', { body: { source } }, signal);
      return photo.cutOut === null ? call('createCutOut', { params: { photoId: photo.id } }, signal) : photo;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** A photo; polled while its cut-out is being made. */
export function photoQuery(photo: Photo) {
  return queryOptions({
    queryKey: photoKey(photo.id),
    queryFn: ({ signal }) => call('getPhoto', { params: { photoId: photo.id } }, signal),
    initialData: photo,
    refetchInterval: ({ state }) => (state.data?.cutOut?.state === 'making' ? pollEvery : false),
    staleTime: ({ state }) => (state.data?.cutOut?.state === 'making' ? 0 : Number.POSITIVE_INFINITY),
  } satisfies UseQueryOptions<Photo, Error, Photo, ReturnType<typeof photoKey>>);
}

export function photoKey(photoId: string) {
  return ['photo', photoId] as const;
}
