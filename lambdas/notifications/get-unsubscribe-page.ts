import { readNotifications } from '#lambdas/accounts/notification-store.ts';
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts';
import { userOfToken } from './unsubscribe-token.ts';

/**
 * The page that the link in a mail opens.
 * @throws AppError `not_found` for a token that is not valid
 */
export async function getUnsubscribePage(token: string): Promise<string> {
  const { isMailed } = await readNotifications(await userOfToken(token));
  return isMailed ? unsubscribePage() : unsubscribedPage();
}
