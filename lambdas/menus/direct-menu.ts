import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readMaintenance, refusal } from '#lambdas/runtime/maintenance-store.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook } from './check-look.ts';
import { cancelRest, decideMenu, makeAgain } from './decide-menu.ts';
import { shownState } from './menu.ts';

/**
 * Pauses, resumes or cancels a menu, or makes again its failed dishes and those that a cancelled menu has not begun. A
 * running dish is finished and kept. While making pictures is stopped, a menu can still be paused and cancelled. A new
 * look is refused if the menu is not paused any more.
 * @throws AppError `not_found`, `conflict`, `busy`, `maintenance`
 */
export async function directMenu(
  userId: string,
  menuId: string,
  { action, look }: RouteInput<typeof menuRoutes.directMenu>['body'],
): Promise<Menu> {
  const { mode } = await readMaintenance();
  if (mode !== 'off' && (action === 'resume' || action === 'retry')) throw refusal(mode);
  return decideMenu(userId, menuId, (menu, dishes) => {
    switch (action) {
      case 'pause':
        return menu.state === 'running'
          ? [{ state: 'paused', pausedFor: 'customer', message: null }]
          : undefined;
      case 'resume': {
        if (look) checkLook(look, menu.targets, 'Dish');
        const resumed = { state: 'running', pausedFor: null, message: null } as const;
        // Resuming a menu that waits for the approval of its first dish approves it.
        const firstDishFirst = menu.firstDishFirst && menu.pausedFor !== 'approval';
        if (menu.state !== 'paused') {
          if (!look || isDeepStrictEqual(look, menu.look)) return undefined;
          throw new AppError(
            'conflict',
            'This menu was changed meanwhile, maybe in another tab, and keeps its look.',
          );
        }
        const asked = dishes.filter(({ state }) => state === 'asked');
        return [
          { ...resumed, firstDishFirst, ...(look && { look }) },
          asked.map((dish) => [dish, { state: 'waiting' }]),
        ];
      }
      case 'cancel':
        return menu.state === 'done' || menu.state === 'cancelled' ? undefined : cancelRest(dishes);
      case 'retry': {
        const failed = dishes.filter(
          (dish) =>
            shownState(dish) === 'failed' || (dish.state === 'cancelled' && menu.state === 'cancelled'),
        );
        return failed.length === 0 ? undefined : makeAgain(menu, failed);
      }
    }
  });
}
