import { refundCredits } from '#lambdas/credits/book-credits.ts';
import { closeGeneration } from '#lambdas/credits/credits-store.ts';
import type { ModelCall } from '#lambdas/models/bedrock-client.ts';
import { settleCost } from '#lambdas/models/budget-store.ts';
import { costOf, usageSteps } from '#lambdas/models/usage-store.ts';
import { uploadKey } from '#lambdas/photos/uploads.ts';
import { noteEnding } from '#lambdas/platform/notice-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { redoObstacle } from '#shared/domain/redo.ts';
import { budgetOf, type StoredGeneration } from './generation.ts';
import { endSteps, readGeneration } from './generation-store.ts';
import type { Lease } from './lease-store.ts';
import {
  expirySteps,
  leftoverSteps,
  removalSteps,
  removeGenerationFiles,
} from './remove-generation-files.ts';

/** How a generation ends. */
export interface Outcome {
  readonly variations: StoredGeneration['variations'];
  /** The one variation is the customer's own photo. */
  readonly fallback: boolean;
  readonly refund: boolean;
  /**
   * For the customer: why it failed, fell back or was refunded. `endGeneration` adds what happened to the credit or the
   * free redo.
   */
  readonly message: string | null;
  /** Whether it failed because of the customer's photo or words: no failure of the system. */
  readonly inputRefused?: boolean;
  /** Whether the photo is gone or cannot be used, so that a free redo is of no use. */
  readonly isPhotoUnusable?: boolean;
}

interface Options {
  /** The worker's lease. Without one, the generation is ended only if no worker holds a lease. */
  readonly lease?: Lease;
  /** Model calls that are not recorded yet. */
  readonly calls?: readonly ModelCall[];
}

/**
 * Ends a generation in one transaction: state, open entry, gallery, budget, usage, refund and the notice for its user.
 * Without variations it has failed, and its files are removed. Returns false if another run holds its lease or it has
 * ended already.
 */
export async function endGeneration(
  generation: StoredGeneration,
  outcome: Outcome,
  { lease, calls = [] }: Options = {},
): Promise<boolean> {
  const { userId, id, budgetDay, reservedCost, buckets, productName } = generation;
  const { variations, fallback, message } = outcome;
  const isTest = generation.purpose === 'test';
  // Prompt tests and redos are free.
  const refund = outcome.refund && !isTest && !generation.redoOf;
  const failed = variations.length === 0;
  const isUsedUp = generation.redoOf?.isLast === true && !failed;
  const isRedoLeft =
    outcome.refund && !outcome.isPhotoUnusable && !isUsedUp && (await canBeRedone(generation));
  const original = failed ? null : generation.original;
  const modelCost = generation.modelCost + costOf(calls);
  // A refunded fallback is not an image that the customer bought (readings 14).
  const inGallery = !failed && !isTest && !(fallback && refund);
  const steps: readonly Step<'held'>[] = [
    ...endSteps(
      generation,
      {
        state: failed ? 'failed' : 'done',
        finishedAt: nowIso(),
        variations,
        original,
        fallback,
        ...(outcome.inputRefused && { inputRefused: true }),
        refunded: refund,
        message:
          message &&
          message +
            (refund ? ' Your credit was returned.' : isRedoLeft ? ' Your free redo is still yours.' : ''),
        inGallery,
        modelCost,
        modelCalls: generation.modelCalls + calls.length,
      },
      lease?.token,
    ),
    settleCost(budgetOf(generation), budgetDay, reservedCost, modelCost),
    ...usageSteps(generation, calls),
    ...(failed ? removalSteps(generation) : leftoverSteps(generation, { variations, original })),
    ...(failed || inGallery || isTest ? [] : expirySteps(generation, { variations, original })),
    // A dish of a menu gets no notice of its own: the user is told once, when the menu ends.
    ...(isTest || generation.dish ? [] : [noteEnding(userId, { generationId: id })]),
  ];
  const { outcome: booked } = refund
    ? await refundCredits<'held'>(
        { userId, idempotencyKey: `refund#${id}`, buckets, closesGeneration: true, note: productName },
        () => steps,
      )
    : await transactClosing(isTest ? undefined : userId, steps);
  if (booked === 'held' || booked === 'exists') return false;
  logger.info('Generation ended', { generationId: id, failed, fallback, refund, modelCost });
  if (failed) await removeGenerationFiles(generation);
  return true;
}

/**
 * Writes the end of a generation and subtracts it from the open ones. If that count is already 0, the end is written
 * without it.
 */
async function transactClosing(userId: string | undefined, steps: readonly Step<'held'>[]) {
  if (userId === undefined) return transact<'held'>(steps);
  const result = await transact<'held' | 'none_open'>([...steps, closeGeneration(userId)]);
  if (result.outcome !== 'none_open') return result;
  logger.warn('A generation ended that was not counted as open');
  return transact<'held'>(steps);
}

/**
 * Ends a generation that we cannot complete, with the one variation that was made or with none, and refunds it. Returns
 * false if a worker holds its lease or it has ended.
 */
export function failGeneration(
  generation: StoredGeneration,
  reason: string,
  options: Options = {},
): Promise<boolean> {
  const { variations, mediaNames } = generation;
  const complete = variations.length === mediaNames.variations.length;
  return endGeneration(
    generation,
    {
      variations,
      fallback: false,
      refund: !complete,
      message: complete ? null : variations.length > 0 ? onlyOne(reason) : reason,
    },
    options,
  );
}

/** The message of a generation that ran out of time or whose runs crashed. */
export const outOfCapacity = 'We could not make your images in time. Please try again.';

/** The message of a generation for which one of two variations could be made. */
export function onlyOne(reason: string): string {
  return `Only one of the two images could be made. ${reason}`;
}

/**
 * Whether this generation is a free redo that can be requested again. Reads no file, because the functions that end late
 * generations may not read uploads.
 */
async function canBeRedone({ userId, redoOf }: StoredGeneration): Promise<boolean> {
  const original = redoOf && (await readGeneration(userId, redoOf.generationId));
  if (!original || redoObstacle(original, Date.now())) return false;
  const { source } = original;
  if (source.type === 'upload') return uploadKey(userId, 'uploads', source.uploadId) !== undefined;
  return source.type === 'sample' || (await readGeneration(userId, source.generationId)) !== undefined;
}
