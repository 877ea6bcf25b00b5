import { readTask, toTaskReply } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Task } from '#shared/api/task.ts';
import { getAccount } from './user-store.ts';

/**
 * Returns the caller's export, pack or deletion. An access token outlives its account by up to an hour, and must not lead
 * to an export of it. Tasks of the back office are about others: asking for one needs the role each time, because the
 * role may have been taken away since.
 * @throws AppError `not_found`
 */
export async function getMyTask(userId: string, taskId: string): Promise<Task> {
  const task = await readTask(taskId);
  if (task?.requestedBy !== userId || task.subject !== userId) throw new AppError('not_found');
  if (task.kind === 'accountExport') {
    const account = await getAccount(userId);
    if (!account || account.deletingAt !== undefined) throw new AppError('not_found');
  }
  return toTaskReply(task);
}
