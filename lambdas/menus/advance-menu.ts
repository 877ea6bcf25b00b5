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
import { shownPictures } from './shown-generation.ts';

/** Errors that concern one dish: it fails without a charge, and the other dishes continue. */
const concernsDish: ReadonlySet<ProblemCode> = new Set([
  'upload_missing',
  'upload_unreadable',
  'upload_too_large',
  'not_found',
  'not_ready',
  'invalid_input',
]);

/** Errors that concern all dishes, with the reason for which the menu is paused until the customer resumes it. */
const pausesFor: Partial<Record<ProblemCode, NonNullable<StoredMenu['pausedFor']>>> = {
  insufficient_credits: 'credits',
  daily_limit_reached: 'limit',
  daily_budget_reached: 'limit',
  maintenance: 'limit',
  feature_locked: 'plan',
};

/**
 * Advances a menu: records which dishes have ended and orders the next ones, a few at a time. Safe to run at any time,
 * also concurrently: a dish is charged and begun in one transaction, which commits only once and only while the menu is
 * unchanged since it was read. In a paused menu, only dishes in the state `asked` are ordered.
 */
export async function advanceMenu(userId: string, menuId: string): Promise<void> {
  const found = await readMenu(userId, menuId);
  if (!found) return forgetOpenMenu({ userId, menuId });
  const stored = await queryDishes(userId, menuId);
  const endings = await Promise.all(stored.map(endingOf));
  // After a refund, a menu that was paused for lack of credits can resume. That is written before the end of the dish,
  // so that the menu continues even if this run is killed in between.
  const isCreditBack = found.pausedFor === 'credits' && endings.some((ending) => ending?.isRefunded);
  const menu = isCreditBack ? await resume(found) : found;
  const dishes = await Promise.all(stored.map((dish, index) => noteEnd(dish, endings[index]?.change)));
  const isOpen = menu.state === 'running' || menu.state === 'paused';
  if (!(isOpen && (await orderDue(menu, dishes)))) await count(menu, dishes);
}

/**
 * Writes the number of dishes in each state. If another run writes the menu first, reads the dishes again and retries.
 */
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

/** Resumes a menu; returns it unchanged if another change came first. */
async function resume(menu: StoredMenu): Promise<StoredMenu> {
  const running = { state: 'running', pausedFor: null, message: null } as const;
  return (await changeMenu(menu, running)) ? { ...menu, ...running, version: menu.version + 1 } : menu;
}

type DishEnd = Pick<StoredDish, 'state' | 'message'> & Partial<Pick<StoredDish, 'formerId' | 'isCreditBack'>>;

/**
 * The end of the generation of a running dish; undefined if the dish is not running or its generation has not ended.
 */
async function endingOf(
  dish: StoredDish,
): Promise<{ readonly change: DishEnd; readonly isRefunded: boolean } | undefined> {
  const { userId, state, message: known, generationId, isCreditBack } = dish;
  if (isCreditBack) return { isRefunded: true, change: { state, message: known, isCreditBack: false } };
  if (state !== 'running' || generationId === null) return undefined;
  const generation = await readGeneration(userId, generationId);
  if (generation?.state === 'queued' || generation?.state === 'processing') return undefined;
  // The deletion of a generation records its end on the dish first. What was charged is no longer known here.
  if (!generation)
    return { isRefunded: false, change: { state: 'failed', message: 'Its pictures were deleted.' } };
  const { state: end, message, refunded } = generation;
  // A dish of which only one of two pictures could be made is done, and refunded.
  return { isRefunded: refunded, change: { state: end, message, ...(end === 'done' && { formerId: null }) } };
}

/** Writes the end of a dish, if there is one; returns the dish with it, or as another change made it. */
async function noteEnd(dish: StoredDish, ending: DishEnd | undefined): Promise<StoredDish> {
  if (!ending) return dish;
  const { outcome } = await writeAlone(changeDishStep(dish, ending));
  const noted = { ...dish, ...ending };
  return outcome === 'committed' ? noted : ((await readDish(dish)) ?? noted);
}

async function readDish({ userId, menuId, number }: StoredDish): Promise<StoredDish | undefined> {
  return (await queryDishes(userId, menuId)).find((dish) => dish.number === number);
}

/** Whether a dish is to be ordered now. */
function isDue({ state, firstDishFirst }: StoredMenu, dish: StoredDish): boolean {
  if (dish.state === 'asked') return true;
  return dish.state === 'waiting' && state === 'running' && (!firstDishFirst || dish.number === 1);
}

/**
 * Orders dishes until enough are running; updates `dishes`. Returns true if it has changed the menu, which also writes
 * the counts.
 */
async function orderDue(menu: StoredMenu, dishes: StoredDish[]): Promise<boolean> {
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
      // The customer is making other pictures at the same time. The menu continues when they end, or at the
      // reconciler's next run.
      if (error.code === 'too_many_generations') return false;
      if (!concernsDish.has(error.code)) throw error;
      const failed = {
        state: 'failed' as const,
        message: `${sentence(error.message)} Nothing was charged.`,
        formerId: await shownPictures(dish),
      };
      await writeAlone(changeDishStep(dish, failed));
      dishes[index] = { ...dish, ...failed };
    }
  }
  const { running, waiting } = countDishes(dishes);
  if (menu.state === 'paused') return rest(menu, dishes);
  if (running > 0) return false;
  return waiting === 0 ? end(menu, dishes) : pause(menu, dishes, { pausedFor: 'approval', message: null });
}

/**
 * Removes the open entry of a paused menu when no dish is `asked` any more. Returns false if one was asked for in the
 * meantime.
 */
async function rest(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<boolean> {
  return changeMenu(menu, { state: 'paused', counts: countDishes(dishes) }, dishes.map(whileUnchanged));
}

/**
 * Ends a menu whose dishes have all ended. Returns false if a dish was asked for again in the meantime: it would wait
 * for ever, because a menu that is done is not advanced any more.
 */
export async function end(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<boolean> {
  const done = { state: 'done', pausedFor: null, message: null, finishedAt: nowIso() } as const;
  return changeMenu(menu, { ...done, counts: countDishes(dishes) }, [
    ...dishes.map(whileUnchanged),
    noticeStep(menu),
  ]);
}

/** Transaction step that writes the user's notice. */
function noticeStep({ userId, id }: StoredMenu) {
  return noteEnding(userId, { menuId: id });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Pauses a menu that lacks credits or was refused, with a message that says how many dishes are waiting. */
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
 * Pauses a menu; dishes in the state `asked` return to `waiting`. A menu that its owner paused stays paused for that
 * reason, because a menu paused for lack of credits would resume by itself after a refund. Returns false if a dish has
 * changed in the meantime: the counts would be wrong, and whoever changed the dish also advances the menu.
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
  const isPaused = await changeMenu(menu, { state: 'paused', ...why, counts }, [...steps, noticeStep(menu)]);
  if (isPaused) logger.info('Menu paused', { menuId: menu.id, pausedFor, left: counts.waiting });
  return isPaused;
}

/**
 * Charges a dish and begins it with its present name and look: if these changed since it was read, it is read again.
 * Returns undefined if the menu was stopped or got another look (that change starts a run of its own), or if another
 * run has begun the dish.
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
  const begun = {
    state: 'running' as const,
    generationId: id,
    redoId: null,
    formerId: await shownPictures(dish),
    message: null,
  };
  const ordered = await orderGeneration<'directed' | 'changed'>(account, request, {
    requestHash: hashOf(request),
    dish: { menuId: menu.id, number: dish.number },
    steps: [whileDirected(menu), beginDishStep(dish, begun)],
  });
  if (typeof ordered !== 'string') return { ...dish, ...begun };
  const now = ordered === 'changed' ? await readAgain(dish) : undefined;
  return now && order(account, menu, now);
}

/** Reads a dish again whose name or look changed; undefined if it is unchanged or was begun in the meantime. */
async function readAgain(dish: StoredDish): Promise<StoredDish | undefined> {
  const now = await readDish(dish);
  if (now?.state !== dish.state || now.generationId !== dish.generationId) return undefined;
  return isDeepStrictEqual(now, dish) ? undefined : now;
}
