import { useQuery } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import { isTransient } from '#web/lib/api-error.ts';
import { useIsSavingMask } from '#web/lib/saving-mask.ts';
import type { FormerMask } from './photo-advice.ts';
import { formerMaskQuery, photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';

/** Interval in milliseconds in which a photo is asked for again after a lost connection. */
const askAgainEvery = 3000;

/** A photo, and the corrected mask of a former photo that it gets instead of its cut-out. */
export interface MaskedPhoto {
  readonly source: GenerationSource;
  readonly formerMask: FormerMask | undefined;
}

/**
 * Gives an uploaded photo the mask that a person corrected on the former photo, as soon as it is cut out. Returns
 * `coming` while that is unfinished, `lost` if the API has refused it or did not reply.
 */
export function useFormerMask(photo: MaskedPhoto | null): 'coming' | 'lost' | undefined {
  const { source, formerMask } = photo ?? {};
  const uploadId = formerMask && source?.type === 'upload' ? source.uploadId : '';
  const isWanted = uploadId !== '';
  const found = useQuery({
    ...sourcePhotoQuery({ type: 'upload', uploadId }),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isTransient(state.error) ? askAgainEvery : false),
  });
  const latest = useQuery({
    ...photoByIdQuery(found.data?.id ?? ''),
    initialData: found.data,
    enabled: found.data !== undefined,
  });
  const current = latest.data;
  const carried = useQuery({
    ...formerMaskQuery(uploadId, current, formerMask),
    enabled: isWanted && current?.cutOut?.state === 'made',
  });
  if (!isWanted) return undefined;
  if (carried.isError) return 'lost';
  const error = found.error ?? latest.error;
  // A connection that is lost for a moment changes nothing.
  const isRefused = found.data?.refusal !== undefined && current?.cutOut === null;
  const isHopeless =
    (error !== null && !isTransient(error)) || isRefused || current?.cutOut?.state === 'failed';
  return carried.isPending && !isHopeless ? 'coming' : undefined;
}

/** Whether a generation of this photo started now would miss a corrected mask. */
export function useIsMaskComing(photo: MaskedPhoto | null): boolean {
  const former = useFormerMask(photo);
  return useIsSavingMask() || former === 'coming';
}
