import { useQuery } from '@tanstack/react-query';
import { preparePhoto } from '#web/lib/photo.ts';
import type { Row } from './menu-draft.ts';

/**
 * A copy of a row's uploaded photo that is large enough to paint on and to measure. After a reload, or if the file has
 * changed, it is the row's small copy.
 * @param file The photo's file; undefined after a reload.
 */
export function useLargeCopy({ key, preview, upload }: Row, file: File | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['large copy', upload.state === 'done' ? upload.uploadId : key],
    queryFn: async () =>
      (file && (await preparePhoto(file).catch(() => undefined))?.preview) ?? preview ?? '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}
