import { renameGeneration } from '#lambdas/generations/generation-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Menu, menuRoutes } from '#shared/api/menus.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { checkLook, startSoon } from './create-menu.ts';
import { countDishes, isToCome, type StoredDish, type StoredMenu } from './menu.ts';
import {
  changeDishStep,
  changeMenu,
  type DishChange,
  findMenuWithDishes,
  type MenuChange,
  readMenuWithDishes,
  removeMenu,
  whileUnchanged,
} from './menu-store.ts';
import { toReply } from './to-reply.ts';

/**
 * Pauses, resumes or cancels a menu, or makes again its failed dishes and those that a cancelled menu has not begun. A
 * running dish is finished and kept.
 * @throws AppError `not_found`, `busy`
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
        // Resuming a menu that waits for the approval of its first dish approves it.
        const firstDishFirst = menu.firstDishFirst && menu.pausedFor !== 'approval';
        if (menu.state !== 'paused') return undefined;
        const asked = dishes.filter(({ state }) => state === 'asked');
        return [
          { ...resumed, firstDishFirst, ...(look && { look }) },
          asked.map((dish) => [dish, { state: 'waiting' }]),
        ];
      }
      case 'cancel': {
        if (menu.state === 'done' || menu.state === 'cancelled') return undefined;
        const ended = { state: 'cancelled', pausedFor: null, message: null, finishedAt: nowIso() } as const;
        // A dish that is made again later was asked for, so it waits for no approval.
        return [
          { ...ended, firstDishFirst: false },
          dishes.filter(isToCome).map((dish) => [dish, { state: 'cancelled' }]),
        ];
      }
      case 'retry': {
        const failed = dishes.filter(
          ({ state }) => state === 'failed' || (state === 'cancelled' && menu.state === 'cancelled'),
        );
        return failed.length === 0 ? undefined : makeAgain(menu, failed);
      }
    }
  });
}

/**
 * Makes one dish again, for a credit, provided that the caller saw its latest attempt (`seen`).
 * @throws AppError `not_found`, `busy`, `not_ready`
 */
export async function remakeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { seen, look }: RouteInput<typeof menuRoutes.remakeDish>['body'],
): Promise<Menu> {
  return change(userId, menuId, (menu, dishes) => {
    const dish = dishOf(dishes, number);
    // A repetition of a request that was carried out.
    if (isToCome(dish) || dish.generationId !== seen) return undefined;
    if (dish.state === 'running') throw new AppError('not_ready', 'This dish is still being made.');
    if (look) checkLook(look, menu.targets, dish.name);
    return makeAgain(menu, [dish], look);
  });
}

/**
 * Renames a dish, or changes its look if it has not begun.
 * @throws AppError `not_found`, `conflict`, `invalid_input`, `busy`
 */
export async function changeDish(
  userId: string,
  { menuId, number }: { readonly menuId: string; readonly number: number },
  { name, look }: RouteInput<typeof menuRoutes.changeDish>['body'],
): Promise<Menu> {
  const changed = await change(userId, menuId, (menu, dishes) => {
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
  const generation = changed.dishes.find((dish) => dish.number === number)?.generation;
  if (!generation || name === undefined) return changed;
  // The generation holds the name too, for the gallery and for the names of files.
  await renameGeneration(userId, generation.id, name);
  return {
    ...changed,
    dishes: changed.dishes.map((dish) =>
      dish.number === number ? { ...dish, generation: { ...generation, menuItemName: name } } : dish,
    ),
  };
}

/**
 * Removes a menu that is not running; its pictures stay. A missing menu is no error.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteMenu(userId: string, menuId: string): Promise<void> {
  const found = await readMenuWithDishes(userId, menuId);
  if (!found) return;
  const [menu, dishes] = found;
  if (menu.state === 'running' || countDishes(dishes).running > 0)
    throw new AppError('not_ready', 'This menu is still being made. You can delete it when it has ended.');
  if (!(await removeMenu(menu, dishes))) throw new AppError('conflict');
}

const running = { state: 'running', pausedFor: null, message: null, finishedAt: null } as const;

/**
 * Decides to make dishes again. In a paused menu only these dishes are made; the others stay paused for the same
 * reason. A menu that waits for the approval of its first dish resumes, makes that dish alone and waits for approval
 * again.
 */
function makeAgain(menu: StoredMenu, dishes: readonly StoredDish[], look?: StoredDish['look']): Decision {
  const isPaused = menu.state === 'paused' && menu.pausedFor !== 'approval';
  const again = { state: isPaused ? 'asked' : 'waiting', message: null } as const;
  // Clears the message of a menu that its owner paused: it described what was missing at the last attempt.
  const waits = { state: 'paused', ...(menu.pausedFor === 'customer' && { message: null }) } as const;
  return [
    isPaused ? waits : running,
    dishes.map((dish) => [dish, { ...again, ...(look !== undefined && { look }) }]),
  ];
}

function dishOf(dishes: readonly StoredDish[], number: number): StoredDish {
  const dish = dishes.find((candidate) => candidate.number === number);
  if (!dish) throw new AppError('not_found', 'This menu has no such dish');
  return dish;
}

/** The change of the menu, if any, and the changed dishes. */
type Decision = readonly [
  change: MenuChange | undefined,
  dishes?: readonly (readonly [StoredDish, DishChange])[],
];

/**
 * Reads a menu, decides and writes the change; tries again if another change came first. Writes nothing if the decision
 * is `undefined`.
 * @throws AppError `not_found`, `busy`
 */
async function change(
  userId: string,
  menuId: string,
  decide: (menu: StoredMenu, dishes: readonly StoredDish[]) => Decision | undefined,
): Promise<Menu> {
  return retryOnConflict(async () => {
    const [menu, dishes] = await findMenuWithDishes(userId, menuId);
    const decision = decide(menu, dishes);
    if (!decision) return toReply(menu, dishes);
    const [menuChange = {}, changed = []] = decision;
    const changes = new Map(changed);
    const steps = dishes.flatMap((dish) => {
      const dishChange = changes.get(dish);
      if (dishChange) return [changeDishStep(dish, dishChange)];
      // A cancelled menu is not advanced any more: a dish that is asked for at the same time would wait for ever.
      return menuChange.state === 'cancelled' ? [whileUnchanged(dish)] : [];
    });
    const changedDishes = dishes.map((dish) => ({ ...dish, ...changes.get(dish) }));
    // If no dish changes, a concurrent run may be writing newer counts, so none are written here.
    const counts = menuChange.state && changed.length > 0 && { counts: countDishes(changedDishes) };
    const isOpen = menuChange.state === 'running' || changedDishes.some(({ state }) => state === 'asked');
    if (!(await changeMenu(menu, { ...menuChange, ...counts }, steps, isOpen))) return conflict;
    if (menuChange.state && isOpen) await startSoon(menu);
    return toReply({ ...menu, ...menuChange }, changedDishes);
  });
}
