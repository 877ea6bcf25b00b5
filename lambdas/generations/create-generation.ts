import { decodeTime } from 'ulid';
import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { budgetReached, reserveCost } from '#lambdas/models/budget-store.ts';
import { expectedCost } from '#lambdas/models/edit-modes.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import type { CreateGeneration, Generation } from '#shared/api/generations.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { CREDITS_PER_GENERATION, VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
import { InvalidInputError } from '#shared/domain/prompt-requests.ts';
import { editModeOf } from './edit-mode-of.ts';
import { findRepeated } from './find-repeated.ts';
import type { StoredGeneration } from './generation.ts';
import { createSteps } from './generation-store.ts';
import { maxClockDifference, maxDailyGenerations, maxOpenGenerations } from './limits.ts';
import { locatePhoto } from './locate-photo.ts';
import { newGeneration } from './new-generation.ts';
import { promptOf } from './prompt-of.ts';
import { hashOf } from './request-hash.ts';
import { resolveChoices } from './resolve-choices.ts';
import { toReply } from './to-reply.ts';

const outOfCredits = {
  studio: 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.',
  menu: 'You need at least 1 credit to enhance menu images. Purchase more credits to continue.',
};

/**
 * Charges a credit and creates a generation, in one transaction. The client made the id: the same request again
 * returns the same generation and charges nothing.
 *
 * @throws AppError with the code of the first condition that does not hold; then nothing was charged.
 */
export async function createGeneration(userId: string, request: CreateGeneration): Promise<Generation> {
  const requestHash = hashOf(request);
  const [repeated, account] = await Promise.all([
    findRepeated(userId, request.id, requestHash),
    requireAccount(userId),
  ]);
  if (repeated) return repeated;
  if (Math.abs(decodeTime(request.id) - Date.now()) > maxClockDifference)
    throw new AppError('id_out_of_time');
  const { tier } = account;
  const entitlements = entitlementsOf(tier);
  const choices = await asProblem(() => resolveChoices(userId, request, entitlements));
  // Checked before the charge: a request without a valid prompt costs nothing.
  const { prompt } = await asProblem(async () => promptOf({ ...request, ...choices }));
  const photo = await locatePhoto(userId, request.source);

  const cost = expectedCost(editModeOf(choices));
  const base = {
    ...newGeneration({ variations: VARIATIONS_PER_GENERATION }),
    ...choices,
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
  };
  let created: StoredGeneration | undefined;
  const result = await spendCredits<'exists' | 'budget'>(
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
      return [...createSteps(created), reserveCost(tier, budgetDay, cost)];
    },
  );
  switch (result.outcome) {
    case 'booked':
      if (!created) throw new Error('A generation was paid and not created');
      logger.info('Generation created', { generationId: created.id, tier, kind: created.kind });
      return toReply(created);
    case 'exists': {
      const winner = await findRepeated(userId, request.id, requestHash);
      if (winner) return winner;
      throw new AppError('conflict', 'This id was used for an image that was deleted');
    }
    case 'insufficient':
      throw new AppError('insufficient_credits', outOfCredits[request.kind]);
    case 'too_many_generations':
      throw new AppError('too_many_generations');
    case 'too_many_generations_today':
      throw new AppError(
        'daily_limit_reached',
        `You have started ${maxDailyGenerations[tier]} images today, which is as many as we allow in a day. Nothing was charged.`,
      );
    case 'budget':
      count('ModelBudgetReached');
      throw budgetReached(tier);
  }
}

async function asProblem<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new AppError('invalid_input', error.message);
    throw error;
  }
}
