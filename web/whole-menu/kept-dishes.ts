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

/** Dishes that are looked for at the same time: fifty would use up the quota of the models. */
const atOnce = 2;
/** Time after which lost requests are sent again where the browser does not tell that there is a connection, in milliseconds. */
export const tryAgainAfter = 15_000;

/** What is known of the dish in the photo of a row. */
export interface RowDish {
  /** Undefined until it was found. */
  readonly photo: Photo | undefined;
  /** `unknown`: it is not looked for, or that failed. */
  readonly state: KeptState | 'unknown';
  /** Why only another photo helps. */
  readonly problem: PhotoProblem | undefined;
  /** The most important advice where nothing is to be checked; it stops nobody. */
  readonly tip: PhotoProblem | undefined;
  /** Somebody should look at it: it is doubtful, nobody has, and nothing more will be known. */
  readonly isToCheck: boolean;
}

/** Of a photo that is not uploaded. */
export const unknownDish: RowDish = {
  photo: undefined,
  state: 'unknown',
  problem: undefined,
  tip: undefined,
  isToCheck: false,
};

/**
 * Finds the dishes in the uploaded photos, two at a time in the order of the rows, while the screen is open. A photo that
 * failed is not tried again, and after a refusal for the day no other is begun: all of them can still be used. Requests
 * that were lost are sent again when there is a connection; until then, no other is begun.
 *
 * @returns What is known, by the keys of the rows.
 */
export function useKeptDishes(rows: readonly Row[]): ReadonlyMap<string, RowDish> {
  const checked = useCheckedPhotos();
  const uploaded = rows.flatMap(({ key, preview, upload }) =>
    upload.state === 'done'
      ? [{ key, preview, source: { type: 'upload', uploadId: upload.uploadId } as const }]
      : [],
  );
  // They only watch: those whose turn it is are fetched below.
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
  const highlights = new Map(lit.map(({ key }, index) => [key, measured[index]?.data] as const));

  return new Map(
    dishes.map(({ key, query, photo }) => {
      if (!photo) return [key, query?.isFetching ? { ...unknownDish, state: 'making' } : unknownDish];
      const state = keptStateOf(photo, checked);
      const light = highlights.get(key);
      const measures = light === undefined ? {} : { highlights: light };
      const [problem] = unsolvableIn(measures, photo);
      const tip = adviceOn(measures, photo).find((advice) => isToldIn(state, advice));
      const isToCheck = state === 'doubtful' && problem === undefined && !isInProgress(photo);
      return [key, { photo, state, problem, tip, isToCheck }];
    }),
  );
}

/** How many of the photos show no dish, or several photos, by what is known of them now. */
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
    return unsolvableIn(light ? { highlights: light.highlights } : {}, photo).length > 0;
  }).length;
}

/** The light of a row's photo. Its small copy tells that, but not the sharpness. */
function lightQuery({ key, preview }: { readonly key: string; readonly preview: string }) {
  // A copy is a long text, and fifty of them would be compared at every letter that is typed.
  return { ...measuresQuery(preview), queryKey: ['light', key], select: lightOf };
}

function lightOf({ highlights }: PhotoMeasures): number {
  return highlights;
}

/** Somebody who looked at a dish knows all of it, except what platforms refuse. */
function isToldIn(state: KeptState, advice: PhotoProblem): boolean {
  if (state === 'corrected' || state === 'checked') return advice === 'people' || advice === 'writing';
  return state === 'kept';
}

/** Looks again for the dishes whose requests were lost, when the browser is back online, and from time to time. */
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

/** Whether a request got no answer, for want of a connection. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}

/** Whether every other photo would be refused, too. */
function isRefusedForToday(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['daily_limit_reached', 'daily_budget_reached', 'maintenance'].includes(error.code)
  );
}
