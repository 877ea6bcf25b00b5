import type { Account } from '#lambdas/accounts/user-store.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { checkNotBooked } from '#lambdas/credits/ledger-store.ts';
import { budgetReached, reserveCost } from '#lambdas/models/budget-store.ts';
import { expectedCost } from '#lambdas/models/edit-modes.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { inputProblem } from '#lambdas/runtime/input-problem.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import type { CreateGeneration } from '#shared/api/generations.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { CREDITS_PER_GENERATION, VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
import { editModeOf } from './edit-mode-of.ts';
import type { StoredGeneration } from './generation.ts';
import { createSteps } from './generation-store.ts';
import { maxDailyGenerations, maxOpenGenerations, tooManyToday } from './limits.ts';
import { locatePhoto } from './locate-photo.ts';
import { newGeneration } from './new-generation.ts';
import { promoOverlay } from './overlay-of.ts';
import { promptOf } from './prompt-of.ts';
import { requireAdapter } from './require-adapter.ts';
import { resolveChoices } from './resolve-choices.ts';

const outOfCredits = {
  studio: 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.',
  menu: 'You need at least 1 credit to enhance menu images. Purchase more credits to continue.',
};

interface Options<Outcome extends string> {
  readonly requestHash: string;
  /** The dish of a menu for which the generation is ordered. */
  readonly dish?: StoredGeneration['dish'];
  /** Further steps of the same transaction. Their refusal is returned. */
  readonly steps?: readonly Step<Outcome>[];
}

/**
 * Checks a request, then charges a credit and creates the generation, in one transaction with `steps`. Returns the
 * generation, `exists` when the id is taken, or the refusal of a step.
 *
 * @throws AppError with the code of the first condition that does not hold; then nothing was charged.
 */
export async function orderGeneration<Outcome extends string = never>(
  account: Account,
  request: CreateGeneration,
  { requestHash, dish, steps = [] }: Options<Outcome>,
): Promise<StoredGeneration | 'exists' | Outcome> {
  const { userId, tier } = account;
  const entitlements = entitlementsOf(tier);
  const choices = await asProblem(() => resolveChoices(userId, request, entitlements));
  // Checked before the charge: a request without a valid prompt costs nothing.
  const { prompt } = await asProblem(async () => promptOf({ ...request, ...choices }));
  const editMode = editModeOf({ ...choices, framing: request.framing });
  const [photo] = await Promise.all([
    locatePhoto(userId, request.source),
    requireAdapter(editMode, choices.foodLock),
  ]);

  const cost = expectedCost(editMode);
  const base = {
    ...newGeneration({ variations: VARIATIONS_PER_GENERATION }),
    ...choices,
    ...promoOverlay(account, choices.studio),
    id: request.id,
    userId,
    kind: request.kind,
    productName: request.productName,
    source: request.source,
    framing: request.framing,
    prompt,
    requestHash,
    tier,
    priority: entitlements.priorityQueue,
    watermark: entitlements.hasWatermark,
    photo,
    reservedCost: cost,
    ...(dish && { dish }),
  };
  let created: StoredGeneration | undefined;
  const result = await spendCredits<'exists' | 'budget' | Outcome>(
    {
      userId,
      idempotencyKey: `spend#${request.id}`,
      amount: CREDITS_PER_GENERATION,
      limits: { open: maxOpenGenerations[tier], day: maxDailyGenerations[tier] },
      note: request.productName,
      credits: account.credits,
    },
    ({ buckets, createdAt }) => {
      const budgetDay = createdAt.slice(0, 10);
      created = { ...base, buckets, createdAt, queuedAt: createdAt, budgetDay };
      return [
        ...createSteps(created),
        // A redo that was deleted had this id: what was paid for it, and the removal of its files, would count here.
        checkNotBooked(userId, `redo#${request.id}`),
        reserveCost(tier, budgetDay, cost),
        ...steps,
      ];
    },
  );
  switch (result.outcome) {
    case 'booked':
      if (!created) throw new Error('A generation was paid and not created');
      logger.info('Generation created', { generationId: created.id, tier, kind: created.kind });
      return created;
    case 'insufficient':
      throw new AppError('insufficient_credits', outOfCredits[request.kind]);
    case 'too_many_generations':
      throw new AppError('too_many_generations');
    case 'too_many_generations_today':
      throw tooManyToday(tier);
    case 'budget':
      throw budgetReached(tier);
    default:
      return result.outcome;
  }
}

async function asProblem<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw inputProblem(error);
  }
}
