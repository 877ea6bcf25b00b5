import { renameGeneration } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook, startSoon } from './create-menu.ts';
import { countDishes, type StoredDish, type StoredMenu } from './menu.ts';
import {
  changeDishStep,
  changeMenu,
  type DishChange,
  findMenu,
  type MenuChange,
  queryDishes,
  readMenu,
  removeMenu,
} from './menu-store.ts';
import { toReply } from './to-reply.ts';

/** How often a change is tried again when a dish changed meanwhile. */
const attempts = 5;

/**
 * Pauses, resumes or cancels a menu, or makes again what failed. A dish that is being made is finished and kept.
 * @throws AppError `not_found`, `conflict`
 */
export async function directMenu(
  userId: string,
  menuId: string,
  { action, look }: RouteInput<typeof menuRoutes.directMenu>['body'],
): Promise<Menu> {
  return change(userId, menuId, (menu, dishes) => {
    switch (action) {
      case 'pause':
        return menu.state === 'running'
          ? [{ state: 'paused', pausedFor: 'customer', message: null }]
          : undefined;
      case 'resume': {
        if (look) checkLook(look, menu.targets, 'Dish');
        const resumed = { state: 'running', pausedFor: null, message: null } as const;
        // What was waiting for its approval has got it.
        const firstDishFirst = menu.firstDishFirst && menu.pausedFor !== 'approval';
        return menu.state === 'paused' ? [{ ...resumed, firstDishFirst, ...(look && { look }) }] : undefined;
      }
      case 'cancel': {
        if (menu.state === 'done' || menu.state === 'cancelled') return undefined;
        const ended = { state: 'cancelled', pausedFor: null, message: null, finishedAt: nowIso() } as const;
        return [ended, dishes.filter(isWaiting).map((dish) => [dish, { state: 'cancelled' }])];
      }
      case 'retry': {
        const failed = dishes.filter(({ state }) => state === 'failed' || state === 'cancelled');
        if (failed.length === 0) return undefined;
        return [running, failed.map((dish) => [dish, again])];
      }
    }
  });
}

/**
 * Makes one dish again, for a credit, provided that the caller saw its latest attempt.
 * @throws AppError `not_found`, `conflict`, `not_ready`
 */
export async function remakeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { seen, look }: RouteInput<typeof menuRoutes.remakeDish>['body'],
): Promise<Menu> {
  return change(userId, menuId, (menu, dishes) => {
    const dish = dishOf(dishes, number);
    // The same request has been carried out.
    if (dish.state === 'waiting' || dish.generationId !== seen) return undefined;
    if (dish.state === 'running') throw new AppError('not_ready', 'This dish is still being made.');
    if (look) checkLook(look, menu.targets, dish.name);
    return [running, [[dish, { ...again, ...(look !== undefined && { look }) }]]];
  });
}

/**
 * Renames a dish, or gives it another look while it has not begun.
 * @throws AppError `not_found`, `conflict`, `invalid_input`
 */
export async function changeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { name, look }: RouteInput<typeof menuRoutes.changeDish>['body'],
): Promise<Menu> {
  const changed = await change(userId, menuId, (menu, dishes) => {
    const dish = dishOf(dishes, number);
    if (look !== undefined && dish.state !== 'waiting')
      throw new AppError('conflict', 'This dish has begun. Make it again to give it another look.');
    checkLook(look ?? dish.look ?? menu.look, menu.targets, name ?? dish.name);
    const changes = { ...(name !== undefined && { name }), ...(look !== undefined && { look }) };
    return Object.keys(changes).length === 0 ? undefined : [undefined, [[dish, changes]]];
  });
  const generation = changed.dishes.find((dish) => dish.number === number)?.generation;
  if (!generation || name === undefined) return changed;
  // Its pictures have the name, too: in the gallery, and as files.
  await renameGeneration(userId, generation.id, name);
  return {
    ...changed,
    dishes: changed.dishes.map((dish) =>
      dish.number === number ? { ...dish, generation: { ...generation, menuItemName: name } } : dish,
    ),
  };
}

/**
 * Removes a menu that is not running; its pictures stay. One that is gone is no error.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteMenu(userId: string, menuId: string): Promise<void> {
  const [menu, dishes] = await Promise.all([readMenu(userId, menuId), queryDishes(userId, menuId)]);
  if (!menu) return;
  if (menu.state === 'running' || dishes.some(({ state }) => state === 'running'))
    throw new AppError('not_ready', 'This menu is still being made. You can delete it when it has ended.');
  if (!(await removeMenu(menu, dishes))) throw new AppError('conflict');
}

const running = { state: 'running', pausedFor: null, message: null, finishedAt: null } as const;
const again = { state: 'waiting', message: null } as const;

function isWaiting({ state }: StoredDish): boolean {
  return state === 'waiting';
}

function dishOf(dishes: readonly StoredDish[], number: number): StoredDish {
  const dish = dishes.find((candidate) => candidate.number === number);
  if (!dish) throw new AppError('not_found', 'This menu has no such dish');
  return dish;
}

/** What changes of the menu, if anything does, and of which dishes. */
type Decision = readonly [
  change: MenuChange | undefined,
  dishes?: readonly (readonly [StoredDish, DishChange])[],
];

/**
 * Decides on a menu as it is and writes that, again if it changed meanwhile. Nothing is written for `undefined`.
 * @throws AppError `not_found`, `conflict`
 */
async function change(
  userId: string,
  menuId: string,
  decide: (menu: StoredMenu, dishes: readonly StoredDish[]) => Decision | undefined,
): Promise<Menu> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const [menu, dishes] = await Promise.all([findMenu(userId, menuId), queryDishes(userId, menuId)]);
    const decision = decide(menu, dishes);
    if (!decision) return toReply(menu, dishes);
    const [menuChange = {}, changed = []] = decision;
    const steps = changed.map(([dish, dishChange]) => changeDishStep(dish, dishChange));
    const changes = new Map(changed);
    const changedDishes = dishes.map((dish) => ({ ...dish, ...changes.get(dish) }));
    const counts = menuChange.state && { counts: countDishes(changedDishes) };
    if (!(await changeMenu(menu, { ...menuChange, ...counts }, steps))) continue;
    if (menuChange.state === 'running') await startSoon(menu);
    return toReply({ ...menu, ...menuChange }, changedDishes);
  }
  throw new AppError('conflict');
}
