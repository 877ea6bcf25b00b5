import { makeZip } from 'client-zip';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import {
  failTask,
  finishTask,
  releaseTask,
  type StoredTask,
  takeTask,
} from '#lambdas/platform/task-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { writeStream } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { brand } from '#shared/brand.ts';
import { deleteAccount, sweepAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { exportContent } from './export-content.ts';
import { exportUsers } from './export-users.ts';

/**
 * Runs a task that is due and not leased by another run. A failed task is released and the reconciler sends it again, so
 * the message succeeds in both cases.
 */
export async function runTask(taskId: string): Promise<void> {
  const task = await takeTask(taskId);
  if (!task) return;
  try {
    await perform(task);
    logger.info('Task done', { taskId, kind: task.kind, attempts: task.attempts });
  } catch (error) {
    logger.error('A task failed', { taskId, kind: task.kind, error: error as Error });
    count('TaskFailed');
    await releaseTask(task);
  }
}

async function perform(task: StoredTask): Promise<void> {
  switch (task.kind) {
    case 'usersCsv':
      return save(task, `users-${londonDay()}.csv`, exportUsers());
    case 'contentCsv':
      return save(task, `images-${londonDay()}.csv`, exportContent());
    case 'accountExport': {
      const account = await getAccount(subjectOf(task));
      if (!account || account.deletingAt !== undefined) return failTask(task);
      return save(task, `${brand.name.toLowerCase()}-${londonDay()}.zip`, makeZip(exportAccount(account)));
    }
    case 'deletion':
      return deleteAccount(task);
    case 'sweep':
      return sweepAccount(task);
  }
}

async function save(
  task: StoredTask,
  fileName: string,
  body: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const key = `${task.id}/${fileName}`;
  const type = fileName.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/zip';
  await writeStream(readEnvironment('tasks').EXPORTS_BUCKET, { key, type, body });
  await finishTask(task, { key, fileName });
}

function subjectOf({ subject }: StoredTask): string {
  if (subject === undefined) throw new Error('The task has no subject');
  return subject;
}
