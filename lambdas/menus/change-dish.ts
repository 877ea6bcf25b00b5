import { renameGeneration } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook } from './check-look.ts';
import { decideMenu, dishOf } from './decide-menu.ts';

/**
 * Renames a dish, or changes its look if it has not begun.
 * @throws AppError `not_found`, `conflict`, `invalid_input`, `busy`
 */
export async function changeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { name, look }: RouteInput<typeof menuRoutes.changeDish>['body'],
): Promise<Menu> {
  const changed = await decideMenu(userId, menuId, (menu, dishes) => {
    const dish = dishOf(dishes, number);
    if (look !== undefined && dish.state !== 'waiting')
      throw new AppError(
        'conflict',
        'This dish has begun, or is about to. Make it again to give it another look.',
      );
    checkLook(look ?? dish.look ?? menu.look, menu.targets, name ?? dish.name);
    const changes = { ...(name !== undefined && { name }), ...(look !== undefined && { look }) };
    return Object.keys(changes).length === 0 ? undefined : [undefined, [[dish, changes]]];
  });
  const { attempt, generation } = dishOf(changed.dishes, number);
  if (name === undefined) return changed;
  // Generations hold the name too, for the gallery and for the names of files.
  const named = new Set([attempt, generation?.id, generation?.redo?.id]);
  await Promise.all([...named].map((id) => id && renameGeneration(userId, id, name)));
  if (!generation) return changed;
  return {
    ...changed,
    dishes: changed.dishes.map((dish) =>
      dish.number === number ? { ...dish, generation: { ...generation, menuItemName: name } } : dish,
    ),
  };
}
