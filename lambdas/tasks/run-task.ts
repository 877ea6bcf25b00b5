import { makeZip } from 'client-zip';
import { type Account, getAccount } from '#lambdas/accounts/user-store.ts';
import {
  failKilledTask,
  failTask,
  finishTask,
  pauseTask,
  releaseTask,
  type StoredTask,
  takeTask,
} from '#lambdas/platform/task-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { removeFolder, writeStream } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { brand } from '#shared/brand.ts';
import { deleteAccount, sweepAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { exportContent } from './export-content.ts';
import { exportPack } from './export-pack.ts';
import type { ExportPart } from './export-part.ts';
import { exportUsers } from './export-users.ts';

/**
 * An export stops if its run has less time left than this, in milliseconds: enough for a page and the end of its file.
 */
const reserve = 90_000;

/**
 * Runs a task that is due and not leased by another run. A task that failed, or that needs a further run, is released,
 * and the reconciler sends its message again. So the message always counts as handled.
 * @param remainingMs Milliseconds until Lambda ends the run.
 */
export async function runTask(taskId: string, remainingMs: () => number): Promise<void> {
  const task = await takeTask(taskId);
  if (!task) {
    if (!(await failKilledTask(taskId))) return;
    logger.error('A task was given up after its runs were killed', { taskId });
    count('TaskFailed');
    return;
  }
  try {
    await perform(task, remainingMs);
    logger.info('Task run', { taskId, kind: task.kind, attempts: task.attempts });
  } catch (error) {
    logger.error('A task failed', { taskId, kind: task.kind, error: error as Error });
    count('TaskFailed');
    await releaseTask(task);
  }
}

async function perform(task: StoredTask, remainingMs: () => number): Promise<void> {
  const request = { from: task.cursor, hasTime: () => remainingMs() > reserve, remainingMs };
  switch (task.kind) {
    case 'usersCsv':
      return save(task, 'users', 'csv', exportUsers(request));
    case 'contentCsv':
      return save(task, 'images', 'csv', exportContent(request));
    case 'accountExport':
    case 'pack': {
      const account = await openAccount(task);
      if (!account) return abandon(task);
      const isPack = task.kind === 'pack';
      const { content, next } = isPack ? exportPack(account, task, request) : exportAccount(account, request);
      const name = `${brand.name.toLowerCase()}${isPack ? '-pictures' : ''}`;
      return save(task, name, 'zip', { content: makeZip(content), next });
    }
    case 'deletion':
      return deleteAccount(task);
    case 'sweep':
      return sweepAccount(task);
  }
}

const types = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const;

/**
 * Writes one part of an export, and ends the task with the last one. A deletion may have emptied the account's folder
 * while the file was being written, so the account is read once more.
 */
async function save(
  task: StoredTask,
  name: string,
  extension: keyof typeof types,
  { content, next }: ExportPart<Uint8Array | string>,
): Promise<void> {
  const number = task.files.length === 0 ? '' : `-${task.files.length + 1}`;
  const fileName = `${name}-${londonDay()}${number}.${extension}`;
  const key = `${task.id}/${fileName}`;
  await writeStream(readEnvironment('tasks').EXPORTS_BUCKET, { key, type: types[extension], body: content });
  if (task.subject !== undefined && !(await openAccount(task))) return abandon(task);
  const files = [...task.files, { key, fileName }];
  const cursor = next();
  await (cursor === undefined ? finishTask(task, files) : pauseTask(task, { files, cursor }));
}

/** The account that the task concerns, unless it is deleted or being deleted. */
async function openAccount({ subject }: StoredTask): Promise<Account | undefined> {
  if (subject === undefined) throw new Error('The task has no subject');
  const account = await getAccount(subject);
  return account?.deletingAt === undefined ? account : undefined;
}

/** Ends the export of an account that is gone, without its files, also those of a run that was killed. */
async function abandon(task: StoredTask): Promise<void> {
  await removeFolder(readEnvironment('tasks').EXPORTS_BUCKET, `${task.id}/`);
  await failTask(task);
}
