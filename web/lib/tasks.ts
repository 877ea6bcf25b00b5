import type { Task } from '#shared/api/task.ts';
import { ApiError, isTransient } from './api-error.ts';

/** Interval of the polling in milliseconds, and its limit: ten minutes, in which a device that sleeps does not count. */
const interval = 1_000;
const attempts = 600;

/**
 * Polls a task until it has ended. A lost connection does not end the polling, because the task continues without it.
 * @throws ApiError if the task failed or cannot be read; the reason of `signal` if it was aborted
 */
export async function waitForTask(
  started: Task,
  read: (taskId: string) => Promise<Task>,
  signal?: AbortSignal,
): Promise<Task> {
  let task = started;
  for (let attempt = 0; task.state === 'queued' || task.state === 'running'; attempt += 1) {
    if (attempt === attempts) throw new ApiError('busy');
    await new Promise((resolve) => setTimeout(resolve, interval));
    signal?.throwIfAborted();
    try {
      task = await read(task.taskId);
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  if (task.state === 'failed') throw new ApiError('internal');
  return task;
}
