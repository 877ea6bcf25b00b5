import { makeZip } from 'client-zip';
import { finishJob, releaseJob, type StoredJob, takeJob } from '#lambdas/platform/task-store.ts';
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
 * Does a job, if it is due and nobody else does it. One that fails is let go of and tried again by the reconciler:
 * the message has done its part either way.
 */
export async function runJob(jobId: string): Promise<void> {
  const job = await takeJob(jobId);
  if (!job) return;
  try {
    await perform(job);
    logger.info('Job done', { jobId, kind: job.kind, attempts: job.attempts });
  } catch (error) {
    logger.error('A job could not be done', { jobId, kind: job.kind, error: error as Error });
    count('BackOfficeJobFailed');
    await releaseJob(job);
  }
}

async function perform(job: StoredJob): Promise<void> {
  switch (job.kind) {
    case 'usersCsv':
      return save(job, `users-${londonDay()}.csv`, exportUsers());
    case 'contentCsv':
      return save(job, `images-${londonDay()}.csv`, exportContent());
    case 'accountExport':
      return save(
        job,
        `${brand.name.toLowerCase()}-${londonDay()}.zip`,
        makeZip(exportAccount(subjectOf(job))),
      );
    case 'deletion':
      return deleteAccount(job);
    case 'sweep':
      return sweepAccount(job);
  }
}

async function save(
  job: StoredJob,
  fileName: string,
  body: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const key = `${job.id}/${fileName}`;
  const type = fileName.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/zip';
  await writeStream(readEnvironment('jobs').EXPORTS_BUCKET, { key, type, body });
  await finishJob(job, { key, fileName });
}

function subjectOf({ subject }: StoredJob): string {
  if (subject === undefined) throw new Error('The job names no account');
  return subject;
}
