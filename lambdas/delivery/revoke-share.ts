import { sharePictureKey } from '#lambdas/generations/file-keys.ts';
import { forgetShare } from '#lambdas/generations/generation-store.ts';
import { readShare, removeShare } from '#lambdas/generations/share-store.ts';
import { removeEntry, writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { transact } from '#lambdas/runtime/transaction.ts';

/**
 * Removes a share page and its picture. If the picture cannot be deleted now, the outbox entry makes the reconciler
 * delete it. A page that does not exist or belongs to another user is no error.
 */
export async function revokeShare(userId: string, shareId: string): Promise<void> {
  const share = await readShare(shareId);
  if (share?.userId !== userId) return;
  const media = [sharePictureKey(shareId)];
  const { entry: removal, key } = writeCancellableEntry({ originals: [], media, paths: [] }, new Date());
  const { outcome } = await transact([forgetShare(share), removeShare(shareId), removal]);
  // The generation has been deleted, so only the page is left.
  if (outcome === 'gone') await transact([removeShare(shareId), removal]);
  try {
    await removeFiles(readVariable('MEDIA_BUCKET'), media);
    await removeEntry(key);
  } catch (error) {
    logger.warn('The reconciler will remove the picture', { error: error as Error });
  }
}
