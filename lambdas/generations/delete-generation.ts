import { AppError } from '#lambdas/runtime/app-error.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { hasRedoFallenShort } from '#shared/domain/redo.ts';
import { removeApprovals } from './approval-store.ts';
import { readGeneration, removeSteps } from './generation-store.ts';
import { noteEndOnDish } from './note-end-on-dish.ts';
import { removePosts } from './post-store.ts';
import { forgetRedo, noteRedoOnDish } from './redo-store.ts';
import { removalSteps, removeGenerationFiles } from './remove-generation-files.ts';
import { removeShare } from './share-store.ts';

/**
 * Removes a generation, its share pages and its files, together with `steps`. One transaction removes the items and
 * writes an outbox entry, by which the reconciler deletes files that this call could not and invalidates the edge. A
 * missing generation is no error; an open one is, because its credit may still be returned.
 *
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteGeneration(
  userId: string,
  id: string,
  steps: readonly Step<never>[] = [],
): Promise<void> {
  const generation = await readGeneration(userId, id);
  if (!generation) return;
  if (generation.state === 'queued' || generation.state === 'processing') {
    throw new AppError('not_ready', 'This image is still being made. You can delete it when it is finished.');
  }
  // A deleted redo could not show any more that it fell short.
  if (generation.redoOf && hasRedoFallenShort(generation, generation.redoOf.isLast === true))
    await forgetRedo(generation);
  await noteEndOnDish(generation);
  await noteRedoOnDish(generation);
  const result = await transact<'changed'>([
    ...removeSteps(generation),
    ...Object.values(generation.shares).map(removeShare),
    ...removeApprovals(generation),
    ...removePosts(generation),
    ...removalSteps(generation),
    ...steps,
  ]);
  if (result.outcome === 'changed') {
    if (!(await readGeneration(userId, id))) return;
    throw new AppError('conflict');
  }
  await removeGenerationFiles(generation);
}
