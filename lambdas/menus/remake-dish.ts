import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook } from './create-menu.ts';
import { decideMenu, dishOf, makeAgain } from './decide-menu.ts';
import { isToCome } from './menu.ts';

/**
 * Makes one dish again, for a credit, provided that the caller saw its latest attempt (`seen`).
 * @throws AppError `not_found`, `busy`, `not_ready`
 */
export async function remakeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { seen, look }: RouteInput<typeof menuRoutes.remakeDish>['body'],
): Promise<Menu> {
  return decideMenu(userId, menuId, (menu, dishes) => {
    const dish = dishOf(dishes, number);
    // A repetition of a request that was carried out.
    if (isToCome(dish) || dish.generationId !== seen) return undefined;
    if (dish.state === 'running') throw new AppError('not_ready', 'This dish is still being made.');
    if (look) checkLook(look, menu.targets, dish.name);
    return makeAgain(menu, [dish], look);
  });
}
