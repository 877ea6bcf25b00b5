import { useQuery } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import { useIsSavingMask } from '#web/lib/saving-mask.ts';
import type { FormerMask } from './photo-advice.ts';
import { formerMaskQuery, photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';

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
  const found = useQuery({ ...sourcePhotoQuery({ type: 'upload', uploadId }), enabled: isWanted });
  const latest = useQuery({ ...photoByIdQuery(found.data?.id ?? ''), enabled: found.data !== undefined });
  const current = latest.data ?? found.data;
  const carried = useQuery({
    ...formerMaskQuery(uploadId, current, formerMask),
    enabled: isWanted && current?.cutOut?.state === 'made',
  });
  if (!isWanted) return undefined;
  if (carried.isError) return 'lost';
  const isHopeless = found.isError || latest.isError || current?.cutOut?.state === 'failed';
  return carried.isPending && !isHopeless ? 'coming' : undefined;
}

/** Whether a generation of this photo started now would miss a corrected mask. */
export function useIsMaskComing(photo: MaskedPhoto | null): boolean {
  const former = useFormerMask(photo);
  return useIsSavingMask() || former === 'coming';
}
