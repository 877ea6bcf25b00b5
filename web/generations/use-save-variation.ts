import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { isMaintenance, isNotFound } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { approvalQuery } from './approval-query.ts';
import { galleryKey, generationQuery } from './generation-queries.ts';
import { words } from './words.ts';

interface SavedVariation {
  readonly generationId: string;
  readonly variation: number;
  readonly previewUrl: string;
  /** `large` is the second file, if there is one: the larger one, or the one that the platform accepts. */
  readonly size?: 'delivered' | 'large';
}

/** Saves the full file of one variation to the device and shows the outcome. */
export function useSaveVariation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveVariation,
    onSuccess: (outcome, saved) => {
      void client.invalidateQueries({ queryKey: approvalQuery(saved).queryKey });
      if (outcome === 'saved') notify.success(words.saved);
      else notify.info(words.openedInTab);
    },
    onError: (error, { generationId }) => {
      if (isNotFound(error)) {
        notify.error(words.imageDeleted);
        void client.invalidateQueries({ queryKey: generationQuery(generationId).queryKey });
        void client.invalidateQueries({ queryKey: galleryKey });
      } else notify.error(words.saveFailed, isMaintenance(error) ? { description: error.message } : {});
    },
  });
}

/**
 * Opens a short-lived link whose reply has `content-disposition: attachment`, so that the page stays. If no link can be
 * created, opens the preview in a new tab. Throws during maintenance, for a deleted image, and if the browser blocks
 * the tab too.
 */
async function saveVariation(saved: SavedVariation): Promise<'saved' | 'opened'> {
  const { generationId, variation, previewUrl, size = 'delivered' } = saved;
  try {
    const link = await call('createDownload', { params: { generationId }, body: { variation, size } });
    saveLink(link.url, link.fileName);
    return 'saved';
  } catch (error) {
    if (isMaintenance(error) || isNotFound(error)) throw error;
    const tab = navigator.onLine ? window.open(previewUrl, '_blank') : null;
    if (tab === null) throw error;
    tab.opener = null;
    return 'opened';
  }
}
