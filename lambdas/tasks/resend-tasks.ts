import type { Duty } from '#lambdas/platform/duty.ts';
import { listStaleTasks, sendTask } from '#lambdas/platform/task-store.ts';

/** Sends the message of each due task without a run again. */
export const resendTasks: Duty<string> = {
  name: 'tasks',
  list: () => listStaleTasks(new Date()),
  handle: sendTask,
  describe: (taskId) => ({ taskId }),
};
