import { newTask, startTask, toTaskReply } from '#lambdas/platform/task-store.ts';
import type { Task } from '#shared/api/task.ts';

/** Minimum time between two exports of an account, in milliseconds. */
const renewedAfter = 10 * 60_000;

/** Starts an export of the caller's data; returns the previous one if it is recent enough. */
export async function exportMe(userId: string): Promise<Task> {
  const id = `export-${userId}-${Math.floor(Date.now() / renewedAfter)}`;
  return toTaskReply(
    await startTask(newTask({ id, kind: 'accountExport', requestedBy: userId, subject: userId })),
  );
}
