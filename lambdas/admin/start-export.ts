import { ulid } from 'ulid';
import { newJob, startJob, toJobReply } from '#lambdas/jobs/job-store.ts';
import type { Job } from '#shared/api/job.ts';
import { putActivity } from './activity-store.ts';

/** Begins a CSV, and logs who takes the data out. */
export async function startExport(actor: string, of: 'users' | 'content'): Promise<Job> {
  const kind = of === 'users' ? 'usersCsv' : 'contentCsv';
  const action = of === 'users' ? 'EXPORT_USERS' : 'EXPORT_CONTENT';
  const job = newJob({ id: ulid(), kind, requestedBy: actor });
  return toJobReply(await startJob(job, [putActivity({ actor, action, details: {} })]));
}
