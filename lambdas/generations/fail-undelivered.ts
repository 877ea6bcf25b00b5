import { logger } from '#lambdas/runtime/logger.ts';
import { deadlineOf } from './deadline.ts';
import { failGeneration } from './end-generation.ts';
import { failWords } from './fail-words.ts';
import { readGeneration } from './generation-store.ts';

/**
 * Fails a generation whose message reached the dead-letter queue because its runs crashed too often. It is refunded,
 * and keeps the one variation that was made, if any. One that has ended, or whose lease a worker holds, stays
 * unchanged, and so does a dish of a menu that was never begun and has time left.
 */
export async function failUndelivered(message: {
  readonly userId: string;
  readonly generationId: string;
  readonly wordsId?: string | undefined;
}): Promise<void> {
  const { wordsId } = message;
  if (wordsId !== undefined) return failWords({ ...message, wordsId });
  const generation = await readGeneration(message.userId, message.generationId);
  if (!generation || generation.state === 'done' || generation.state === 'failed') return;
  // Lambda also counts a delivery for which it had no capacity. A dish that no worker has begun waits for its turn: the
  // reconciler queues it again.
  const isUntried = generation.dish !== undefined && generation.failedRuns === 0;
  if (isUntried && Date.now() < (await deadlineOf(generation))) return;
  const reason = 'Something went wrong on our side. Please try again.';
  const ended = await failGeneration(generation, reason);
  logger.warn('A message of the dead-letter queue was handled', { generationId: generation.id, ended });
}
