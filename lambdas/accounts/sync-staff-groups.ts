import type { Job } from '#lambdas/platform/job.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { listPendingGroups, syncGroups } from './role-store.ts';

/** Completes changes of Cognito's groups that a change of roles could not finish. */
export const syncStaffGroups: Job<string> = {
  name: 'staffGroups',
  list: listPendingGroups,
  handle: (userId) => syncGroups(readEnvironment('reconciler').USER_POOL_ID, userId),
  describe: (userId) => ({ userId }),
};
