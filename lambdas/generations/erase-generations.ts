/**
 * Removes everything that a user has generated, when the account is deleted.
 *
 * - What did the user generate?   table, pk USER#<user>, sk begins GENERATION#
 *
 * A generation is removed in one transaction with its open entry and its share pages, which also writes an outbox entry
 * for its files, so that a crash at any point can be followed by a fresh start.
 */

import { settleCost } from '#lambdas/models/budget-store.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { removeApprovals } from './approval-store.ts';
import { budgetOf, type StoredGeneration } from './generation.ts';
import { eraseSteps, queryAllOfUser } from './generation-store.ts';
import { removePosts } from './post-store.ts';
import { removalSteps } from './remove-generation-files.ts';
import { removeShare } from './share-store.ts';

const pageSize = 25;

/**
 * Removes all generations of the user, open ones too: their worker finds its lease gone and stops. The reconciler
 * removes files and their copies at the edge; for an open generation, after the last possible write.
 */
export async function eraseGenerations(userId: string): Promise<void> {
  for (;;) {
    // Always the first page, because the loop removes its items.
    const { items } = await queryAllOfUser(userId, pageSize);
    if (items.length === 0) return;
    for (const generation of items) await erase(generation);
  }
}

/** A generation that has changed in the meantime is removed with the next page. */
async function erase(generation: StoredGeneration): Promise<void> {
  const { budgetDay, reservedCost, modelCost, shares } = generation;
  const isOpen = generation.state === 'queued' || generation.state === 'processing';
  const steps: Step<'changed'>[] = [
    ...eraseSteps(generation),
    ...Object.values(shares).map(removeShare),
    ...removeApprovals(generation),
    ...removePosts(generation),
    ...removalSteps(generation),
  ];
  if (isOpen) steps.push(settleCost(budgetOf(generation), budgetDay, reservedCost, modelCost));
  await transact<'changed'>(steps);
}
