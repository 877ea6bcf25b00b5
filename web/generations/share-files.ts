import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEntitlements } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { isMaintenance } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { repeated } from '#web/lib/repeated.ts';
import { approvalQuery } from './approval-query.ts';
import type { Result } from './results.ts';
import { words } from './words.ts';

type Shared = Pick<Result, 'generationId' | 'variation'>;

/** Maximum number of pictures that are shared with another app at once. */
const maxShared = 10;

/** Whether this device can share so many pictures as files with another app. */
export function canShareFiles(pictures = 1): boolean {
  const probe = new File([], 'picture.jpg', { type: 'image/jpeg' });
  return (
    pictures > 0 &&
    pictures <= maxShared &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [probe] })
  );
}

/** Query key of a picture's file. It changes with the picture's post, whose alt text is in the file. */
export function shareFileKey({ generationId, variation }: Shared) {
  return ['share file', generationId, variation] as const;
}

/**
 * The file that a download gives, loaded in advance: browsers allow sharing only right after the press. That does not
 * record the picture as approved.
 * @param hasWatermark Whether the plan now has the watermark, without which the file of an older picture is clean.
 */
export function shareFileQuery(result: Result, hasWatermark: boolean) {
  const { generationId, variation, previewUrl, generation } = result;
  return queryOptions({
    queryKey: [...shareFileKey(result), previewUrl, generation.watermarked && hasWatermark],
    queryFn: async ({ signal }) => {
      const body = { variation, inAdvance: true };
      const { url, fileName } = await call('createDownload', { params: { generationId }, body }, signal);
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`Failed to fetch image: ${response.statusText}`);
      return new File([await response.blob()], fileName, { type: 'image/jpeg' });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Shares pictures as files with an app that the user chooses; nothing becomes public. Files that are not loaded yet are
 * loaded first; if that outlasts the press, the user is asked to press again. Cancelling is no error.
 */
export function useShareFiles() {
  const client = useQueryClient();
  const { hasWatermark } = useEntitlements();
  return useMutation({
    mutationFn: async ({ results, ...data }: ShareData & { readonly results: readonly Result[] }) => {
      const load = (result: Result) => client.fetchQuery(shareFileQuery(result, hasWatermark));
      const files = await Promise.all(results.map(load));
      try {
        await navigator.share({ ...data, files });
      } catch (error) {
        const name = error instanceof DOMException ? error.name : undefined;
        if (name === 'NotAllowedError') notify.info(words.pressAgain);
        else if (name !== 'AbortError') throw error;
        return;
      }
      for (const result of results) void recordShared(client, result);
    },
    onError: (error) => {
      notify.error(words.sendFailed, isMaintenance(error) ? { description: error.message } : {});
    },
  });
}

/** Records a picture as approved, as its download does, now that another app has it. */
async function recordShared(client: QueryClient, { generationId, variation }: Shared): Promise<void> {
  const body = { variation };
  const record = () => call('createDownload', { params: { generationId }, body });
  // The picture is out whether this arrives or not.
  await repeated(client, record).catch(() => undefined);
  void client.invalidateQueries({ queryKey: approvalQuery({ generationId, variation }).queryKey });
}
