import { forgetShare } from '#lambdas/generations/generation-store.ts';
import { readShare, removeShare } from '#lambdas/generations/share-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';

/** Takes a share page down. One that is not there, or is somebody else's, is no error and changes nothing. */
export async function revokeShare(userId: string, shareId: string): Promise<void> {
  const share = await readShare(shareId);
  if (share?.userId !== userId) return;
  const { outcome } = await transact([forgetShare(share), removeShare(shareId)]);
  // The generation is gone and lists no pages any more.
  if (outcome === 'gone') await transact([removeShare(shareId)]);
}
