import { taskMessageSchema } from '#lambdas/platform/task-store.ts';
import { queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { runTask } from './run-task.ts';

export const handler = queueHandler({
  function: 'tasks',
  message: taskMessageSchema,
  postpone: {
    isStopped: (mode) => mode === 'all',
    // The reconciler sends open tasks again every minute once it may.
    until: async () => {},
  },
  handle: ({ taskId }, { remainingMs }) => runTask(taskId, remainingMs),
});
