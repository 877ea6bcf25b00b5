import { syncStaffGroups } from '#lambdas/accounts/sync-staff-groups.ts';
import { checkEvents } from '#lambdas/billing/check-events.ts';
import { checkOpenGenerations } from '#lambdas/generations/check-open-generations.ts';
import { removeStaleSignUps } from '#lambdas/identity/remove-stale-sign-ups.ts';
import { resumeMenus } from '#lambdas/menus/resume-menus.ts';
import { checkModels } from '#lambdas/models/check-models.ts';
import { sendNotices } from '#lambdas/notifications/send-notices.ts';
import { invalidateEdge } from '#lambdas/platform/invalidate-edge.ts';
import { runJob } from '#lambdas/platform/job.ts';
import { processOutbox } from '#lambdas/platform/process-outbox.ts';
import { readMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { resendTasks } from '#lambdas/tasks/resend-tasks.ts';

/**
 * Runs every minute and completes work that failed messages, functions or calls left unfinished. During full
 * maintenance (`all`) it does nothing.
 */
export async function reconcile(): Promise<void> {
  const { mode } = await readMaintenance();
  count('Reconciled');
  if (mode === 'all') return;
  await Promise.all([
    // While generations are stopped, their messages wait in the queues, and their deadlines do not run.
    ...(mode === 'off' ? [runJob(checkOpenGenerations), runJob(resumeMenus)] : []),
    runJob(syncStaffGroups),
    runJob(resendTasks),
    runJob(removeStaleSignUps),
    runJob(checkModels),
    runJob(checkEvents),
    runJob(sendNotices),
    // Deletes files before it invalidates their copies: otherwise the edge would fetch a file that still exists again.
    runJob(processOutbox).then(() => runJob(invalidateEdge)),
  ]);
}
