import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import { isTransient } from '#web/lib/api-error.ts';
import { photoPreviewQuery } from './photo-queries.ts';

/** Interval in milliseconds in which the API is asked again after a lost connection. */
const askAgainEvery = 5_000;

/** A photo of a draft; its preview is null if this browser does not have it. */
interface DraftPhoto {
  readonly source: GenerationSource;
  readonly preview: string | null;
}

/** A source without data. */
const noSource: GenerationSource = { type: 'upload', uploadId: '' };

/**
 * Reads the whole upright picture of a draft's photo if the draft does not have it: the photo of an earlier picture, or
 * of a draft from before a sign-out, which deletes previews. Until then, the draft is usable without its picture.
 */
export function useMissingPreview(photo: DraftPhoto | null, onPreview: (preview: string) => void): void {
  const isWanted = photo?.preview === null;
  const { data } = useQuery({
    ...photoPreviewQuery(photo?.source ?? noSource),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isTransient(state.error) ? askAgainEvery : false),
  });
  const take = useEffectEvent(onPreview);
  useEffect(() => {
    if (isWanted && data !== undefined) take(data);
  }, [isWanted, data]);
}
