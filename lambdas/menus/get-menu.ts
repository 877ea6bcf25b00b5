import type { Menu } from '#shared/api/menus.ts';
import { findMenuWithDishes } from './menu-store.ts';
import { startSoon } from './start-soon.ts';
import { toReply } from './to-reply.ts';

/**
 * Reads a menu. The reconciler does not advance one that is paused or cancelled: if the message at the end of one of
 * its last dishes was lost, the menu is advanced by the next who looks at it.
 *
 * @throws AppError `not_found`
 */
export async function getMenu(userId: string, menuId: string): Promise<Menu> {
  const [menu, dishes] = await findMenuWithDishes(userId, menuId);
  const reply = await toReply(menu, dishes);
  const hasUnseenEnd = dishes.some(({ state }, index) => {
    const making = reply.dishes[index]?.generation?.state;
    return state === 'running' && making !== 'queued' && making !== 'processing';
  });
  if (hasUnseenEnd && menu.state !== 'running') await startSoon(menu);
  return reply;
}
