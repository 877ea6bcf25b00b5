import { newJob, startJob, toJobReply } from '#lambdas/platform/task-store.ts';
import type { Job } from '#shared/api/job.ts';

/** A copy of one's data is made at most once in this time, in milliseconds. */
const renewedAfter = 10 * 60_000;

/** Begins a copy of everything that is kept of the user; the one that was made a moment ago is good again. */
export async function exportMe(userId: string): Promise<Job> {
  const id = `export-${userId}-${Math.floor(Date.now() / renewedAfter)}`;
  return toJobReply(
    await startJob(newJob({ id, kind: 'accountExport', requestedBy: userId, subject: userId })),
  );
}
