import { changeNotifications } from '#lambdas/accounts/notification-store.ts';
import { unsubscribedPage } from './unsubscribe-page.ts';
import { userOfToken } from './unsubscribe-token.ts';

/**
 * Turns off the e-mails of a token's user.
 * @throws AppError `not_found` for a token that is not valid, `busy` after too many concurrent changes
 */
export async function unsubscribe(token: string): Promise<string> {
  await changeNotifications(await userOfToken(token), (before) => ({ ...before, isMailed: false }));
  return unsubscribedPage();
}
