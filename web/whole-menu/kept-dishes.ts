import { onlineManager, type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import type { PhotoMeasures } from '#shared/domain/measure-photo.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useCheckedPhotos } from '#web/photos/checked-photos.ts';
import {
  adviceOn,
  type KeptState,
  keptStateOf,
  type PhotoProblem,
  unsolvableIn,
} from '#web/photos/photo-advice.ts';
import {
  isInProgress,
  measuresQuery,
  photoByIdQuery,
  photoQuery,
  photosOfSources,
  sourcePhotoQuery,
} from '#web/photos/photo-queries.ts';
import type { Row } from './menu-draft.ts';

/** Number of dishes that are cut out concurrently: fifty would use up the quota of the models. */
const atOnce = 2;
/** Milliseconds after which lost requests are repeated if the browser does not report that it is online. */
export const tryAgainAfter = 15_000;

/** What is known about the dish in a row's photo. */
export interface RowDish {
  /** Undefined until the dish was cut out. */
  readonly photo: Photo | undefined;
  /** `unknown`: the dish is not being cut out, or that failed. */
  readonly state: KeptState | 'unknown';
  /** A problem that only another photo solves. */
  readonly problem: PhotoProblem | undefined;
  /** The most important advice if nothing must be checked; it blocks nothing. */
  readonly tip: PhotoProblem | undefined;
  /** Whether the user should check it: it is doubtful, has not been checked, and its data is complete. */
  readonly isToCheck: boolean;
}

/** For a photo that is not uploaded. */
export const unknownDish: RowDish = {
  photo: undefined,
  state: 'unknown',
  problem: undefined,
  tip: undefined,
  isToCheck: false,
};

/**
 * Cuts out the dishes of the uploaded photos, two at a time in the order of the rows, while the screen is open. A
 * failed photo is not tried again, and after a refusal for the day no other is started; all of them can still be used.
 * Lost requests are repeated when the connection is back; until then, no other is started.
 * @returns What is known, by the keys of the rows.
 */
export function useKeptDishes(rows: readonly Row[]): ReadonlyMap<string, RowDish> {
  const checked = useCheckedPhotos();
  const uploaded = rows.flatMap(({ key, preview, upload }) =>
    upload.state === 'done'
      ? [{ key, preview, source: { type: 'upload', uploadId: upload.uploadId } as const }]
      : [],
  );
  // These queries only observe the cache; requests are started below, in turn.
  const found = useQueries({
    queries: uploaded.map(({ source }) => ({ ...sourcePhotoQuery(source), enabled: false })),
  });
  const polled = useQueries({ queries: found.flatMap(({ data }) => (data ? [photoQuery(data)] : [])) });
  const photos = new Map(polled.map(({ data }) => [data.id, data]));
  const dishes = uploaded.map((dish, index) => {
    const query = found[index];
    return { ...dish, query, photo: query?.data && photos.get(query.data.id) };
  });

  const busy = dishes.filter(({ query, photo }) => query?.isFetching || isInProgress(photo));
  const isCutOff = found.some(({ error }) => isLost(error));
  useAgainWhenConnected(isCutOff);
  const waiting =
    isCutOff || found.some(({ error }) => isRefusedForToday(error))
      ? []
      : dishes.filter(({ query }) => query?.isPending && !query.isFetching);
  useQueries({
    queries: [
      ...busy.filter(({ query }) => query?.isFetching),
      ...waiting.slice(0, Math.max(0, atOnce - busy.length)),
    ].map(({ source }) => sourcePhotoQuery(source)),
  });

  const lit = uploaded.flatMap(({ key, preview }) => (preview === null ? [] : [{ key, preview }]));
  const measured = useQueries({ queries: lit.map(lightQuery) });
  const light = new Map(lit.map(({ key }, index) => [key, measured[index]?.data] as const));

  return new Map(
    dishes.map(({ key, query, photo }) => {
      const measures = light.get(key);
      const [problem] = unsolvableIn(measures, photo);
      if (!photo) return [key, { ...unknownDish, problem, ...(query?.isFetching && { state: 'making' }) }];
      const state = keptStateOf(photo, checked);
      const tip = adviceOn(measures, photo).find((advice) => isToldIn(state, advice));
      const isToCheck = state === 'doubtful' && problem === undefined && !isInProgress(photo);
      return [key, { photo, state, problem, tip, isToCheck }];
    }),
  );
}

/** Number of photos that show no dish, or several photos in one, as far as known. */
export function countWithoutDish(client: QueryClient, rows: readonly Row[]): number {
  return rows.filter(({ key, preview, upload }) => {
    if (upload.state !== 'done') return false;
    const source = { type: 'upload', uploadId: upload.uploadId } as const;
    const found = client.getQueryData(sourcePhotoQuery(source).queryKey);
    const photo = found && (client.getQueryData(photoByIdQuery(found.id).queryKey) ?? found);
    const light =
      preview === null
        ? undefined
        : client.getQueryData<PhotoMeasures>(lightQuery({ key, preview }).queryKey);
    return unsolvableIn(light && lightOf(light), photo).length > 0;
  }).length;
}

/**
 * The brightness of a row's photo, and whether it is blank. Its small copy suffices for that, but not for any other
 * sharpness.
 */
function lightQuery({ key, preview }: { readonly key: string; readonly preview: string }) {
  // The copy is not part of the key: it is a long text, and fifty of them would be compared at every typed letter.
  return { ...measuresQuery(preview), queryKey: ['light', key], select: lightOf };
}

function lightOf({ highlights, sharpness }: PhotoMeasures): Partial<PhotoMeasures> {
  return { highlights, ...(sharpness === 0 && { sharpness }) };
}

/**
 * Whether the state covers the advice already: a user who has checked a dish knows everything except what platforms
 * refuse.
 */
function isToldIn(state: KeptState, advice: PhotoProblem): boolean {
  if (state === 'corrected' || state === 'checked') return advice === 'people' || advice === 'writing';
  return state === 'kept';
}

/** Repeats lost requests when the browser is back online, and from time to time. */
function useAgainWhenConnected(isCutOff: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isCutOff) return;
    const again = () =>
      void client.resetQueries({
        queryKey: photosOfSources,
        predicate: ({ state }) => isLost(state.error),
      });
    const timer = setInterval(again, tryAgainAfter);
    const stop = onlineManager.subscribe((isOnline) => {
      if (isOnline) again();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isCutOff, client]);
}

/** Whether a request got no reply because the connection was lost. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}

/** Whether the API would refuse every other photo as well. */
function isRefusedForToday(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['daily_limit_reached', 'daily_budget_reached', 'maintenance'].includes(error.code)
  );
}
