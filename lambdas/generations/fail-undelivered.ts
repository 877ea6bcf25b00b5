import { logger } from '#lambdas/runtime/logger.ts';
import { failGeneration } from './end-generation.ts';
import { readGeneration } from './generation-store.ts';

/**
 * Ends a job whose message crashed the worker as often as it may: failed, or with the one variation that was
 * made, and refunded. A job that has ended, or that another message keeps going, is left alone.
 */
export async function failUndelivered(message: {
  readonly userId: string;
  readonly generationId: string;
}): Promise<void> {
  const generation = await readGeneration(message.userId, message.generationId);
  if (!generation || generation.state === 'done' || generation.state === 'failed') return;
  const reason = 'Something went wrong on our side. Please try again.';
  const ended = await failGeneration(generation, reason);
  logger.warn('A dead letter was settled', { generationId: generation.id, ended });
}
