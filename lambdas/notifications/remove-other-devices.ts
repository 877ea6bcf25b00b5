import { endDevices } from '#lambdas/accounts/notification-store.ts';
import { checkAccount } from '#lambdas/accounts/user-store.ts';

/**
 * Ends notifications on all devices but `kept`, after a change of the password that ended their sessions.
 * @throws AppError `unauthenticated`, `account_closing`, `busy`
 */
export async function removeOtherDevices(userId: string, kept: string | undefined): Promise<void> {
  // Throws if the account is being deleted.
  await checkAccount(userId);
  await endDevices(userId, kept);
}
