import { isDeepStrictEqual } from 'node:util';
import { ulid } from 'ulid';
import { type Account, getAccount } from '#lambdas/accounts/user-store.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { orderGeneration } from '#lambdas/generations/order-generation.ts';
import { hashOf } from '#lambdas/generations/request-hash.ts';
import { noteEnding } from '#lambdas/platform/notice-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { createGenerationSchema } from '#shared/api/generations.ts';
import type { ProblemCode } from '#shared/api/problem.ts';
import { dishesAtOnce, drawnTarget } from '#shared/domain/whole-menu.ts';
import { countDishes, isToCome, type StoredDish, type StoredMenu } from './menu.ts';
import {
  beginDishStep,
  changeDishStep,
  changeMenu,
  forgetOpenMenu,
  noteCounts,
  queryDishes,
  readMenu,
  whileDirected,
  whileUnchanged,
} from './menu-store.ts';

/** Refusals that concern one dish: it has failed, uncharged, and the others go on. */
const concernsDish: ReadonlySet<ProblemCode> = new Set([
  'upload_missing',
  'upload_unreadable',
  'upload_too_large',
  'not_found',
  'not_ready',
  'invalid_input',
]);

/** Refusals that concern all dishes: the menu waits until the customer goes on. */
const pausesFor: Partial<Record<ProblemCode, NonNullable<StoredMenu['pausedFor']>>> = {
  insufficient_credits: 'credits',
  daily_limit_reached: 'limit',
  daily_budget_reached: 'limit',
  feature_locked: 'plan',
};

/**
 * Goes on with a menu: notes which dishes have ended and orders the next ones, a few at a time. May run at any time, also
 * twice at once: a dish is charged and begun in one transaction, which only one of them can commit, and only while the
 * menu is as it was read. Of a paused menu, only the dishes that were asked for are ordered.
 */
export async function advanceMenu(userId: string, menuId: string): Promise<void> {
  const found = await readMenu(userId, menuId);
  if (!found) return forgetOpenMenu({ userId, menuId });
  const stored = await queryDishes(userId, menuId);
  const endings = await Promise.all(stored.map(endingOf));
  // A failed dish has given its credit back. The menu is opened first, so that it goes on even if this run is killed.
  const isCreditBack = found.pausedFor === 'credits' && endings.some((ending) => ending?.state === 'failed');
  const menu = isCreditBack ? await resume(found) : found;
  const dishes = await Promise.all(stored.map((dish, index) => noteEnd(dish, endings[index])));
  const isOpen = menu.state === 'running' || menu.state === 'paused';
  if (!(isOpen && (await goOn(menu, dishes)))) await count(menu, dishes);
}

/** Writes how many dishes are in which state, as they are then where another run counts them, too. */
async function count(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<void> {
  const { userId, id } = menu;
  let seen: StoredMenu | undefined = menu;
  let counts = countDishes(dishes);
  await retryOnConflict(async () => {
    if (!seen || (await noteCounts(seen, counts))) return undefined;
    seen = await readMenu(userId, id);
    counts = countDishes(await queryDishes(userId, id));
    return conflict;
  });
}

/** The menu as it runs again; unchanged if somebody else has changed it. */
async function resume(menu: StoredMenu): Promise<StoredMenu> {
  const running = { state: 'running', pausedFor: null, message: null } as const;
  return (await changeMenu(menu, running)) ? { ...menu, ...running, version: menu.version + 1 } : menu;
}

/** How the generation of a dish that is being made has ended; undefined otherwise. */
async function endingOf({
  userId,
  state,
  generationId,
}: StoredDish): Promise<Pick<StoredDish, 'state' | 'message'> | undefined> {
  if (state !== 'running' || generationId === null) return undefined;
  const generation = await readGeneration(userId, generationId);
  if (generation?.state === 'queued' || generation?.state === 'processing') return undefined;
  return generation?.state === 'done'
    ? { state: 'done', message: generation.message }
    : { state: 'failed', message: generation?.message ?? 'Its pictures were deleted.' };
}

/** The dish with its end, which is written. */
async function noteEnd(dish: StoredDish, ending: Awaited<ReturnType<typeof endingOf>>): Promise<StoredDish> {
  if (!ending) return dish;
  await writeAlone(changeDishStep(dish, ending));
  return { ...dish, ...ending };
}

/** Whether a dish is to be made now. */
function isDue({ state, firstDishFirst }: StoredMenu, dish: StoredDish): boolean {
  if (dish.state === 'asked') return true;
  return dish.state === 'waiting' && state === 'running' && (!firstDishFirst || dish.number === 1);
}

/** Orders dishes until enough are being made; updates `dishes`. True when it has changed the menu, which counts them. */
async function goOn(menu: StoredMenu, dishes: StoredDish[]): Promise<boolean> {
  const account = await getAccount(menu.userId);
  if (!account || account.deletingAt !== undefined) {
    return changeMenu(menu, { state: 'cancelled', finishedAt: nowIso(), counts: countDishes(dishes) });
  }
  for (const [index, dish] of dishes.entries()) {
    if (!isDue(menu, dish)) continue;
    if (dishes.filter(({ state }) => state === 'running').length >= dishesAtOnce) return false;
    try {
      const begun = await order(account, menu, dish);
      if (!begun) return false;
      dishes[index] = begun;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const pausedFor = pausesFor[error.code];
      if (pausedFor) return pauseFor(pausedFor, menu, dishes, error.message);
      // The customer makes other pictures at the same time: their end, or the next minute, goes on.
      if (error.code === 'too_many_generations') return false;
      if (!concernsDish.has(error.code)) throw error;
      const failed = { state: 'failed' as const, message: `${sentence(error.message)} Nothing was charged.` };
      await writeAlone(changeDishStep(dish, failed));
      dishes[index] = { ...dish, ...failed };
    }
  }
  const { running, waiting } = countDishes(dishes);
  if (menu.state === 'paused') return rest(menu, dishes);
  if (running > 0) return false;
  return waiting === 0 ? end(menu, dishes) : pause(menu, dishes, { pausedFor: 'approval', message: null });
}

/** Closes a paused menu whose dishes that were asked for have begun; not if another one was asked for meanwhile. */
async function rest(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<boolean> {
  return changeMenu(menu, { state: 'paused', counts: countDishes(dishes) }, dishes.map(whileUnchanged));
}

/**
 * Ends a menu whose dishes have all ended. Not if one was asked for again meanwhile: it would wait for ever, because nothing
 * goes on with a menu that is done.
 */
export async function end(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<boolean> {
  const done = { state: 'done', pausedFor: null, message: null, finishedAt: nowIso() } as const;
  return changeMenu(menu, { ...done, counts: countDishes(dishes) }, [
    ...dishes.map(whileUnchanged),
    told(menu),
  ]);
}

/** Step that has the user told. */
function told({ userId, id }: StoredMenu) {
  return noteEnding(userId, { menuId: id });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Pauses a menu that cannot be paid or may not go on, and says how many of its dishes wait. */
async function pauseFor(
  pausedFor: NonNullable<StoredMenu['pausedFor']>,
  menu: StoredMenu,
  dishes: readonly StoredDish[],
  reason: string,
): Promise<boolean> {
  const left = dishes.filter(isToCome).length;
  const waiting = left === 1 ? 'One dish is waiting' : `${left} dishes are waiting`;
  const message =
    pausedFor === 'credits'
      ? `You have run out of credits. ${waiting}: you need ${left} more credit${left === 1 ? '' : 's'} to go on.`
      : `${sentence(reason)} ${waiting}.`;
  return pause(menu, dishes, { pausedFor, message });
}

/**
 * Pauses a menu; what was asked for waits with the other dishes. One that its owner paused does not become one that goes on by
 * itself when a credit comes back. Not if a dish has changed meanwhile: their number would be wrong, and whoever changed it goes on
 * with the menu.
 */
async function pause(
  menu: StoredMenu,
  dishes: readonly StoredDish[],
  { pausedFor, message }: Pick<StoredMenu, 'pausedFor' | 'message'>,
): Promise<boolean> {
  const isOwners = menu.pausedFor === 'customer' && pausedFor === 'credits';
  const why = { pausedFor: isOwners ? 'customer' : pausedFor, message } as const;
  const waiting = { state: 'waiting' } as const;
  const counts = countDishes(dishes.map((dish) => (dish.state === 'asked' ? waiting : dish)));
  const steps = dishes.map((dish) =>
    dish.state === 'asked' ? changeDishStep(dish, waiting) : whileUnchanged(dish),
  );
  const isPaused = await changeMenu(menu, { state: 'paused', ...why, counts }, [...steps, told(menu)]);
  if (isPaused) logger.info('Menu paused', { menuId: menu.id, pausedFor, left: counts.waiting });
  return isPaused;
}

/**
 * Charges a dish and begins it, as it is then: one that was renamed or given another look meanwhile is read again. Undefined
 * when the menu was stopped or given another look, which a run of its own follows, or another run has begun the dish.
 * @throws AppError as `orderGeneration` does
 */
async function order(account: Account, menu: StoredMenu, dish: StoredDish): Promise<StoredDish | undefined> {
  const id = ulid();
  const request = createGenerationSchema.parse({
    kind: 'menu',
    id,
    source: dish.source,
    productName: dish.name,
    menu: { ...drawnTarget(dish.photo, menu.targets), ...(dish.look ?? menu.look) },
  });
  const begun = { state: 'running' as const, generationId: id, redoId: null, message: null };
  const ordered = await orderGeneration<'directed' | 'changed'>(account, request, {
    requestHash: hashOf(request),
    dish: { menuId: menu.id, number: dish.number },
    steps: [whileDirected(menu), beginDishStep(dish, begun)],
  });
  if (typeof ordered !== 'string') return { ...dish, ...begun };
  const now = ordered === 'changed' ? await readAgain(dish) : undefined;
  return now && order(account, menu, now);
}

/** A dish that was renamed or given another look since it was read; undefined where it has begun. */
async function readAgain(dish: StoredDish): Promise<StoredDish | undefined> {
  const dishes = await queryDishes(dish.userId, dish.menuId);
  const now = dishes.find(({ number }) => number === dish.number);
  if (now?.state !== dish.state || now.generationId !== dish.generationId) return undefined;
  return isDeepStrictEqual(now, dish) ? undefined : now;
}
