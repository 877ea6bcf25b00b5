import { ulid } from 'ulid';
import { newJob, startJob, toJobReply } from '#lambdas/jobs/job-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { Job } from '#shared/api/job.ts';
import { putActivity } from './activity-store.ts';

/** Begins a CSV, and logs who takes the data out. */
export async function startExport(actor: string, of: 'users' | 'content'): Promise<Job> {
  await transact([
    putActivity({ actor, action: of === 'users' ? 'EXPORT_USERS' : 'EXPORT_CONTENT', details: {} }),
  ]);
  const kind = of === 'users' ? 'usersCsv' : 'contentCsv';
  return toJobReply(await startJob(newJob({ id: ulid(), kind, requestedBy: actor })));
}
