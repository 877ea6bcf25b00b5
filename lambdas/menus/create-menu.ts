import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { locatePhoto } from '#lambdas/generations/locate-photo.ts';
import { hashOf } from '#lambdas/generations/request-hash.ts';
import { countUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime, usedForAnother } from '#lambdas/runtime/client-id.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { CreateMenu, Menu } from '#shared/api/menus.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { maxDailyMenus } from '#shared/domain/whole-menu.ts';
import { checkLook } from './check-look.ts';
import { countDishes, type StoredDish, type StoredMenu } from './menu.ts';
import { createSteps, readMenuWithDishes } from './menu-store.ts';
import { startSoon } from './start-soon.ts';
import { toReply } from './to-reply.ts';

/** Photos checked at the same time: one with its header far behind is read up to 10 MB, into 512 MB of memory. */
const checkedAtOnce = 8;

/**
 * Creates a menu and starts its first dishes. Creating it charges nothing: each dish is charged when it is begun. The
 * client chooses the id: the same request again returns the same menu.
 * @throws AppError `feature_locked`, `invalid_input`, `daily_limit_reached`, `conflict`, `id_out_of_time`, or the error
 * of a dish's photo, with the name of the dish
 */
export async function createMenu(userId: string, request: CreateMenu): Promise<Menu> {
  const requestHash = hashOf(request);
  const [repeated, account] = await Promise.all([
    findRepeated(userId, request.id, requestHash),
    requireAccount(userId),
  ]);
  if (repeated) return repeated;
  checkIdTime(request.id);
  if (!entitlementsOf(account.tier).menuEnhancerAccess)
    throw new AppError('feature_locked', 'Menu Enhancer Pack is Pro only');
  const unchecked = request.dishes.values();
  const checkNext = async () => {
    for (const dish of unchecked) await checkPhoto(userId, dish);
  };
  await Promise.all(Array.from({ length: checkedAtOnce }, checkNext));
  for (const { name, look } of request.dishes) checkLook(look ?? request.look, request.targets, name);

  const createdAt = nowIso();
  const { id, name, look, targets, firstDishFirst } = request;
  const dishes: StoredDish[] = request.dishes.map((dish, index) => ({
    ...dish,
    menuId: id,
    userId,
    number: index + 1,
    state: 'waiting',
    message: null,
    generationId: null,
    redoId: null,
    formerId: null,
    isCreditBack: false,
  }));
  const menu: StoredMenu = {
    ...{ id, userId, name, createdAt, look, targets, firstDishFirst, requestHash },
    finishedAt: null,
    state: 'running',
    pausedFor: null,
    message: null,
    counts: countDishes(dishes),
    version: 0,
  };
  const { outcome } = await transact<'exists' | 'limit'>([
    ...createSteps(menu, dishes),
    countUse(userId, 'menu', createdAt.slice(0, 10)),
  ]);
  if (outcome === 'limit')
    throw new AppError('daily_limit_reached', `You can start ${maxDailyMenus} menus a day.`);
  if (outcome === 'exists') {
    const winner = await findRepeated(userId, id, requestHash);
    if (winner) return winner;
    throw new AppError('conflict', 'This id was used for a menu that was deleted');
  }
  logger.info('Menu created', { menuId: id, dishes: dishes.length, targets: targets.length });
  await startSoon(menu);
  return toReply(menu, dishes);
}

/** Checks a dish's photo by its header, so that no menu starts that cannot be finished. */
async function checkPhoto(userId: string, { name, source }: CreateMenu['dishes'][number]): Promise<void> {
  try {
    await locatePhoto(userId, source);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `${name}: ${error.message}`) : error;
  }
}

async function findRepeated(userId: string, id: string, requestHash: string): Promise<Menu | undefined> {
  const found = await readMenuWithDishes(userId, id);
  if (!found) return undefined;
  const [menu, dishes] = found;
  if (menu.requestHash !== requestHash) throw usedForAnother();
  return toReply(menu, dishes);
}
