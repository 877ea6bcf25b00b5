import { AppError } from '#lambdas/runtime/app-error.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { noteShare, readGeneration } from './generation-store.ts';
import { readShare, removeShare } from './share-store.ts';

/**
 * Takes a share page down. One that is not there, or is somebody else's, is no error and changes nothing.
 * @throws AppError `conflict` when the generation changed meanwhile
 */
export async function revokeShare(userId: string, shareId: string): Promise<void> {
  const share = await readShare(shareId);
  if (share?.userId !== userId) return;
  const generation = await readGeneration(userId, share.generationId);
  const steps = [removeShare(shareId)];
  if (!generation) {
    await transact(steps);
    return;
  }
  const shares = Object.fromEntries(Object.entries(generation.shares).filter(([, id]) => id !== shareId));
  const result = await transact<'changed'>([noteShare(generation, shares), ...steps]);
  if (result.outcome === 'changed') throw new AppError('conflict');
}
