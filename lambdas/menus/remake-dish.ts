import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook } from './check-look.ts';
import { decideMenu, dishOf, makeAgain } from './decide-menu.ts';
import { isToCome, type StoredDish } from './menu.ts';

/**
 * Makes one dish again, for a credit, provided that the caller saw its latest attempt (`seen`).
 * @throws AppError `not_found`, `busy`, `not_ready`
 */
export async function remakeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { seen, look }: RouteInput<typeof menuRoutes.remakeDish>['body'],
): Promise<Menu> {
  return decideMenu(userId, menuId, async (menu, dishes) => {
    const dish = dishOf(dishes, number);
    // A repetition of a request that was carried out.
    if (isToCome(dish) || dish.generationId !== seen) return undefined;
    if (await isBeingMade(dish)) throw new AppError('not_ready', 'This dish is still being made.');
    if (look) checkLook(look, menu.targets, dish.name);
    return makeAgain(menu, [dish], look);
  });
}

/** Whether the generation of a dish is open. It may have ended before the dish's own record is updated. */
async function isBeingMade({ userId, state, generationId }: StoredDish): Promise<boolean> {
  if (state !== 'running' || generationId === null) return false;
  const generation = await readGeneration(userId, generationId);
  return generation?.state === 'queued' || generation?.state === 'processing';
}
