import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignGet } from '#lambdas/runtime/presigned-links.ts';
import type { Task } from '#shared/api/task.ts';
import { readTask, type StoredTask, type TaskFile } from './task-store.ts';

/** Lifetime of the link to a finished file in seconds. */
const linkLifetime = 5 * 60;

/**
 * Returns a task with links to its files, as the API's reply.
 * @throws AppError `not_found` if it does not exist or the caller may not see it
 */
export async function describeTask(id: string, maySee: (task: StoredTask) => boolean): Promise<Task> {
  const task = await readTask(id);
  if (!task || !maySee(task)) throw new AppError('not_found');
  return toTaskReply(task);
}

/** Translates a task into the API's reply. */
export async function toTaskReply({
  id,
  kind,
  state,
  createdAt,
  finishedAt,
  files,
}: StoredTask): Promise<Task> {
  return {
    taskId: id,
    // A sweep is part of a deletion.
    kind: kind === 'sweep' ? 'deletion' : kind,
    state,
    createdAt,
    finishedAt,
    // The files of an unfinished export are not complete.
    files: state === 'done' ? await Promise.all(files.map(linkTo)) : [],
  };
}

async function linkTo({ key, fileName }: TaskFile): Promise<Task['files'][number]> {
  const link = await presignGet(readVariable('EXPORTS_BUCKET'), key, { fileName, lifetime: linkLifetime });
  return { fileName, ...link };
}
