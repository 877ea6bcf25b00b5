import { useQuery } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { photoPreviewQuery } from './photo-queries.ts';

/** Shown if neither the browser nor the API has the photo any more. */
const placeholder = '/favicon.svg';

interface DraftPhoto {
  readonly source: GenerationSource;
  /** The stored address of its preview. */
  readonly address: string;
}

/**
 * The preview of a stored draft's photo; undefined while it is read. A sign-out deletes what the browser has of it: the
 * API's copy takes its place.
 */
export function useDraftPreview(userId: string, photo: DraftPhoto | undefined): string | undefined {
  const stored = useStoredPreview(userId, photo?.address);
  const source = photo?.source ?? { type: 'upload', uploadId: '' };
  const isWanted = stored === null && photo?.source.type === 'upload';
  const copy = useQuery({ ...photoPreviewQuery(source), enabled: isWanted });
  if (stored !== null) return stored;
  return copy.isLoading ? undefined : (copy.data ?? placeholder);
}
