import type { Job } from '#lambdas/platform/job.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { deadlineOf } from './deadline.ts';
import { failGeneration, outOfCapacity } from './end-generation.ts';
import type { StoredGeneration } from './generation.ts';
import { readGeneration } from './generation-store.ts';
import { noteRequeue } from './lease-store.ts';
import { requeueGracePeriod } from './limits.ts';
import { listOpenGenerations, type OpenGeneration, removeOpenGeneration } from './open-generation-store.ts';
import { sendToQueue } from './queue-message.ts';

/** Fails open generations that are past their deadline, and queues those again that no worker is processing. */
export const checkOpenGenerations: Job<OpenGeneration> = {
  name: 'openGenerations',
  list: listOpenGenerations,
  handle: check,
  describe: ({ id }) => ({ generationId: id }),
  // After an outage of the models, hundreds may be past their deadline.
  atOnce: 10,
};

async function check({ userId, id }: OpenGeneration): Promise<void> {
  const generation = await readGeneration(userId, id);
  if (!generation) throw new Error('An open generation has no record');
  if (generation.state === 'done' || generation.state === 'failed') {
    logger.warn('A generation had ended and was still listed as open', { generationId: id });
    await writeAlone(removeOpenGeneration(generation));
    return;
  }
  const now = Date.now();
  const isHeld = generation.leaseUntil !== undefined && Date.parse(generation.leaseUntil) > now;
  if (isHeld) return;
  if (now > (await deadlineOf(generation))) {
    const ended = await failGeneration(generation, outOfCapacity);
    if (ended) count('DeadlineMissed');
    return;
  }
  if (now < nextRequeue(generation)) return;
  if (await noteRequeue(generation)) {
    logger.warn('A generation was queued again', { generationId: id, state: generation.state });
    count('GenerationRequeued');
    await sendToQueue(generation);
  }
}

/**
 * When to queue a generation again, in milliseconds since 1970: when its lease ends if its worker has stopped
 * responding, otherwise after a grace period that doubles each time, because a long queue does not mean a lost message.
 */
function nextRequeue({ leaseUntil, queuedAt, requeues }: StoredGeneration): number {
  if (leaseUntil !== undefined && requeues === 0) return Date.parse(leaseUntil);
  return Date.parse(queuedAt) + requeueGracePeriod * 2 ** requeues;
}
