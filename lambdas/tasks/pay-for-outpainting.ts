import type { Account } from '#lambdas/accounts/user-store.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { type IdempotencyKey, readEntry } from '#lambdas/credits/ledger-store.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { budgetReached, hasBudget } from '#lambdas/models/budget-store.ts';
import { modelCosts } from '#lambdas/models/edit-modes.ts';
import type { AppError } from '#lambdas/runtime/app-error.ts';
import { readMaintenance, refusal } from '#lambdas/runtime/maintenance-store.ts';
import { hasCredits } from '#shared/domain/credits.ts';

/** The reason why the picture may not be continued, in words for its owner; undefined if it may. */
export async function obstacleTo(
  generation: StoredGeneration,
  { tier, price }: { readonly tier: Account['tier']; readonly price: number },
): Promise<string | undefined> {
  const { mode } = await readMaintenance();
  if (mode !== 'off') return notContinued(refusal('generation'));
  if (!(await hasCreditsFor(generation, price))) return tooFewCredits(price);
  // Only checked, not reserved: a run that is killed could not release a reservation.
  return (await hasBudget(tier, modelCosts.outpaint)) ? undefined : notContinued(budgetReached(tier));
}

function notContinued({ message }: AppError): string {
  return `This shape would cut the dish, and the picture could not be continued: ${message.replace(/\.$/, '')}.`;
}

/** The obstacle when the customer has fewer credits than the price. */
export const tooFewCredits = (price: number) =>
  `This shape would cut the dish. Continuing the picture costs ${price} ${price === 1 ? 'credit' : 'credits'}, and you have fewer.`;

/**
 * The idempotency key of the charge for the continued picture of a dish: it is charged once, however many packs and
 * files use it.
 */
function outpaintKey({ id }: StoredGeneration): IdempotencyKey {
  return `spend#outpaint-${id}`;
}

/** Whether the credits suffice, or the dish was paid for earlier. */
async function hasCreditsFor(generation: StoredGeneration, price: number): Promise<boolean> {
  if (price === 0) return true;
  const { userId } = generation;
  return (
    hasCredits(await readCredits(userId), price) ||
    (await readEntry(userId, outpaintKey(generation))) !== undefined
  );
}

/**
 * Charges for a picture after it has been continued, so that a failure needs no refund. Repeating it is no error.
 * Returns false if the credits were spent on something else after they were checked.
 */
export async function payForOutpainting(generation: StoredGeneration, price: number): Promise<boolean> {
  if (price === 0) return true;
  const { userId, productName } = generation;
  const { outcome } = await spendCredits({
    userId,
    idempotencyKey: outpaintKey(generation),
    amount: price,
    note: `Surroundings continued: ${productName}`,
  });
  return outcome !== 'insufficient';
}
