import { readEmails } from '#lambdas/accounts/user-store.ts';
import { readSettings, type Settings } from '#lambdas/platform/settings-store.ts';
import type { adminRoutes } from '#shared/api/admin.ts';
import type { RouteReply } from '#shared/api/route.ts';

type Reply = RouteReply<typeof adminRoutes.getSettings>;

/** The runtime settings and the last change of each. */
export async function getSettings(): Promise<Reply> {
  return describeSettings(await readSettings());
}

/** Translates settings into the API's reply, with the e-mails of the people who changed them. */
export async function describeSettings({ changes, ...settings }: Settings): Promise<Reply> {
  const emails = await readEmails(changes.map(({ by }) => by));
  return {
    ...settings,
    changes: changes.map(({ setting, at, by }) => ({ setting, at, email: emails.get(by) ?? null })),
  };
}
