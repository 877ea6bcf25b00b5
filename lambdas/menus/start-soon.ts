import { sendToMenusQueue } from '#lambdas/generations/menu-message.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { StoredMenu } from './menu.ts';

/** Sends the message that advances a menu. If that fails, the reconciler sends it within a minute. */
export async function startSoon({ userId, id }: Pick<StoredMenu, 'userId' | 'id'>): Promise<void> {
  try {
    await sendToMenusQueue({ userId, menuId: id });
  } catch (error) {
    logger.warn('The reconciler will go on with the menu', { menuId: id, error: error as Error });
  }
}
