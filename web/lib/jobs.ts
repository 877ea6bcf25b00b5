import type { Job } from '#shared/api/job.ts';
import { ApiError, isTransient } from './api-error.ts';

/** How often a job is asked for, and for how long a person is kept waiting for it, in milliseconds. */
const askEvery = 1_000;
const patience = 10 * 60_000;

/**
 * Waits for a job of the server's. A lost connection is waited out, because the job goes on without it.
 * @throws ApiError when it has failed, or is not to be seen.
 */
export async function waitForJob(started: Job, read: (jobId: string) => Promise<Job>): Promise<Job> {
  let job = started;
  const end = Date.now() + patience;
  while (job.state === 'queued' || job.state === 'running') {
    if (Date.now() > end) throw new ApiError('busy');
    await new Promise((resolve) => setTimeout(resolve, askEvery));
    try {
      job = await read(job.jobId);
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  if (job.state === 'failed') throw new ApiError('internal');
  return job;
}
