import { logger } from '#lambdas/runtime/logger.ts';
import { giveUp } from './end-generation.ts';
import { readGeneration } from './generation-store.ts';

/**
 * Ends a job whose message crashed the worker as often as it may: failed, or with the one variation that was
 * made, and refunded. A job that has ended, or that another message keeps going, is left alone.
 */
export async function settleGeneration(message: {
  readonly userId: string;
  readonly generationId: string;
}): Promise<void> {
  const generation = await readGeneration(message.userId, message.generationId);
  if (!generation || generation.state === 'done' || generation.state === 'failed') return;
  const reason = 'Something went wrong on our side. Please try again.';
  const ended = await giveUp(generation, reason);
  logger.warn('A dead letter was settled', { generationId: generation.id, ended });
}
