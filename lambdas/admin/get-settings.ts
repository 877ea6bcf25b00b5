import { readEmails } from '#lambdas/account/user-store.ts';
import { readSettings } from '#lambdas/generations/settings-store.ts';
import type { adminRoutes } from '#shared/api/admin.ts';
import type { RouteReply } from '#shared/api/route.ts';

/** Runtime settings, and who changed each of them last. */
export async function getSettings(): Promise<RouteReply<typeof adminRoutes.getSettings>> {
  const { changes, ...settings } = await readSettings();
  const emails = await readEmails(changes.map(({ by }) => by));
  return {
    ...settings,
    changes: changes.map(({ setting, at, by }) => ({ setting, at, email: emails.get(by) ?? null })),
  };
}
