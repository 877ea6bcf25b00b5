import { newTask, startTask, toTaskReply } from '#lambdas/platform/task-store.ts';
import type { Task } from '#shared/api/task.ts';

/** A copy of one's data is made at most once in this time, in milliseconds. */
const renewedAfter = 10 * 60_000;

/** Begins a copy of everything that is kept of the user; the one that was made a moment ago is good again. */
export async function exportMe(userId: string): Promise<Task> {
  const id = `export-${userId}-${Math.floor(Date.now() / renewedAfter)}`;
  return toTaskReply(
    await startTask(newTask({ id, kind: 'accountExport', requestedBy: userId, subject: userId })),
  );
}
