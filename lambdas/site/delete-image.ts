import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { SitePage } from './site-image.ts';
import { changePage, filesOf, removeImage } from './site-image-store.ts';

/**
 * Removes an image and its files. The transaction writes an outbox entry: the reconciler deletes files that this call
 * could not, and invalidates the edge. A missing image is no error.
 */
export async function deleteImage(userId: string, page: SitePage, imageId: string): Promise<void> {
  const media = await changePage(page, (images) => {
    const image = images.find(({ id }) => id === imageId);
    if (!image) return undefined;
    const files = filesOf([image.file, image.before]);
    const log = putAuditLogEntry({
      actor: userId,
      action: page === 'landing' ? 'DELETE_LANDING_IMAGE' : 'DELETE_MENU_PACK_IMAGE',
      details: { imageId, section: image.section, title: image.title },
    });
    const entry = writeOutboxEntry({ originals: [], ...files }, new Date());
    return { steps: [removeImage(page, imageId), entry, log], result: files.media };
  });
  if (!media) return;
  await removeFiles(readVariable('MEDIA_BUCKET'), media).catch((error: Error) => {
    logger.warn('The reconciler will delete the remaining files', { error });
  });
}
