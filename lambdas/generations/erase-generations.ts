/**
 * Everything that a user has generated, to be removed with the account.
 *
 * - What did the user generate?   table, pk USER#<user>, sk begins GENERATION#
 *
 * A generation goes in one transaction with its open job, its share pages and the promise to remove its files, so
 * that this may be broken off anywhere and begun again.
 */
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { settleCost } from './budget-store.ts';
import type { StoredGeneration } from './generation.ts';
import { eraseSteps, queryAllOfUser } from './generation-store.ts';
import { removalSteps } from './remove-generation-files.ts';
import { removeShare } from './share-store.ts';

const pageSize = 25;

/**
 * Removes all generations of the user, running ones too: their worker finds its job gone and stops. Files and
 * their copies at the edge follow by the reconciler; those of a running job after its last write.
 */
export async function eraseGenerations(userId: string): Promise<void> {
  for (;;) {
    // Always the first page: what was removed is gone from it.
    const { items } = await queryAllOfUser(userId, pageSize);
    if (items.length === 0) return;
    for (const generation of items) await erase(generation);
  }
}

/** What changed meanwhile stays for the next page. */
async function erase(generation: StoredGeneration): Promise<void> {
  const { tier, budgetDay, reservedCost, modelCost, shares } = generation;
  const isOpen = generation.state === 'queued' || generation.state === 'processing';
  const steps: Step<'changed'>[] = [
    ...eraseSteps(generation),
    ...Object.values(shares).map(removeShare),
    ...removalSteps(generation),
  ];
  if (isOpen) steps.push(settleCost(tier, budgetDay, reservedCost, modelCost));
  await transact<'changed'>(steps);
}
