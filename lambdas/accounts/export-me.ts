import { startTask } from '#lambdas/platform/send-task.ts';
import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { newTask, readTask } from '#lambdas/platform/task-store.ts';
import type { Task } from '#shared/api/task.ts';
import { requireAccount } from './user-store.ts';

/** Minimum time between two exports of an account, in milliseconds: each reads all of its pictures. */
const renewedAfter = 24 * 60 * 60_000;

/** Attempts of an export per day; a further attempt starts only after a failed one. */
const attemptsOfDay = 3;

/**
 * Starts an export of the caller's data; returns today's export unless it failed.
 * @throws AppError `unauthenticated`, `account_closing`
 */
export async function exportMe(userId: string): Promise<Task> {
  await requireAccount(userId);
  const day = Math.floor(Date.now() / renewedAfter);
  for (let attempt = 1; ; attempt += 1) {
    const id = `${exportFolder(userId)}${day}-${attempt}`;
    const task =
      (await readTask(id)) ??
      (await startTask(newTask({ id, kind: 'accountExport', requestedBy: userId, subject: userId })));
    if (task.state !== 'failed' || attempt === attemptsOfDay) return toTaskReply(task);
  }
}

/** Prefix of the keys of all export files of a user: each task has a folder named by its id. */
export function exportFolder(userId: string): string {
  return `export-${userId}-`;
}
