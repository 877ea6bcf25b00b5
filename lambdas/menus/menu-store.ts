/**
 * Menus and their dishes.
 *
 * - One menu of the user?                          table, pk USER#<user>, sk MENU#<id>
 * - The user's menus, newest first?                table, pk USER#<user>, sk begins MENU#, backwards
 * - The dishes of a menu, in order?                table, pk USER#<user>, sk begins DISH#<menu>#
 * - Which menus have dishes to be made?            table, pk OPEN_MENUS, sk <id>#<user>
 * - Was a menu of this id deleted?                 table, pk USER#<user>, sk DELETED_MENU#<id>
 *
 * The open entry exists while the menu is `running` or one of its dishes is `asked`: the same transaction writes both.
 */

import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dishKey } from '#lambdas/generations/dish-key.ts';
import { parseEach } from '#lambdas/platform/job.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { maxClockDifference } from '#lambdas/runtime/client-id.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { expiryIn } from '#lambdas/runtime/time.ts';
import { type Step, transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { table } from '#shared/table.ts';
import { isToCome, type StoredDish, type StoredMenu, storedDishSchema, storedMenuSchema } from './menu.ts';

/** Menus that a list shows. */
const listed = 50;

/** Attempts to read a consistent pair of menu and dishes. */
const readAttempts = 3;

/**
 * Lifetime in seconds of the record of a deleted menu's id: as long as a request with this id would be accepted. The
 * client's clock may have been ahead of ours by `maxClockDifference`, and the id is accepted until our clock is ahead
 * of it by as much. One more minute is for rounding.
 */
const deletedFor = (2 * maxClockDifference) / 1000 + 60;

const openMenuSchema = z.object({ menuId: z.string(), userId: z.string() });

export type OpenMenu = z.output<typeof openMenuSchema>;

/** Transaction steps that create a menu with its dishes; `exists` if the id is in use or belonged to a deleted menu. */
export function createSteps(menu: StoredMenu, dishes: readonly StoredDish[]): readonly Step<'exists'>[] {
  return [
    {
      check: { Key: deletedKey(menu), ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'exists',
    },
    {
      put: { Item: { ...menuKey(menu), ...menu }, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'exists',
    },
    putOpenMenu(menu),
    ...dishes.map((dish) => ({ put: { Item: { ...dishKey(dish), ...dish } } })),
  ];
}

/** One menu of the user, read consistently. */
export async function readMenu(userId: string, id: string): Promise<StoredMenu | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: menuKey({ userId, id }), ConsistentRead: true }),
  );
  return Item && storedMenuSchema.parse(Item);
}

export type MenuWithDishes = readonly [menu: StoredMenu, dishes: readonly StoredDish[]];

/**
 * A menu with its dishes in order, read consistently. Both are read again while they contradict each other, because a
 * change was written between the two reads.
 */
export async function readMenuWithDishes(userId: string, id: string): Promise<MenuWithDishes | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const [menu, dishes] = await Promise.all([readMenu(userId, id), queryDishes(userId, id)]);
    if (!menu) return undefined;
    if (!contradicts(menu, dishes) || attempt === readAttempts) return [menu, dishes];
  }
}

/** @throws AppError `not_found` if there is no such menu or it belongs to another user */
export async function findMenuWithDishes(userId: string, id: string): Promise<MenuWithDishes> {
  const found = await readMenuWithDishes(userId, id);
  if (!found) throw new AppError('not_found', 'This menu does not exist');
  return found;
}

/**
 * Whether a menu has ended although one of its dishes has not. A dish that was begun before its menu was cancelled does
 * not count: it is still finished.
 */
function contradicts({ state }: StoredMenu, dishes: readonly StoredDish[]): boolean {
  return state === 'done'
    ? dishes.some((dish) => isToCome(dish) || dish.state === 'running')
    : state === 'cancelled' && dishes.some(isToCome);
}

/** The user's latest menus, newest first. */
export async function queryMenus(userId: string): Promise<StoredMenu[]> {
  const { Items } = await query(userId, 'MENU#', { Limit: listed, ScanIndexForward: false });
  return Items.map((item) => storedMenuSchema.parse(item));
}

/** A page of all menus of the user, oldest first. */
export async function queryAllMenus(
  userId: string,
  limit: number,
  from?: Record<string, unknown>,
): Promise<{ items: StoredMenu[]; next: Record<string, unknown> | undefined }> {
  const { Items, LastEvaluatedKey } = await query(userId, 'MENU#', {
    Limit: limit,
    ExclusiveStartKey: from,
  });
  return { items: Items.map((item) => storedMenuSchema.parse(item)), next: LastEvaluatedKey };
}

/** The dishes of a menu in order, read consistently. */
export async function queryDishes(userId: string, menuId: string): Promise<StoredDish[]> {
  const { Items } = await query(userId, `DISH#${menuId}#`);
  return Items.map((item) => storedDishSchema.parse(item));
}

async function query(
  userId: string,
  prefix: string,
  options: Pick<QueryCommandInput, 'Limit' | 'ScanIndexForward' | 'ExclusiveStartKey'> = {},
) {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':prefix': prefix },
      ConsistentRead: true,
      ...options,
    }),
  );
  return { Items, LastEvaluatedKey };
}

/** Menus with dishes to be ordered, oldest first. */
export async function listOpenMenus(): Promise<OpenMenu[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :open',
    ExpressionAttributeValues: { ':open': 'OPEN_MENUS' },
  });
  return parseEach(openMenuSchema, items);
}

export type MenuChange = Partial<
  Pick<StoredMenu, 'state' | 'pausedFor' | 'message' | 'finishedAt' | 'counts' | 'look' | 'firstDishFirst'>
>;

/**
 * Changes a menu and some of its dishes, in one transaction with `steps`, provided that the menu still has the state
 * that was read; an empty `change` leaves the menu alone, so that only the steps decide. Returns false if it was
 * refused. `isOpen`: whether it has dishes to be ordered afterwards.
 */
export async function changeMenu(
  menu: StoredMenu,
  change: MenuChange,
  steps: readonly Step<'changed'>[] = [],
  isOpen = change.state === 'running',
): Promise<boolean> {
  const { userId, id, state } = menu;
  const open = isOpen ? putOpenMenu(menu) : removeOpenMenu({ userId, menuId: id });
  const { outcome } = await transact<'changed'>([
    ...(Object.keys(change).length > 0
      ? [
          {
            update: { Key: menuKey(menu), ...changing(change, '#state = :seen', { ':seen': state }) },
            refused: 'changed' as const,
          },
        ]
      : []),
    ...(change.state === undefined ? [] : [open]),
    ...steps,
  ]);
  return outcome === 'committed';
}

/**
 * Writes the number of dishes in each state, provided that the menu is unchanged since it was read. The menu must be
 * read before its dishes: whoever changed it may have counted newer dishes. Also removes the open entry of a menu that
 * has ended, which a table has whose items were restored. Returns false if the menu has changed.
 */
export async function noteCounts(menu: StoredMenu, counts: StoredMenu['counts']): Promise<boolean> {
  const values = { ':version': menu.version };
  // Menus created before this attribute existed have none.
  const isSame = `${menu.version === 0 ? 'attribute_exists(pk) AND attribute_not_exists(version) OR ' : ''}version = :version`;
  const step = {
    update: { Key: menuKey(menu), ...changing({ counts }, isSame, values) },
    refused: 'changed',
  } as const;
  const hasEnded = menu.state === 'done' || menu.state === 'cancelled';
  const { outcome } = await (hasEnded
    ? transact<'changed'>([step, removeOpenMenu({ userId: menu.userId, menuId: menu.id })])
    : writeAlone(step));
  return outcome === 'committed';
}

/** An update like `setting`'s that also adds 1 to the version. */
function changing(...change: Parameters<typeof setting>): ReturnType<typeof setting> {
  const { UpdateExpression, ExpressionAttributeValues, ...rest } = setting(...change);
  return {
    ...rest,
    UpdateExpression: `${UpdateExpression} ADD version :one`,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':one': 1 },
  };
}

/**
 * Condition step that holds while the menu has the state and the look that were read, so that a cancelled menu is not
 * charged any more, and a dish is begun with the look that was chosen last.
 */
export function whileDirected(menu: StoredMenu): Step<'directed'> {
  return {
    check: {
      Key: menuKey(menu),
      ConditionExpression: '#state = :seen AND look = :look',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':seen': menu.state, ':look': menu.look },
    },
    refused: 'directed',
  };
}

export type DishChange = Partial<
  Pick<
    StoredDish,
    'state' | 'message' | 'generationId' | 'redoId' | 'formerId' | 'isCreditBack' | 'name' | 'look'
  >
>;

/**
 * Transaction step that changes a dish; refused as `changed` unless it has the state and the generation that were read.
 */
export function changeDishStep(dish: StoredDish, change: DishChange): Step<'changed'> {
  return {
    update: {
      Key: dishKey(dish),
      ...setting(change, sameAttempt, attemptOf(dish)),
    },
    refused: 'changed',
  };
}

/** The same for a change that begins the dish; also refused unless it has the name and the look that were read. */
export function beginDishStep(dish: StoredDish, change: DishChange): Step<'changed'> {
  return {
    update: {
      Key: dishKey(dish),
      ...setting(change, `${sameAttempt} AND #name = :name AND look = :look`, {
        ...attemptOf(dish),
        ':name': dish.name,
        ':look': dish.look,
      }),
    },
    refused: 'changed',
  };
}

/** Condition step that holds while a dish has the state and the generation that were read; refused as `changed`. */
export function whileUnchanged(dish: StoredDish): Step<'changed'> {
  return { check: { Key: dishKey(dish), ...unchanged(dish) }, refused: 'changed' };
}

/**
 * Removes a menu and its dishes, and records its id, provided that they have the states that were read. Returns false
 * otherwise.
 */
export async function removeMenu(menu: StoredMenu, dishes: readonly StoredDish[]): Promise<boolean> {
  const { outcome } = await transact<'changed'>([
    {
      remove: {
        Key: menuKey(menu),
        ConditionExpression: '#state = :seen',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':seen': menu.state },
      },
      refused: 'changed',
    },
    ...dishes.map((dish) => ({
      remove: { Key: dishKey(dish), ...unchanged(dish) },
      refused: 'changed' as const,
    })),
    { put: { Item: { ...deletedKey(menu), [table.expiry]: expiryIn(deletedFor) } } },
  ]);
  return outcome === 'committed';
}

/** Removes the open entry of a menu that no longer exists. */
export async function forgetOpenMenu(open: OpenMenu): Promise<void> {
  await writeAlone(removeOpenMenu(open));
}

function putOpenMenu({ userId, id }: Pick<StoredMenu, 'userId' | 'id'>): Step<never> {
  return { put: { Item: { ...openKey({ userId, menuId: id }), menuId: id, userId } } };
}

function removeOpenMenu(open: OpenMenu): Step<never> {
  return { remove: { Key: openKey(open) } };
}

const sameAttempt = '#state = :seen AND generationId = :generation';

function attemptOf({ state, generationId }: StoredDish) {
  return { ':seen': state, ':generation': generationId };
}

function unchanged(dish: StoredDish) {
  return {
    ConditionExpression: sameAttempt,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: attemptOf(dish),
  };
}

function menuKey({ userId, id }: Pick<StoredMenu, 'userId' | 'id'>) {
  return { pk: userPartition(userId), sk: `MENU#${id}` };
}

function deletedKey({ userId, id }: Pick<StoredMenu, 'userId' | 'id'>) {
  return { pk: userPartition(userId), sk: `DELETED_MENU#${id}` };
}

function openKey({ userId, menuId }: OpenMenu) {
  return { pk: 'OPEN_MENUS', sk: `${menuId}#${userId}` };
}
