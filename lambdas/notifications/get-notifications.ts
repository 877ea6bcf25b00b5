import { readNotifications } from '#lambdas/accounts/notification-store.ts';
import type { Notifications } from '#shared/api/notifications.ts';
import { toReply } from './to-reply.ts';

/** The user's notification settings, and the public key for further devices. */
export async function getNotifications(userId: string): Promise<Notifications> {
  return toReply(await readNotifications(userId));
}
