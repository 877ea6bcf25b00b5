import { ulid } from 'ulid';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { newTask } from '#lambdas/platform/task-store.ts';
import type { Task } from '#shared/api/task.ts';

/** Starts a CSV export and logs who requested it. */
export async function startExport(actor: string, of: 'users' | 'content'): Promise<Task> {
  const kind = of === 'users' ? 'usersCsv' : 'contentCsv';
  const action = of === 'users' ? 'EXPORT_USERS' : 'EXPORT_CONTENT';
  const task = newTask({ id: ulid(), kind, requestedBy: actor });
  return toTaskReply(await startTask(task, [putAuditLogEntry({ actor, action, details: {} })]));
}
