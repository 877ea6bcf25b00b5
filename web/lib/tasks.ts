import type { Task } from '#shared/api/task.ts';
import { ApiError, isTransient } from './api-error.ts';

/** How often a task is asked for, and for how long a person is kept waiting for it, in milliseconds. */
const askEvery = 1_000;
const patience = 10 * 60_000;

/**
 * Waits for a task of the server's. A lost connection is waited out, because the task goes on without it.
 * @throws ApiError when it has failed, or is not to be seen.
 */
export async function waitForTask(started: Task, read: (taskId: string) => Promise<Task>): Promise<Task> {
  let task = started;
  const end = Date.now() + patience;
  while (task.state === 'queued' || task.state === 'running') {
    if (Date.now() > end) throw new ApiError('busy');
    await new Promise((resolve) => setTimeout(resolve, askEvery));
    try {
      task = await read(task.taskId);
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  if (task.state === 'failed') throw new ApiError('internal');
  return task;
}
