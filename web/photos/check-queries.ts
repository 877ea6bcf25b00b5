import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { PhotoCheck } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';

/** Polling interval in milliseconds while data for the check is being computed. */
const pollEvery = 1000;

/** A photo, and the platform and image type that it is checked for. */
export interface Checked {
  readonly photoId: string;
  readonly platform: string;
  readonly imageType: string;
}

export function checkKey({ photoId, platform, imageType }: Checked) {
  return [...checksKey(photoId), platform, imageType] as const;
}

/** Prefix of the query keys of a photo's checks, which depend on its mask. */
export function checksKey(photoId: string) {
  return ['photo check', photoId] as const;
}

/** The check; starts the measurement. */
export function startedCheckQuery(checked: Checked) {
  return queryOptions({
    queryKey: ['started photo check', ...checkKey(checked)],
    queryFn: ({ signal }) => call('createPhotoCheck', { params: { ...checked } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A failed check starts again when the user comes back to it.
    gcTime: 0,
    retry: 1,
  });
}

/** The check; polled while it is incomplete. */
export function checkQuery(checked: Checked, first: PhotoCheck) {
  return queryOptions({
    queryKey: checkKey(checked),
    queryFn: ({ signal }) => call('getPhotoCheck', { params: { ...checked } }, signal),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.unfinished ? pollEvery : false),
    staleTime: 0,
  } satisfies UseQueryOptions<PhotoCheck, Error, PhotoCheck, ReturnType<typeof checkKey>>);
}
