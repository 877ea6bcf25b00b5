import { forgetShare } from '#lambdas/generations/generation-store.ts';
import { readShare, removeShare } from '#lambdas/generations/share-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';

/** Removes a share page. A page that does not exist or belongs to another user is no error. */
export async function revokeShare(userId: string, shareId: string): Promise<void> {
  const share = await readShare(shareId);
  if (share?.userId !== userId) return;
  const { outcome } = await transact([forgetShare(share), removeShare(shareId)]);
  // The generation was deleted, so only the page is left.
  if (outcome === 'gone') await transact([removeShare(shareId)]);
}
