import { taskMessageSchema } from '#lambdas/platform/send-task.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { runTask } from './run-task.ts';

export const handler = queueHandler({
  function: 'tasks',
  message: taskMessageSchema,
  postpone: {
    isStopped: (mode) => mode === 'all',
    // The message may be dropped: the reconciler sends the messages of open tasks every minute, once maintenance allows
    // it.
    until: async () => {},
  },
  handle: ({ taskId }, { remainingMs }) => runTask(taskId, remainingMs),
});
