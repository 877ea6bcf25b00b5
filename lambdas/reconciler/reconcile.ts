import { syncStaffGroups } from '#lambdas/accounts/sync-staff-groups.ts';
import { checkEvents } from '#lambdas/billing/check-events.ts';
import { checkOpenGenerations } from '#lambdas/generations/check-open-generations.ts';
import { removeStaleSignUps } from '#lambdas/identity/remove-stale-sign-ups.ts';
import { resumeMenus } from '#lambdas/menus/resume-menus.ts';
import { checkModels } from '#lambdas/models/check-models.ts';
import { sendNotices } from '#lambdas/notifications/send-notices.ts';
import { performDuty } from '#lambdas/platform/duty.ts';
import { invalidateEdge } from '#lambdas/platform/invalidate-edge.ts';
import { processOutbox } from '#lambdas/platform/process-outbox.ts';
import { readMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { resendTasks } from '#lambdas/tasks/resend-tasks.ts';

/** Runs every minute and finishes what failed messages, functions and calls have left undone. During maintenance it does nothing. */
export async function reconcile(): Promise<void> {
  const { mode } = await readMaintenance();
  count('Reconciled');
  if (mode === 'all') return;
  await Promise.all([
    // Its generations wait on their queues, and their time does not run.
    ...(mode === 'off' ? [performDuty(checkOpenGenerations), performDuty(resumeMenus)] : []),
    performDuty(syncStaffGroups),
    performDuty(resendTasks),
    performDuty(removeStaleSignUps),
    performDuty(checkModels),
    performDuty(checkEvents),
    performDuty(sendNotices),
    // Of a file that still exists, the edge would only fetch another copy.
    performDuty(processOutbox).then(() => performDuty(invalidateEdge)),
  ]);
}
