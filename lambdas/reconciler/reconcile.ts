import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { listPendingGroups, syncGroups } from '#lambdas/accounts/role-store.ts';
import { giveUp, outOfCapacity } from '#lambdas/generations/end-generation.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import {
  listOpenJobs,
  noteRequeue,
  type OpenJob,
  readGeneration,
} from '#lambdas/generations/generation-store.ts';
import { jobDeadline, queuePatience } from '#lambdas/generations/limits.ts';
import { sendToQueue } from '#lambdas/generations/queue-message.ts';
import { type Effect, listDueEffects, removeEffect } from '#lambdas/platform/outbox-store.ts';
import { listStaleTasks, sendTask } from '#lambdas/platform/task-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';

/**
 * Every minute: ends jobs that are past their deadline, queues those again that nobody works on, has unfinished work
 * of the back office begun again, and does what transactions have promised. What fails here is tried again a minute later, and keeps nothing else waiting.
 */
export async function reconcile(): Promise<void> {
  for (const job of await listOpenJobs()) await attempt(() => reconcileJob(job), { generationId: job.id });
  for (const userId of await listPendingGroups()) {
    await attempt(() => syncGroups(readEnvironment('reconciler').USER_POOL_ID, userId), { userId });
  }
  for (const jobId of await listStaleTasks(new Date())) await attempt(() => sendTask(jobId), { jobId });
  for (const effect of await listDueEffects(new Date())) {
    await attempt(() => carryOut(effect), { effectId: effect.id });
  }
}

async function attempt(work: () => Promise<void>, about: Record<string, string>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error('The reconciler could not finish something', { ...about, error: error as Error });
    count('ReconcileFailed');
  }
}

async function reconcileJob({ userId, id, createdAt }: OpenJob): Promise<void> {
  const generation = await readGeneration(userId, id);
  if (!generation) throw new Error('An open job has no generation');
  const now = Date.now();
  const isHeld = generation.leaseUntil !== undefined && Date.parse(generation.leaseUntil) > now;
  if (isHeld) return;
  if (now - Date.parse(createdAt) > jobDeadline) {
    const ended = await giveUp(generation, outOfCapacity);
    if (ended) count('DeadlineMissed');
    return;
  }
  if (now < nextRequeue(generation)) return;
  if (await noteRequeue(generation)) {
    logger.warn('A job was queued again', { generationId: id, state: generation.state });
    count('JobRequeued');
    await sendToQueue(generation);
  }
}

/**
 * A silent worker's job is queued again as soon as its lease has ended; one that waits in the queue ever more
 * rarely, because a long queue is no lost message.
 */
function nextRequeue({ leaseUntil, queuedAt, requeues }: StoredGeneration): number {
  if (leaseUntil !== undefined && requeues === 0) return Date.parse(leaseUntil);
  return Date.parse(queuedAt) + queuePatience * 2 ** requeues;
}

async function carryOut(effect: Effect): Promise<void> {
  const { ORIGINALS_BUCKET, MEDIA_BUCKET, DISTRIBUTION_ID } = readEnvironment('reconciler');
  await removeFiles(ORIGINALS_BUCKET, effect.originals);
  await removeFiles(MEDIA_BUCKET, effect.media);
  if (effect.paths.length > 0) {
    await new CloudFrontClient({}).send(
      new CreateInvalidationCommand({
        DistributionId: DISTRIBUTION_ID,
        InvalidationBatch: {
          CallerReference: effect.id,
          Paths: { Quantity: effect.paths.length, Items: effect.paths },
        },
      }),
    );
  }
  await removeEffect(effect);
}
