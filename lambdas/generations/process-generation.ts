import { OutOfTimeError, ThrottledError } from '#lambdas/models/model-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { countFailure } from './count-failure.ts';
import { deadlineOf } from './deadline.ts';
import { decideOutcome, outcomeWithoutPhoto } from './decide-outcome.ts';
import { drawMissing } from './draw-missing.ts';
import { failGeneration, outOfCapacity } from './end-generation.ts';
import { frameDish } from './frame-dish.ts';
import { type Lease, LeaseLostError, takeLease } from './lease-store.ts';
import { heartbeatInterval, maxFailedRuns, runBudget } from './limits.ts';
import { loadPhoto, UnusablePhotoError } from './load-photo.ts';
import { sendToQueue } from './queue-message.ts';
import { RunRecord } from './run-record.ts';

/**
 * Processes a generation to its end, or as far as the models have capacity. A message for a generation that has ended
 * or is being processed changes nothing. A run after a crash continues from what the crashed run recorded, writes the
 * same files and charges nothing.
 * @throws unexpected errors, after the lease was released; the queue then delivers the message again.
 */
export async function processGeneration(
  { userId, generationId }: { readonly userId: string; readonly generationId: string },
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<void> {
  const lease = await takeLease(userId, generationId);
  if (!lease) {
    logger.info('Nothing to do for this message', { generationId });
    return;
  }
  const run = new RunRecord(lease);
  try {
    if (lease.generation.failedRuns > maxFailedRuns) await failAfterCrashes(lease);
    else await runToEnd(run, timeLeft(await deadlineOf(lease.generation), remainingMs));
  } catch (error) {
    if (error instanceof LeaseLostError) {
      logger.info('Another run holds this generation', { generationId });
      await run.bookLostCalls();
      return;
    }
    await run.release(0, 'failedRuns').catch((failed: Error) => {
      logger.warn('The lease could not be released; it will expire', { error: failed });
    });
    throw error;
  }
}

async function failAfterCrashes(lease: Lease): Promise<void> {
  countFailure(lease.generation, 'Its runs crashed too often');
  await failGeneration(lease.generation, outOfCapacity, { lease });
}

/** Milliseconds that a run may still take: limited by its budget, the generation's deadline and the function. */
function timeLeft(deadline: number, functionRemainingMs: () => number): () => number {
  const end = Math.min(Date.now() + runBudget, deadline);
  return () => Math.min(end - Date.now(), functionRemainingMs());
}

async function runToEnd(run: RunRecord, remainingMs: () => number): Promise<void> {
  try {
    const { photo, problem } = await withHeartbeat(run, async () => {
      await frameDish(run, remainingMs);
      const loaded = await loadPhoto(run.generation);
      return { photo: loaded, problem: await drawMissing(run, loaded, remainingMs) };
    });
    await run.end(await decideOutcome(run.generation, photo.picture, problem));
  } catch (error) {
    if (error instanceof UnusablePhotoError)
      await run.end(outcomeWithoutPhoto(run.generation, error.message));
    else if (error instanceof ThrottledError || error instanceof OutOfTimeError) await tryLater(run);
    else throw error;
  }
}

/** Renews the lease at intervals while `work` waits for slow models (heartbeat). */
async function withHeartbeat<T>(run: RunRecord, work: () => Promise<T>): Promise<T> {
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beat = run
      .save(() => ({}))
      .catch((error: Error) => {
        // The run's next write finds out whether the lease is lost.
        logger.warn('The heartbeat failed', { error });
      });
  }, heartbeatInterval);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await beat;
  }
}

/** Releases the lease and sends a new, delayed message, so that the queue's receive count counts only crashes. */
async function tryLater(run: RunRecord): Promise<void> {
  const seconds = Math.min(60, 10 * (run.generation.throttledRuns + 1));
  const delaySeconds = Math.round(seconds * (0.7 + 0.6 * Math.random()));
  countTogether('GenerationThrottled');
  await run.release(delaySeconds, 'throttledRuns');
  await sendToQueue(run.generation, delaySeconds);
}
