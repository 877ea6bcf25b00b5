import type { Duty } from '#lambdas/platform/duty.ts';
import { listStaleTasks, sendTask } from '#lambdas/platform/task-store.ts';

/** Sends the message of a task again that should be running and is not. */
export const resendTasks: Duty<string> = {
  name: 'tasks',
  list: () => listStaleTasks(new Date()),
  handle: sendTask,
  describe: (taskId) => ({ taskId }),
};
