import type { Duty } from '#lambdas/platform/duty.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { listPendingGroups, syncGroups } from './role-store.ts';

/** Finishes changes of Cognito's groups that a change of roles left undone. */
export const syncStaffGroups: Duty<string> = {
  name: 'staffGroups',
  list: listPendingGroups,
  handle: (userId) => syncGroups(readEnvironment('reconciler').USER_POOL_ID, userId),
  describe: (userId) => ({ userId }),
};
