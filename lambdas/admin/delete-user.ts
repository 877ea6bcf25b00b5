import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { readTask } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Task } from '#shared/api/task.ts';

/**
 * Starts the deletion of a user and logs it with the e-mail. Repeating it returns the state of the existing task.
 * @throws AppError `not_found`, `staff_account` for staff and for the caller
 */
export async function deleteUser(actor: string, userId: string): Promise<Task> {
  if (actor === userId) throw new AppError('staff_account');
  const account = await getAccount(userId);
  if (!account) {
    const done = await readTask(`deletion-${userId}`);
    if (!done) throw new AppError('not_found', 'This user does not exist');
    return toTaskReply(done);
  }
  const { username, email } = account;
  return toTaskReply(await requestDeletion({ userId, username, requestedBy: actor, admin: { email } }));
}
