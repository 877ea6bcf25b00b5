import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { openFreeGeneration } from '#lambdas/credits/book-credits.ts';
import { checkNotBooked } from '#lambdas/credits/ledger-store.ts';
import { budgetReached, reserveCost } from '#lambdas/models/budget-store.ts';
import { expectedCost } from '#lambdas/models/edit-modes.ts';
import { countUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime } from '#lambdas/runtime/client-id.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { Generation, generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
import { hasRedoFallenShort, maxDailyRedos, redoObstacle, redoObstacleTexts } from '#shared/domain/redo.ts';
import { editModeOf } from './edit-mode-of.ts';
import { findRepeated, requireRepeated } from './find-repeated.ts';
import type { StoredGeneration } from './generation.ts';
import { createSteps, readGeneration } from './generation-store.ts';
import { maxDailyGenerations, maxOpenGenerations, tooManyToday } from './limits.ts';
import { locatePhoto } from './locate-photo.ts';
import { newGeneration } from './new-generation.ts';
import { promptOf } from './prompt-of.ts';
import { noteRedo } from './redo-store.ts';
import { hashOf } from './request-hash.ts';
import { requireAdapter } from './require-adapter.ts';
import { toReply } from './to-reply.ts';

type Request = RouteInput<typeof generationRoutes.redoGeneration>['body'];

/**
 * Makes a paid generation again, with the same choices and other seeds, once and free of charge. A redo that fell short
 * can be asked for again, but only once more if it made a picture. Its model cost is reserved from the budget as usual.
 * The client chooses the id: the same request again returns the same generation.
 * @throws AppError `not_found`, `redo_unavailable`, `daily_limit_reached`, `too_many_generations`,
 * `daily_budget_reached`, `id_out_of_time`, `conflict`, `maintenance`, or an error of the photo
 */
export async function redoGeneration(
  userId: string,
  generationId: string,
  { id, reason, note }: Request,
): Promise<Generation> {
  const requestHash = hashOf({ generationId, id, reason, note });
  const [repeated, original, account] = await Promise.all([
    findRepeated(userId, id, requestHash),
    readGeneration(userId, generationId),
    requireAccount(userId),
  ]);
  if (repeated) return repeated;
  checkIdTime(id);
  if (!original) throw new AppError('not_found', 'This image does not exist');
  if (original.redo?.id === id) {
    // A concurrent copy of this request was carried out between the two reads.
    const winner = await findRepeated(userId, id, requestHash);
    if (winner) return winner;
  }
  const isLast = await checkAvailable(original);

  const { tier } = account;
  const { kind, productName, templateName, width, height, foodLock, studio, menu, source, framing } =
    original;
  const { priority, watermark } = original;
  const choices = { id, productName, foodLock, studio, menu };
  const editMode = editModeOf({ ...choices, framing });
  const [photo] = await Promise.all([locateAgain(original), requireAdapter(editMode, foodLock)]);
  const cost = expectedCost(editMode);
  const base = {
    ...newGeneration({ variations: VARIATIONS_PER_GENERATION }),
    ...choices,
    // The words may have been changed since, the account's look too: its pictures have theirs.
    ...(original.overlay && { overlay: original.overlay }),
    ...{ userId, kind, templateName, width, height, source, framing, priority, watermark },
    ...{ requestHash, tier, photo },
    prompt: promptOf(choices).prompt,
    reservedCost: cost,
    redoOf: {
      ...{ generationId, reason, note },
      ...(isLast && { isLast }),
      ...(original.dish && { framesDish: true }),
    },
  };
  let created: StoredGeneration | undefined;
  const result = await openFreeGeneration<'exists' | 'budget' | 'used' | 'limit'>(
    {
      userId,
      idempotencyKey: `redo#${id}`,
      limits: { open: maxOpenGenerations[tier], day: maxDailyGenerations[tier] },
      note: productName,
      reason,
      credits: account.credits,
    },
    ({ buckets, createdAt }) => {
      const budgetDay = createdAt.slice(0, 10);
      created = { ...base, buckets, createdAt, queuedAt: createdAt, budgetDay };
      return [
        ...createSteps(created),
        // A picture that was deleted had this id: as in `orderGeneration`.
        checkNotBooked(userId, `spend#${id}`),
        noteRedo(original, { id, reason }),
        countUse(userId, 'redo', budgetDay),
        reserveCost(tier, budgetDay, cost),
      ];
    },
  );
  switch (result.outcome) {
    case 'booked':
      if (!created) throw new Error('A redo was booked and not created');
      logger.info('Redo created', { generationId: id, redoOf: generationId, reason });
      return toReply(created);
    case 'exists':
      return requireRepeated(userId, id, requestHash);
    case 'used':
      throw alreadyUsed();
    case 'limit':
      throw new AppError('daily_limit_reached', `You can have ${maxDailyRedos} free redos a day.`);
    case 'too_many_generations':
      throw new AppError('too_many_generations');
    case 'too_many_generations_today':
      throw tooManyToday(tier);
    case 'budget':
      throw budgetReached(tier);
  }
}

/**
 * Checks that the original has no redo that made all its pictures or is still open. One that fell short does not count.
 * Returns whether the next one is the last, because an earlier one made a picture.
 * @throws AppError `redo_unavailable`
 */
async function checkAvailable(original: StoredGeneration): Promise<boolean> {
  const obstacle = redoObstacle(original, Date.now());
  if (obstacle) throw new AppError('redo_unavailable', redoObstacleTexts[obstacle]);
  if (!original.redo) return original.isNextRedoLast === true;
  const earlier = await readGeneration(original.userId, original.redo.id);
  if (!earlier?.redoOf) throw alreadyUsed();
  const isLast = earlier.redoOf.isLast === true;
  if (!hasRedoFallenShort(earlier, isLast)) throw alreadyUsed();
  return isLast || earlier.variations.length > 0;
}

/**
 * Finds the photo of the original.
 * @throws AppError `redo_unavailable` when it is gone, or another error of the photo
 */
async function locateAgain({ userId, source }: StoredGeneration): Promise<StoredGeneration['photo']> {
  try {
    return await locatePhoto(userId, source);
  } catch (error) {
    const isGone =
      error instanceof AppError && (error.code === 'not_found' || error.code === 'upload_missing');
    if (!isGone) throw error;
    throw new AppError('redo_unavailable', 'The photo that these pictures were made of was deleted.');
  }
}

function alreadyUsed(): AppError {
  return new AppError('redo_unavailable', 'The free redo of these pictures was used.');
}
