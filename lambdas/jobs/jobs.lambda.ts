import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { jobMessageSchema } from './job-store.ts';
import { runJob } from './run-job.ts';

export const handler = queueHandler({
  function: 'jobs',
  message: jobMessageSchema,
  handle: ({ jobId }) => runJob(jobId),
});
