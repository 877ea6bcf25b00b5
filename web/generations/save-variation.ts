import { call } from '#web/lib/api.ts';
import { saveLink } from '#web/lib/save-link.ts';

/**
 * Saves the full file of one variation. The link is short-lived and answers with `content-disposition:
 * attachment`, so following it keeps the page. Resolves to `opened` when the link could not be had and the
 * preview was opened in a new tab instead, and throws when that was blocked too.
 */
export async function saveVariation(
  image: { generationId: string; variation: number; previewUrl: string },
  size: 'delivered' | 'large' = 'delivered',
): Promise<'saved' | 'opened'> {
  try {
    const { url, fileName } = await call('createDownload', {
      params: { generationId: image.generationId },
      body: { variation: image.variation, size },
    });
    saveLink(url, fileName);
    return 'saved';
  } catch (error) {
    const tab = navigator.onLine ? window.open(image.previewUrl, '_blank') : null;
    if (tab === null) throw error;
    tab.opener = null;
    return 'opened';
  }
}
