import { ulid } from 'ulid';
import { putActivity } from '#lambdas/platform/audit-log-store.ts';
import { newJob, startJob, toJobReply } from '#lambdas/platform/task-store.ts';
import type { Job } from '#shared/api/job.ts';

/** Begins a CSV, and logs who takes the data out. */
export async function startExport(actor: string, of: 'users' | 'content'): Promise<Job> {
  const kind = of === 'users' ? 'usersCsv' : 'contentCsv';
  const action = of === 'users' ? 'EXPORT_USERS' : 'EXPORT_CONTENT';
  const job = newJob({ id: ulid(), kind, requestedBy: actor });
  return toJobReply(await startJob(job, [putActivity({ actor, action, details: {} })]));
}
