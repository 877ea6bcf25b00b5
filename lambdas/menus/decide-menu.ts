import { AppError } from '#lambdas/runtime/app-error.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Menu } from '#shared/api/menus.ts';
import { countDishes, isToCome, type StoredDish, type StoredMenu } from './menu.ts';
import {
  changeDishStep,
  changeMenu,
  type DishChange,
  findMenuWithDishes,
  type MenuChange,
  whileUnchanged,
} from './menu-store.ts';
import { shownPictures } from './shown-generation.ts';
import { startSoon } from './start-soon.ts';
import { toReply } from './to-reply.ts';

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
export async function decideMenu(
  userId: string,
  menuId: string,
  decide: (
    menu: StoredMenu,
    dishes: readonly StoredDish[],
  ) => Decision | undefined | Promise<Decision | undefined>,
): Promise<Menu> {
  return retryOnConflict(async () => {
    const [menu, dishes] = await findMenuWithDishes(userId, menuId);
    const decision = await decide(menu, dishes);
    if (!decision) return toReply(menu, dishes);
    const [menuChange = {}, changed = []] = decision;
    const changes = new Map(changed);
    const steps = dishes.flatMap((dish) => {
      const dishChange = changes.get(dish);
      if (dishChange) return [changeDishStep(dish, dishChange)];
      // A menu that has ended is not advanced any more: a dish that is asked for at the same time would wait for ever.
      return menuChange.finishedAt ? [whileUnchanged(dish)] : [];
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

const running = { state: 'running', pausedFor: null, message: null, finishedAt: null } as const;

/**
 * Decides to make dishes again. In a paused menu only these dishes are made; the others stay paused for the same
 * reason. A menu that waits for the approval of its first dish resumes, makes that dish alone and waits for approval
 * again.
 */
export function makeAgain(
  menu: StoredMenu,
  dishes: readonly StoredDish[],
  look?: StoredDish['look'],
): Decision {
  const isPaused = menu.state === 'paused' && menu.pausedFor !== 'approval';
  const again = { state: isPaused ? 'asked' : 'waiting', message: null } as const;
  // Clears the message of a menu that its owner paused: it described what was missing at the last attempt.
  const waits = { state: 'paused', ...(menu.pausedFor === 'customer' && { message: null }) } as const;
  return [
    isPaused ? waits : running,
    dishes.map((dish) => [dish, { ...again, ...(look !== undefined && { look }) }]),
  ];
}

/**
 * Decides to begin no further dish. One that waits to be made again is done as before, with the pictures that it has. If
 * no dish is left unmade by that, the menu is not cancelled: it is done, or goes on until the running dishes have ended.
 */
export async function cancelRest(dishes: readonly StoredDish[]): Promise<Decision> {
  const stopped = await Promise.all(
    dishes.filter(isToCome).map(async (dish) => {
      const state = (await shownPictures(dish)) === null ? 'cancelled' : 'done';
      return [dish, { state }] as const;
    }),
  );
  const states = new Map<StoredDish, DishChange>(stopped);
  const { cancelled, running: begun } = countDishes(dishes.map((dish) => ({ ...dish, ...states.get(dish) })));
  const ended = { ...running, state: cancelled > 0 ? 'cancelled' : 'done', finishedAt: nowIso() } as const;
  const change = cancelled === 0 && begun > 0 ? running : ended;
  // A dish that is made again later was asked for, so it waits for no approval.
  return [{ ...change, firstDishFirst: false }, stopped];
}

/**
 * A dish by its number.
 * @throws AppError `not_found`
 */
export function dishOf<T extends Pick<StoredDish, 'number'>>(dishes: readonly T[], number: number): T {
  const dish = dishes.find((candidate) => candidate.number === number);
  if (!dish) throw new AppError('not_found', 'This menu has no such dish');
  return dish;
}
