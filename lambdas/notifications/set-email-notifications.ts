import { changeNotifications } from '#lambdas/accounts/notification-store.ts';
import { checkAccount } from '#lambdas/accounts/user-store.ts';
import type { Notifications } from '#shared/api/notifications.ts';
import { toReply } from './to-reply.ts';

/**
 * Turns on or off the e-mails that are sent if no device could be notified.
 * @throws AppError `unauthenticated`, `account_closing`, `busy`
 */
export async function setEmailNotifications(userId: string, isMailed: boolean): Promise<Notifications> {
  // Throws if the account is being deleted.
  await checkAccount(userId);
  return toReply(await changeNotifications(userId, (before) => ({ ...before, isMailed })));
}
