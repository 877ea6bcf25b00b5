import { onlineManager, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Photo } from '#shared/api/photos.ts';
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
  formerMaskQuery,
  isInProgress,
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
  /** Whether there is any advice, told in the row or not. */
  readonly hasAdvice: boolean;
  /** Whether the user should check it: it is doubtful, has not been checked, and its data is complete. */
  readonly isToCheck: boolean;
  /** Whether a mask that was corrected on the former photo of this row is still being carried over, or is lost. */
  readonly formerMask: 'coming' | 'lost' | undefined;
}

/** For a photo that is not uploaded. */
export const unknownDish: RowDish = {
  photo: undefined,
  state: 'unknown',
  problem: undefined,
  tip: undefined,
  hasAdvice: false,
  isToCheck: false,
  formerMask: undefined,
};

/**
 * Cuts out the dishes of the uploaded photos, two at a time in the order of the rows, while the screen is open. A
 * failed photo is not tried again, and after a refusal for the day no other is started; all of them can still be used.
 * Lost requests are repeated when the connection is back; until then, no other is started.
 * @returns What is known, by the keys of the rows.
 */
export function useKeptDishes(rows: readonly Row[]): ReadonlyMap<string, RowDish> {
  const checked = useCheckedPhotos();
  const uploaded = rows.flatMap(({ key, measures, upload, fixedFrom }) =>
    upload.state === 'done'
      ? [
          {
            ...{ key, measures, former: fixedFrom?.mask },
            source: { type: 'upload', uploadId: upload.uploadId } as const,
          },
        ]
      : [],
  );
  // These queries only observe the cache; requests are started below, in turn.
  const found = useQueries({
    queries: uploaded.map(({ source }) => ({ ...sourcePhotoQuery(source), enabled: false })),
  });
  const polled = useQueries({
    // Fifty photos are not read again at each focus.
    queries: found.flatMap(({ data }) =>
      data ? [{ ...photoQuery(data), refetchOnWindowFocus: false }] : [],
    ),
  });
  const photos = new Map(polled.map(({ data }) => [data.id, data]));
  const dishes = uploaded.map((dish, index) => {
    const query = found[index];
    const known = query?.data && photos.get(query.data.id);
    // Without a cut-out, only its reading counts.
    return { ...dish, query, known, photo: known?.cutOut ? known : undefined };
  });

  const busy = dishes.filter(({ query, photo }) => query?.isFetching || isInProgress(photo));
  const isCutOff = found.some(({ error }) => isLost(error));
  useAgainWhenConnected(isCutOff);
  const isRefused = found.some(({ data, error }) => isRefusedForToday(error ?? data?.refusal));
  const waiting =
    isCutOff || isRefused ? [] : dishes.filter(({ query }) => query?.isPending && !query.isFetching);
  useQueries({
    queries: [
      ...busy.filter(({ query }) => query?.isFetching),
      ...waiting.slice(0, Math.max(0, atOnce - busy.length)),
    ].map(({ source }) => sourcePhotoQuery(source)),
  });

  const carried = useQueries({
    queries: dishes.map(({ source: { uploadId }, former, photo }) => ({
      ...formerMaskQuery(uploadId, photo, former),
      enabled: former !== undefined && photo?.cutOut?.state === 'made',
    })),
  });
  const formerMaskOf = (index: number): RowDish['formerMask'] => {
    const { former, query, photo } = dishes[index] ?? {};
    if (!former || photo?.corrected) return undefined;
    // Lost requests are repeated.
    const error = query?.error ?? (photo ? undefined : query?.data?.refusal);
    const isHopeless =
      (error && !isLost(error)) || (isRefused && !photo) || photo?.cutOut?.state === 'failed';
    if (isHopeless || carried[index]?.isError) return 'lost';
    return carried[index]?.isPending ? 'coming' : undefined;
  };

  return new Map(
    dishes.map(({ key, measures, query, known, photo }, index) => {
      const formerMask = formerMaskOf(index);
      const [problem] = unsolvableIn(measures ?? undefined, known);
      if (!photo)
        return [key, { ...unknownDish, problem, formerMask, ...(query?.isFetching && { state: 'making' }) }];
      const state = keptStateOf(photo, checked);
      const advice = adviceOn(measures ?? undefined, photo);
      const tip = advice.find((one) => isToldIn(state, one));
      const isToCheck =
        state === 'doubtful' && problem === undefined && !isInProgress(photo) && formerMask !== 'coming';
      return [key, { photo, state, problem, tip, hasAdvice: advice.length > 0, isToCheck, formerMask }];
    }),
  );
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
