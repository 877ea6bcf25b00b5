import { readEmails } from '#lambdas/accounts/user-store.ts';
import { listAuditLogEntries } from '#lambdas/platform/audit-log-store.ts';
import type { AuditLogEntry } from '#shared/api/admin.ts';

/** Number of entries on the settings screen (back-office-and-public-pages.md section 9). */
const shown = 20;

/** The latest entries of the audit log with the current e-mails of the people they name. */
export async function listAuditLog(): Promise<{ items: AuditLogEntry[] }> {
  const entries = await listAuditLogEntries(shown);
  const emails = await readEmails(
    entries.flatMap(({ actor, targetUserId }) =>
      targetUserId === undefined ? [actor] : [actor, targetUserId],
    ),
  );
  return {
    items: entries.map(({ sk, at, actor, action, targetUserId, details }) => ({
      id: sk,
      createdAt: at,
      adminUserId: actor,
      email: emails.get(actor) ?? null,
      action,
      targetUserId: targetUserId ?? null,
      targetEmail: emails.get(targetUserId ?? '') ?? null,
      details,
    })),
  };
}
