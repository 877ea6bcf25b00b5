import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { readTask } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Task } from '#shared/api/task.ts';
import { getAccount } from './user-store.ts';

/**
 * Returns a task that concerns the caller's own account: an export, a pack or the deletion. An access token stays valid
 * for up to an hour after its account was deleted, so exports and packs also require that the account exists. Tasks of
 * the back office are not returned here: their own route checks the role at each call, because it may have been taken
 * away in the meantime.
 * @throws AppError `not_found`
 */
export async function getMyTask(userId: string, taskId: string): Promise<Task> {
  const task = await readTask(taskId);
  if (task?.requestedBy !== userId || task.subject !== userId) throw new AppError('not_found');
  if (task.kind !== 'deletion') {
    const account = await getAccount(userId);
    if (!account || account.deletingAt !== undefined) throw new AppError('not_found');
  }
  return toTaskReply(task);
}
