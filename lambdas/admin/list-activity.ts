import { readEmails } from '#lambdas/accounts/user-store.ts';
import { listLatestActivity } from '#lambdas/platform/audit-log-store.ts';
import type { AdminActivity } from '#shared/api/admin.ts';

/** Latest actions that the settings screen shows (back-office-and-public-pages.md section 9). */
const shown = 20;

/** What admins did last and to whom, with their e-mails as they are now. */
export async function listActivity(): Promise<{ items: AdminActivity[] }> {
  const activity = await listLatestActivity(shown);
  const emails = await readEmails(
    activity.flatMap(({ actor, targetUserId }) =>
      targetUserId === undefined ? [actor] : [actor, targetUserId],
    ),
  );
  return {
    items: activity.map(({ sk, at, actor, action, targetUserId, details }) => ({
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
