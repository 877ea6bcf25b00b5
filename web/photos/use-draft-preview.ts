import { useQuery } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import { isTransient } from '#web/lib/api-error.ts';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { photoPreviewQuery } from './photo-queries.ts';

/** Shown while neither the browser nor the API has the photo. A stored draft may contain it. */
const placeholder = '/favicon.svg';
/** Interval in milliseconds in which the API is asked again after a lost connection. */
const askAgainEvery = 5_000;

interface DraftPhoto {
  readonly source: GenerationSource;
  /** The stored address of its preview. */
  readonly address: string;
}

/**
 * The preview of a stored draft's photo; undefined while it is read. It may be a placeholder at first. A sign-out
 * deletes what the browser has of it: the API's copy takes its place.
 */
export function useDraftPreview(userId: string, photo: DraftPhoto | undefined): string | undefined {
  const stored = useStoredPreview(userId, photo?.address === placeholder ? undefined : photo?.address);
  const source = photo?.source ?? { type: 'upload', uploadId: '' };
  const isWanted = stored === null && photo?.source.type === 'upload';
  const copy = useQuery({
    ...photoPreviewQuery(source),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isTransient(state.error) ? askAgainEvery : false),
  });
  if (stored !== null) return stored;
  // After a first failure the draft is usable without its picture.
  return copy.isLoading && copy.errorUpdateCount === 0 ? undefined : (copy.data ?? placeholder);
}
