import { taskMessageSchema } from '#lambdas/platform/task-store.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { runTask } from './run-task.ts';

export const handler = queueHandler({
  function: 'tasks',
  message: taskMessageSchema,
  handle: ({ taskId }, { remainingMs }) => runTask(taskId, remainingMs),
});
