import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { createTaskSteps, isDeletion, isLeased, readTask, type StoredTask } from './task-store.ts';

/** The message in the queues of the tasks. */
export const taskMessageSchema = z.object({ taskId: z.string() });

/** Milliseconds after which a due task that no run has begun counts as late. */
const lateAfter = 15 * 60_000;

/** Creates a task in one transaction with `steps` and starts it; returns the existing one if the id is in use. */
export async function startTask(task: StoredTask, steps: readonly Step<never>[] = []): Promise<StoredTask> {
  const { outcome } = await transact([...createTaskSteps(task), ...steps]);
  if (outcome === 'exists') return (await readTask(task.id)) ?? task;
  await sendTask(task);
  return task;
}

/** Sends the message that starts a task. If that fails, the reconciler sends it later. */
export async function sendTask(task: Pick<StoredTask, 'id' | 'kind'>): Promise<void> {
  const message: z.output<typeof taskMessageSchema> = { taskId: task.id };
  try {
    // Deletions have a queue of their own, so that exports never delay them.
    const queue = isDeletion(task) ? 'DELETIONS_QUEUE_URL' : 'EXPORTS_QUEUE_URL';
    await sendMessage(readVariable(queue), message);
  } catch (error) {
    logger.warn('The reconciler will start the task', { taskId: task.id, error: error as Error });
  }
}

/**
 * Sends the message of a due task again, unless a run holds its lease. Counts a task that waits for its first run for
 * too long.
 * @throws Error if an open task has no record
 */
export async function resendTask(id: string): Promise<void> {
  const task = await readTask(id);
  if (!task) throw new Error('An open task has no record');
  if (isLeased(task)) return;
  if (task.state === 'queued' && Date.now() - Date.parse(task.notBefore) > lateAfter) count('TaskLate');
  await sendTask(task);
}
