import type { Job } from '#lambdas/platform/job.ts';
import { resendTask } from '#lambdas/platform/send-task.ts';
import { listStaleTasks } from '#lambdas/platform/task-store.ts';

/** Sends the message of each due task again that no run is working on. */
export const resendTasks: Job<string> = {
  name: 'tasks',
  list: () => listStaleTasks(new Date()),
  handle: resendTask,
  describe: (taskId) => ({ taskId }),
  atOnce: 10,
};
