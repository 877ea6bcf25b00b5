import { jobMessageSchema } from '#lambdas/platform/task-store.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { runJob } from './run-task.ts';

export const handler = queueHandler({
  function: 'jobs',
  message: jobMessageSchema,
  handle: ({ jobId }) => runJob(jobId),
});
