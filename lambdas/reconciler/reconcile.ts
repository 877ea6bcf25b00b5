import { syncStaffGroups } from '#lambdas/accounts/sync-staff-groups.ts';
import { checkOpenGenerations } from '#lambdas/generations/check-open-generations.ts';
import { removeStaleSignUps } from '#lambdas/identity/remove-stale-sign-ups.ts';
import { performDuty } from '#lambdas/platform/duty.ts';
import { invalidateEdge } from '#lambdas/platform/invalidate-edge.ts';
import { processOutbox } from '#lambdas/platform/process-outbox.ts';
import { resendTasks } from '#lambdas/tasks/resend-tasks.ts';

/** Runs every minute and finishes what failed messages, functions and calls have left undone. */
export async function reconcile(): Promise<void> {
  await Promise.all([
    performDuty(checkOpenGenerations),
    performDuty(syncStaffGroups),
    performDuty(resendTasks),
    performDuty(removeStaleSignUps),
    // Of a file that still exists, the edge would only fetch another copy.
    performDuty(processOutbox).then(() => performDuty(invalidateEdge)),
  ]);
}
