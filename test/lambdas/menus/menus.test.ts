import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeRest } from '#lambdas/accounts/deletion-store.ts';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { markDeleting } from '#lambdas/accounts/user-store.ts';
import { closeCredits } from '#lambdas/credits/credits-store.ts';
import { end } from '#lambdas/menus/advance-menu.ts';
import { countDishes } from '#lambdas/menus/menu.ts';
import {
  changeDishStep,
  findMenuWithDishes,
  noteCounts,
  queryDishes,
  readMenu,
} from '#lambdas/menus/menu-store.ts';
import { maxClockDifference } from '#lambdas/runtime/client-id.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import type { Menu } from '#shared/api/menus.ts';
import { dishesAtOnce, maxDishes } from '#shared/domain/whole-menu.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { describeInFullRun, itInFullRun } from '#test/support/full-run.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(() => cloud.reset());

const look = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' };
const burger = { type: 'sample', itemId: 'burger' };

function menuRequest(dishes: number, more: object = {}) {
  return {
    id: ulid(),
    name: 'Autumn',
    look,
    targets: [{ platform: 'uber', imageType: 'menu' }],
    dishes: Array.from({ length: dishes }, (_, index) => ({
      name: `Dish ${index + 1}`,
      source: burger,
      photo: { width: 1600, height: 1200 },
    })),
    ...more,
  };
}

async function create(user: string, dishes: number, more: object = {}): Promise<Menu> {
  const { status, body } = await cloud.callMenus(user, 'createMenu', { body: menuRequest(dishes, more) });
  expect(body).toMatchObject({ state: 'running' });
  expect(status).toBe(202);
  return body;
}

async function read(user: string, menuId: string): Promise<Menu> {
  const { status, body } = await cloud.callMenus(user, 'getMenu', { params: { menuId } });
  expect(status).toBe(200);
  return body;
}

function direct(user: string, menuId: string, action: string, more: object = {}) {
  return cloud.callMenus(user, 'directMenu', { params: { menuId }, body: { action, ...more } });
}

/** Processes what the dishes that were begun wait for, and tells their menu. */
async function makeDishes(user: string, menuId: string): Promise<void> {
  const { dishes } = await read(user, menuId);
  for (const { generation } of dishes) {
    if (generation?.state !== 'queued') continue;
    await cloud.workOn(user, generation.id);
  }
  await cloud.workOnMenu(user, menuId);
}

/** Goes on until the menu stands still. */
async function runMenu(user: string, menuId: string): Promise<Menu> {
  await cloud.workOnMenu(user, menuId);
  for (let round = 0; round < maxDishes; round += 1) {
    const { state, counts } = await read(user, menuId);
    if (state !== 'running' && counts.running === 0) break;
    await makeDishes(user, menuId);
  }
  return read(user, menuId);
}

/** Makes the free redo of a generation, and returns its id. */
async function redo(user: string, generationId: string): Promise<string> {
  const body = { id: ulid(), reason: 'dish_changed' };
  const { status } = await cloud.call(user, 'redoGeneration', { params: { generationId }, body });
  expect(status).toBe(202);
  await cloud.workOn(user, body.id);
  return body.id;
}

async function deletePictures(user: string, generationId: string): Promise<void> {
  const { status } = await cloud.call(user, 'deleteGeneration', { params: { generationId } });
  expect(status).toBe(204);
}

describe('a whole menu', () => {
  it('charges nothing before a dish begins, and makes a few at a time', async () => {
    const user = await cloud.signUp('pro');
    const menu = await create(user, 6);
    expect(menu.counts).toEqual({ waiting: 6, running: 0, done: 0, failed: 0, cancelled: 0 });
    expect(await cloud.books(user)).toMatchObject({ available: 12 });
    expect(cloud.messages.map(({ queue, body }) => [queue, JSON.parse(body)])).toEqual([
      ['menus', { userId: user, menuId: menu.id }],
    ]);

    await cloud.workOnMenu(user, menu.id);
    const begun = await read(user, menu.id);
    expect(begun.counts).toMatchObject({ running: dishesAtOnce, waiting: 6 - dishesAtOnce });
    expect(await cloud.books(user)).toMatchObject({ available: 12 - dishesAtOnce });
    const first = begun.dishes[0]?.generation;
    expect(first).toMatchObject({
      kind: 'menu',
      menuItemName: 'Dish 1',
      menu: { ...look, platform: 'uber', imageType: 'menu' },
      wholeMenu: menu.id,
    });

    await cloud.publishInsert(user, first?.id ?? '');
    expect(cloud.messages.at(-1)).toMatchObject({
      queue: 'menus',
      body: JSON.stringify({ userId: user, generationId: first?.id }),
    });
  });

  it('makes every dish once, charges one credit for each, and ends', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 5);
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({ state: 'done', counts: { done: 5 }, finishedAt: expect.any(String) });
    expect(menu.dishes.map(({ generation }) => generation?.variations.length)).toEqual([2, 2, 2, 2, 2]);
    expect(await cloud.books(user)).toMatchObject({ available: 7, openGenerations: 0 });
    const items = await cloud.table.allItems();
    expect(items.filter(({ pk }) => pk === 'OPEN_MENUS')).toEqual([]);

    const { body } = await cloud.callMenus(user, 'listMenus');
    expect(body.items).toMatchObject([{ id, state: 'done', counts: { done: 5, running: 0 } }]);
    expect(body.items[0]).not.toHaveProperty('dishes');
  });

  itInFullRun('does not end while a dish waits that was asked for again as the last one ended', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const [menu, [begun]] = await Promise.all([readMenu(user, id), queryDishes(user, id)]);
    if (!menu || !begun?.generationId) throw new Error('The dish has not begun');
    await cloud.workOn(user, begun.generationId);
    // A worker has noted the end of the dish, and is about to note that of the menu.
    await writeAlone(changeDishStep(begun, { state: 'done' }));
    const dishes = await queryDishes(user, id);
    const again = await cloud.callMenus(user, 'remakeDish', {
      params: { menuId: id, number: '1' },
      body: { seen: begun.generationId, look: null },
    });
    expect(again).toMatchObject({ status: 202, body: { state: 'running', counts: { waiting: 1 } } });
    expect(await end(menu, dishes)).toBe(false);
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect(await cloud.books(user)).toMatchObject({ available: 10 });
  });

  it('begins and charges no dish twice when two workers look at the menu at once', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 5);
    const runs = await Promise.all([1, 2, 3].map(() => cloud.workOnMenu(user, id)));
    expect(runs).toEqual([1, 2, 3].map(() => ({ batchItemFailures: [] })));
    const { counts, dishes } = await read(user, id);
    const spent = (await cloud.books(user)).causes.filter((cause) => cause.startsWith('spend#'));
    expect(spent).toHaveLength(counts.running);
    expect(new Set(dishes.flatMap(({ generation }) => generation?.id ?? [])).size).toBe(counts.running);
  });

  it('advances its menu when a dish has ended, by the stream', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const generationId = (await read(user, id)).dishes[0]?.generation?.id ?? '';
    const before = await cloud.stored(user, generationId);
    await cloud.workOn(user, generationId);
    cloud.messages.length = 0;
    const after = await cloud.stored(user, generationId);
    await cloud.publishChange(before, after);
    await cloud.publishChange(after, { ...after, cover: 1 });
    expect(cloud.messages.map(({ queue, body }) => [queue, JSON.parse(body)])).toEqual([
      ['menus', { userId: user, menuId: id }],
    ]);
  });

  it('is found by the reconciler when its message was lost', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    cloud.messages.length = 0;
    await cloud.runReconciler();
    expect(cloud.messages.map(({ queue, body }) => [queue, JSON.parse(body)])).toEqual([
      ['menus', { userId: user, menuId: id }],
    ]);
  });

  it('reads of photos with much metadata no more than their beginning, a few at a time', async () => {
    const user = await cloud.signUp('pro');
    const photo = await jpeg();
    const metadata = Buffer.alloc(65_000, 1);
    metadata.set([0xff, 0xe1, (metadata.length - 2) >> 8, (metadata.length - 2) & 0xff]);
    const pixels = Buffer.alloc(2_000_000);
    const file = Buffer.concat([photo.subarray(0, 2), metadata, metadata, photo.subarray(2), pixels]);
    const uploadId = await cloud.upload(user, file);
    const reads = { open: 0, most: 0 };
    cloud.faults.add({
      operation: 'GetObject',
      times: 200,
      action: {
        kind: 'before',
        run: async () => {
          reads.open += 1;
          reads.most = Math.max(reads.most, reads.open);
          await setTimeout(20);
          reads.open -= 1;
        },
      },
    });
    const get = vi.spyOn(await s3(), 'getObject');
    const dishes = Array.from({ length: 20 }, (_, at) => ({
      name: `Dish ${at}`,
      source: { type: 'upload', uploadId },
      photo: { width: 1600, height: 1200 },
    }));
    await create(user, 20, { dishes });
    expect(reads.most).toBeLessThanOrEqual(8);
    expect(new Set(get.mock.calls.map(([input]) => input.Range))).toEqual(
      new Set(['bytes=0-65535', 'bytes=0-1048575']),
    );
    get.mockRestore();
    for (const key of await cloud.listKeys('UPLOADS_BUCKET')) await cloud.removeObject('UPLOADS_BUCKET', key);
  });

  it('lets a dish wait for hours whose turn has not come, and orders no other before', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 7);
    await cloud.workOnMenu(user, id);
    await cloud.minutesPass(90);
    await cloud.runReconciler();
    await cloud.workOnMenu(user, id);
    expect(await read(user, id)).toMatchObject({ counts: { running: dishesAtOnce, waiting: 3, failed: 0 } });
    await cloud.minutesPass(31);
    await cloud.runReconciler();
    await cloud.workOnMenu(user, id);
    const { counts } = await read(user, id);
    expect(counts.failed).toBe(dishesAtOnce);
  });

  it('keeps a dish for which the workers had no capacity, until its time is over', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const generationId = (await read(user, id)).dishes[0]?.generation?.id ?? '';
    await cloud.deliverDeadLetter(user, generationId);
    expect(await cloud.get(user, generationId)).toMatchObject({ state: 'queued' });
    await cloud.minutesPass(121);
    await cloud.deliverDeadLetter(user, generationId);
    expect(await cloud.get(user, generationId)).toMatchObject({ state: 'failed', refunded: true });
  });

  it('is the same menu for the same request, and refuses another under its id', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(2);
    const first = await cloud.callMenus(user, 'createMenu', { body });
    expect((await cloud.callMenus(user, 'createMenu', { body })).body).toEqual(first.body);
    const other = await cloud.callMenus(user, 'createMenu', { body: { ...body, name: 'Winter' } });
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is for Pro alone, for at most 50 dishes, for platforms that exist', async () => {
    const starter = await cloud.signUp('starter');
    const user = await cloud.signUp('pro');
    const post = (as: string, body: object) => cloud.callMenus(as, 'createMenu', { body });
    expect(await post(starter, menuRequest(1))).toMatchObject({
      status: 403,
      body: { code: 'feature_locked' },
    });
    expect(await post(user, menuRequest(51))).toMatchObject({ status: 400 });
    expect(await post(user, menuRequest(0))).toMatchObject({ status: 400 });
    const gone = menuRequest(1, {
      dishes: [
        { name: 'Soup', source: { type: 'upload', uploadId: ulid() }, photo: { width: 900, height: 900 } },
      ],
    });
    expect(await post(user, gone)).toMatchObject({
      status: 409,
      body: { code: 'upload_missing', detail: 'Soup: Please upload your photo again' },
    });
    const unknown = menuRequest(1, { targets: [{ platform: 'uber', imageType: 'poster' }] });
    expect(await post(user, unknown)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const target = { platform: 'uber', imageType: 'menu' };
    expect(await post(user, menuRequest(1, { targets: [target, target] }))).toMatchObject({ status: 400 });
    const items = await cloud.table.allItems();
    expect(items.filter(({ sk }) => /^(MENU|DISH)#/.test(String(sk)))).toEqual([]);
  });
});

describe('a menu that stops', () => {
  itInFullRun(
    'waits for the first dish to be approved, and takes the look that was chosen then',
    async () => {
      const user = await cloud.signUp('pro');
      const { id } = await create(user, 3, { firstDishFirst: true });
      const first = await runMenu(user, id);
      expect(first).toMatchObject({
        state: 'paused',
        pausedFor: 'approval',
        counts: { done: 1, waiting: 2 },
      });
      expect(await cloud.books(user)).toMatchObject({ available: 11 });

      const marble = { ...look, backgroundStyle: 'marble' };
      expect(await direct(user, id, 'resume', { look: marble })).toMatchObject({ status: 200 });
      const menu = await runMenu(user, id);
      expect(menu).toMatchObject({ state: 'done', counts: { done: 3 } });
      expect(menu.dishes.map(({ generation }) => generation?.menu?.backgroundStyle)).toEqual([
        'wooden',
        'marble',
        'marble',
      ]);
    },
  );

  it('charges nothing that had not begun when it was cancelled, and keeps what was being made', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 7);
    await cloud.workOnMenu(user, id);
    const { body } = await direct(user, id, 'cancel');
    expect(body).toMatchObject({ state: 'cancelled', counts: { running: dishesAtOnce, cancelled: 3 } });
    await makeDishes(user, id);
    const menu = await read(user, id);
    expect(menu.counts).toMatchObject({ done: dishesAtOnce, cancelled: 3 });
    expect(await cloud.books(user)).toMatchObject({ available: 12 - dishesAtOnce, openGenerations: 0 });
    expect((await direct(user, id, 'cancel')).status).toBe(200);
  });

  it('learns when it is looked at of dishes whose end was not reported, and can then be deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 7);
    await cloud.workOnMenu(user, id);
    const { body } = await direct(user, id, 'cancel');
    for (const { generation } of body.dishes) if (generation) await cloud.workOn(user, generation.id);
    // The messages at the ends of its dishes are lost, and the reconciler leaves a cancelled menu alone.
    cloud.messages.length = 0;
    await cloud.runReconciler();
    const params = { menuId: id };
    expect(cloud.messages).toEqual([]);
    expect((await cloud.callMenus(user, 'deleteMenu', { params })).status).toBe(409);
    await read(user, id);
    expect(cloud.messages.map(({ body: message }) => JSON.parse(message))).toEqual([
      { userId: user, menuId: id },
    ]);
    await cloud.workOnMenu(user, id);
    cloud.messages.length = 0;
    await read(user, id);
    expect(cloud.messages).toEqual([]);
    expect((await cloud.callMenus(user, 'deleteMenu', { params })).status).toBe(204);
  });

  it('pauses and goes on', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    await direct(user, id, 'pause');
    await cloud.workOnMenu(user, id);
    expect(await read(user, id)).toMatchObject({ state: 'paused', counts: { waiting: 2 } });
    await direct(user, id, 'resume');
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
  });

  it('stops cleanly when the credits run out, says how many are missing, and goes on after a top-up', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 4);
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({
      state: 'paused',
      pausedFor: 'credits',
      message: 'You have run out of credits. 2 dishes are waiting: you need 2 more credits to go on.',
      counts: { done: 2, waiting: 2, failed: 0 },
    });
    expect(await cloud.books(user)).toMatchObject({ available: 0, openGenerations: 0 });
    // Going on without credits changes nothing.
    await direct(user, id, 'resume');
    expect(await runMenu(user, id)).toMatchObject({ state: 'paused', pausedFor: 'credits' });
    await cloud.topUp(user, 5);
    await direct(user, id, 'resume');
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 4 } });
    expect(await cloud.books(user)).toMatchObject({ available: 3 });
  });

  itInFullRun('goes on with the credit that a dish gives back after the others were spent', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 3);
    await cloud.workOnMenu(user, id);
    const paused = await read(user, id);
    expect(paused).toMatchObject({
      state: 'paused',
      pausedFor: 'credits',
      counts: { running: 2, waiting: 1 },
    });
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await cloud.workOn(user, paused.dishes[0]?.generation?.id ?? '');
    fault();
    await cloud.workOnMenu(user, id);
    const resumed = { state: 'running', pausedFor: null, message: null };
    expect(await read(user, id)).toMatchObject({ ...resumed, counts: { running: 2, failed: 1, waiting: 0 } });
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 1 } });
    expect(await cloud.books(user)).toMatchObject({ available: 0, openGenerations: 0 });
  });

  it('goes on with the credit of a dish of which only one of two pictures could be made', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 3);
    await cloud.workOnMenu(user, id);
    const paused = await read(user, id);
    expect(paused).toMatchObject({ state: 'paused', pausedFor: 'credits', counts: { waiting: 1 } });
    const fault = { kind: 'refuse', reason: 'Filter reason: output image' } as const;
    cloud.modelFaults.add(fault, { model: 'inpaint', times: 1 });
    await cloud.workOn(user, paused.dishes[0]?.generation?.id ?? '');
    await cloud.workOnMenu(user, id);
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await cloud.books(user)).toMatchObject({ available: 0, openGenerations: 0 });
  });

  it('fails a dish whose photo is gone, uncharged, and makes the others; retrying makes what failed', async () => {
    const user = await cloud.signUp('pro');
    const uploadId = await cloud.upload(user, await jpeg());
    const request = menuRequest(3);
    const dishes = request.dishes.map((dish, index) =>
      index === 1 ? { ...dish, source: { type: 'upload', uploadId } } : dish,
    );
    const { body } = await cloud.callMenus(user, 'createMenu', { body: { ...request, dishes } });
    const [key = ''] = await cloud.listKeys('UPLOADS_BUCKET');
    const photo = await cloud.readObject('UPLOADS_BUCKET', key);
    await cloud.removeObject('UPLOADS_BUCKET', key);
    const menu = await runMenu(user, body.id);
    expect(menu).toMatchObject({ state: 'done', counts: { done: 2, failed: 1 } });
    expect(menu.dishes[1]?.message).toBe('Please upload your photo again. Nothing was charged.');
    expect(await cloud.books(user)).toMatchObject({ available: 10, openGenerations: 0 });

    await cloud.putObject('UPLOADS_BUCKET', key, photo);
    await direct(user, body.id, 'retry');
    expect(await runMenu(user, body.id)).toMatchObject({ state: 'done', counts: { done: 3, failed: 0 } });
    expect(await cloud.books(user)).toMatchObject({ available: 9 });
  });

  it('shows the free redo of a dish once that has a picture, also if it is only one', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    const redo = { id: ulid(), reason: 'dish_changed' };
    await cloud.call(user, 'redoGeneration', { params: { generationId: made }, body: redo });
    expect((await read(user, id)).dishes[0]?.generation?.id).toBe(made);
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: output image' }, { times: 1 });
    await cloud.workOn(user, redo.id);
    const [dish] = (await read(user, id)).dishes;
    expect(dish?.generation).toMatchObject({ id: redo.id, redoOf: made });
    expect(dish?.generation?.variations).toHaveLength(1);
  });

  it('refunds a dish that the models refuse, and gives the reason', async () => {
    const user = await cloud.signUp('pro');
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const { id } = await create(user, 1);
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({ state: 'done', counts: { failed: 1 } });
    expect(menu.dishes[0]?.message).toMatch(/Your credit was returned/);
    expect(await cloud.books(user)).toMatchObject({ available: 12, openGenerations: 0 });
  });
});

/** Gives the user another plan, as a webhook of Stripe does. */
async function setPlan(userId: string, planName: 'Pro' | 'Starter'): Promise<void> {
  const subscriptionEnd = '2099-01-01T00:00:00.000Z';
  const productId = `product-${planName.toLowerCase()}`;
  await transact([putSubscription(userId, { subscribed: true, productId, subscriptionEnd, planName })]);
}

/** Ids of the dishes' generations that were charged. */
async function charged(user: string): Promise<string[]> {
  const { causes } = await cloud.books(user);
  return causes.filter((cause) => cause.startsWith('spend#')).map((cause) => cause.slice(6));
}

/** Ids of the menus that the reconciler goes on with. */
async function openMenus(): Promise<unknown[]> {
  return (await cloud.table.allItems()).flatMap(({ pk, menuId }) => (pk === 'OPEN_MENUS' ? [menuId] : []));
}

function remake(user: string, { id, dishes }: Menu, number: number) {
  const seen = dishes[number - 1]?.attempt;
  return cloud.callMenus(user, 'remakeDish', {
    params: { menuId: id, number: String(number) },
    body: { seen, look: null },
  });
}

/** A menu that its owner paused: its first dishes have ended, and one waits. */
async function pausedMenu(user: string): Promise<Menu> {
  const { id } = await create(user, dishesAtOnce + 1);
  await cloud.workOnMenu(user, id);
  await direct(user, id, 'pause');
  await makeDishes(user, id);
  return read(user, id);
}

describe('a paused menu', () => {
  it('makes the one dish that is asked for again, and lets the others wait', async () => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    expect(paused).toMatchObject({ state: 'paused', counts: { done: dishesAtOnce, waiting: 1 } });
    cloud.messages.length = 0;
    const { status, body } = await remake(user, paused, 2);
    expect(status).toBe(202);
    const asked = { state: 'paused', pausedFor: 'customer', message: null };
    expect(body).toMatchObject({ ...asked, counts: { done: dishesAtOnce - 1, running: 1, waiting: 1 } });
    expect(body.dishes[1]).toMatchObject({ state: 'running', attempt: paused.dishes[1]?.attempt });
    // Two presses are one order; and its message may be lost.
    expect((await remake(user, paused, 2)).body.counts).toEqual(body.counts);
    expect(cloud.messages.map(({ queue, body }) => [queue, JSON.parse(body)])).toEqual([
      ['menus', { userId: user, menuId: paused.id }],
    ]);
    expect(await openMenus()).toEqual([paused.id]);

    const menu = await runMenu(user, paused.id);
    expect(menu).toMatchObject({ ...asked, counts: { done: dishesAtOnce, running: 0, waiting: 1 } });
    expect(menu.dishes[1]?.attempt).not.toBe(paused.dishes[1]?.attempt);
    expect(menu.dishes[1]?.generation?.id).toBe(menu.dishes[1]?.attempt);
    expect(await openMenus()).toEqual([]);
    const { body: list } = await cloud.callMenus(user, 'listMenus');
    expect(list.items).toMatchObject([{ ...asked, counts: menu.counts }]);
    expect(await charged(user)).toHaveLength(dishesAtOnce + 1);
    expect(await cloud.books(user)).toMatchObject({ available: 11 - dishesAtOnce, openGenerations: 0 });

    await direct(user, paused.id, 'resume');
    expect(await runMenu(user, paused.id)).toMatchObject({
      state: 'done',
      counts: { done: dishesAtOnce + 1 },
    });
    expect(await charged(user)).toHaveLength(dishesAtOnce + 2);
  });

  it('makes again what failed, and lets the others wait', async () => {
    const user = await cloud.signUp('pro');
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const { id, counts } = await pausedMenu(user);
    expect(counts).toMatchObject({ failed: dishesAtOnce, waiting: 1 });
    fault();
    const { body } = await direct(user, id, 'retry');
    expect(body).toMatchObject({ state: 'paused', counts: { running: dishesAtOnce, waiting: 1 } });
    expect(await runMenu(user, id)).toMatchObject({
      state: 'paused',
      counts: { done: dishesAtOnce, waiting: 1 },
    });
    expect(await cloud.books(user)).toMatchObject({ available: 12 - dishesAtOnce, openGenerations: 0 });
  });

  it.each([
    { action: 'resume', state: 'done', counts: { done: dishesAtOnce + 1 }, spent: 2 },
    { action: 'cancel', state: 'cancelled', counts: { done: dishesAtOnce - 1, cancelled: 2 }, spent: 0 },
  ])('charges what $action says for a dish that was being begun', async ({
    action,
    state,
    counts,
    spent,
  }) => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    await remake(user, paused, 1);
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: { kind: 'before', run: async () => void (await direct(user, paused.id, action)) },
    });
    await cloud.workOnMenu(user, paused.id);
    expect(await runMenu(user, paused.id)).toMatchObject({ state, counts });
    expect(await charged(user)).toHaveLength(dishesAtOnce + spent);
    expect(await openMenus()).toEqual([]);
  });

  it('is not deleted under a dish that is asked for again', async () => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    const remove = () => cloud.callMenus(user, 'deleteMenu', { params: { menuId: paused.id } });
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: { kind: 'before', run: async () => void (await remake(user, paused, 1)) },
    });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    expect(await runMenu(user, paused.id)).toMatchObject({ state: 'paused', counts: { done: dishesAtOnce } });
    expect((await remove()).status).toBe(204);
  });

  it('is cancelled with a dish that was asked for again at the same time', async () => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: { kind: 'before', run: async () => void (await remake(user, paused, 1)) },
    });
    const { body } = await direct(user, paused.id, 'cancel');
    const counts = { done: dishesAtOnce - 1, running: 0, cancelled: 2 };
    expect(body).toMatchObject({ state: 'cancelled', counts });
    expect(await runMenu(user, paused.id)).toMatchObject({ state: 'cancelled', counts });
    expect(await charged(user)).toHaveLength(dishesAtOnce);
  });

  itInFullRun('charges a dish once when the worker dies as soon as it was begun', async () => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    await remake(user, paused, 1);
    const run = () => cloud.workOnMenu(user, paused.id);
    expect(await cloud.killAfterWrites(1, run)).toBe(true);
    cloud.messages.length = 0;
    await cloud.runReconciler();
    expect(cloud.messages).toMatchObject([{ queue: 'menus' }]);
    expect(await runMenu(user, paused.id)).toMatchObject({
      state: 'paused',
      counts: { done: dishesAtOnce, waiting: 1 },
    });
    expect(await charged(user)).toHaveLength(dishesAtOnce + 1);
    expect(await openMenus()).toEqual([]);
  });

  itInFullRun(
    'says what is missing for a dish that cannot be paid, which waits with the others',
    async () => {
      const user = await cloud.signUp('pro', dishesAtOnce - 1);
      const paused = await pausedMenu(user);
      await remake(user, paused, 1);
      await remake(user, paused, 2);
      await cloud.workOnMenu(user, paused.id);
      const shown = {
        state: 'paused',
        pausedFor: 'customer',
        message: 'You have run out of credits. 2 dishes are waiting: you need 2 more credits to go on.',
      };
      expect(await read(user, paused.id)).toMatchObject({ ...shown, counts: { running: 1, waiting: 2 } });
      expect(await openMenus()).toEqual([]);
      // The credit that the first one gives back is not for the others.
      const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
      const menu = await runMenu(user, paused.id);
      fault();
      expect(menu).toMatchObject({ ...shown, counts: { failed: 1, running: 0, waiting: 2 } });
      expect(await cloud.books(user)).toMatchObject({ available: 1, openGenerations: 0 });
      const { body } = await direct(user, paused.id, 'retry');
      expect(body).toMatchObject({
        pausedFor: 'customer',
        message: null,
        counts: { running: 1, waiting: 2 },
      });
    },
  );

  it('says which limit a dish met that was asked for again', async () => {
    const user = await cloud.signUp('pro');
    const paused = await pausedMenu(user);
    await remake(user, paused, 1);
    vi.stubEnv('DAILY_MODEL_BUDGET', '{"free":0,"starter":0,"pro":0,"promptTests":0,"photos":0,"posts":0}');
    await cloud.workOnMenu(user, paused.id);
    vi.unstubAllEnvs();
    expect(await read(user, paused.id)).toMatchObject({
      state: 'paused',
      pausedFor: 'limit',
      message: expect.stringMatching(/2 dishes are waiting\.$/),
    });
  });

  it('still waits for credits after a dish was asked for again', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 4);
    const paused = await runMenu(user, id);
    const { body } = await remake(user, paused, 1);
    expect(body).toMatchObject({ pausedFor: 'credits', message: paused.message, counts: { running: 1 } });
    expect(await runMenu(user, id)).toMatchObject({
      pausedFor: 'credits',
      message: 'You have run out of credits. 3 dishes are waiting: you need 3 more credits to go on.',
    });
  });

  itInFullRun('that waits for approval makes no other dish where its first one cannot be begun', async () => {
    const user = await cloud.signUp('pro');
    const uploadId = await cloud.upload(user, await jpeg());
    const { dishes } = menuRequest(2);
    const { id } = await create(user, 2, {
      firstDishFirst: true,
      dishes: dishes.map((dish, index) =>
        index === 0 ? { ...dish, source: { type: 'upload', uploadId } } : dish,
      ),
    });
    const approval = { state: 'paused', pausedFor: 'approval' };
    const made = await runMenu(user, id);
    expect(made).toMatchObject({ ...approval, counts: { done: 1, waiting: 1 } });
    for (const key of await cloud.listKeys('UPLOADS_BUCKET')) await cloud.removeObject('UPLOADS_BUCKET', key);
    expect(await remake(user, made, 1)).toMatchObject({ status: 202 });
    expect(await runMenu(user, id)).toMatchObject({ ...approval, counts: { failed: 1, waiting: 1 } });
    expect(await charged(user)).toHaveLength(1);
  });

  itInFullRun(
    'that was cancelled is no longer so once a dish was made: its retry makes what failed',
    async () => {
      const user = await cloud.signUp('pro');
      const { id } = await create(user, 2);
      await direct(user, id, 'cancel');
      const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
      await remake(user, await read(user, id), 1);
      expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { failed: 1, cancelled: 1 } });
      fault();
      await direct(user, id, 'retry');
      expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 1, cancelled: 1 } });
      expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
    },
  );
});

describeInFullRun('a menu on which two things happen at once', () => {
  it('is created once, and counted once, when the answer was lost and the request comes again', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(2);
    const replies = await Promise.all([1, 2, 3].map(() => cloud.callMenus(user, 'createMenu', { body })));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    const items = await cloud.table.allItems();
    expect(items.filter(({ sk }) => String(sk).startsWith('DISH#'))).toHaveLength(2);
    expect(items.filter(({ pk }) => pk === 'OPEN_MENUS')).toHaveLength(1);
    expect(await runMenu(user, body.id)).toMatchObject({ state: 'done', counts: { done: 2 } });
    expect(await cloud.books(user)).toMatchObject({ available: 10, openGenerations: 0 });
  });

  it.each([
    { action: 'pause', state: 'paused', left: 'waiting' },
    { action: 'cancel', state: 'cancelled', left: 'cancelled' },
  ])('is not charged for a dish that was being begun at the $action', async ({ action, state, left }) => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 3);
    // The worker has read the menu, and is about to charge the second dish.
    cloud.faults.add({
      operation: 'TransactWriteItems',
      nth: 2,
      action: { kind: 'before', run: async () => void (await direct(user, id, action)) },
    });
    await cloud.workOnMenu(user, id);
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({ state, counts: { done: 1, [left]: 2 } });
    expect(await charged(user)).toEqual([menu.dishes[0]?.generation?.id]);
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
  });

  it('makes a dish as it was changed while it was being begun', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    const marble = { ...look, backgroundStyle: 'marble' };
    const change = (number: string, body: object) =>
      cloud.callMenus(user, 'changeDish', { params: { menuId: id, number }, body });
    // The worker has read the dishes, and is about to charge them one after the other.
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          expect((await change('1', { name: 'Soup' })).status).toBe(200);
          expect((await change('2', { look: marble })).status).toBe(200);
        },
      },
    });
    await cloud.workOnMenu(user, id);
    const { dishes } = await read(user, id);
    expect(dishes).toMatchObject([
      { name: 'Soup', state: 'running', generation: { menuItemName: 'Soup', menu: look } },
      { look: marble, state: 'running', generation: { menuItemName: 'Dish 2', menu: marble } },
    ]);
    expect(await charged(user)).toHaveLength(2);
  });

  it('makes no dish in the look that the menu had before it was paused', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const marble = { ...look, backgroundStyle: 'marble' };
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          await direct(user, id, 'pause');
          expect((await direct(user, id, 'resume', { look: marble })).status).toBe(200);
        },
      },
    });
    await cloud.workOnMenu(user, id);
    const [dish] = (await runMenu(user, id)).dishes;
    expect(dish).toMatchObject({ state: 'done', generation: { menu: marble } });
    expect(await charged(user)).toHaveLength(1);
  });

  it('counts the dishes that wait when another worker has just begun some with the last credits', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 3);
    const begun = Promise.withResolvers<void>();
    const paused = Promise.withResolvers<void>();
    let other: Promise<unknown> = Promise.resolve();
    // This worker has seen three waiting dishes. The other one begins the two that can be paid, and is slow after that.
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: () => {
          const slow = cloud.faults.add({
            operation: 'TransactWriteItems',
            times: 10,
            action: {
              kind: 'after',
              run: async () => {
                if ((await read(user, id)).counts.running < 2) return;
                slow.remove();
                begun.resolve();
                await paused.promise;
              },
            },
          });
          other = cloud.workOnMenu(user, id);
          return begun.promise;
        },
      },
    });
    await cloud.workOnMenu(user, id);
    expect(await read(user, id)).toMatchObject({ state: 'running', counts: { running: 2, waiting: 1 } });
    paused.resolve();
    await other;
    expect(await read(user, id)).toMatchObject({
      state: 'paused',
      message: 'You have run out of credits. One dish is waiting: you need 1 more credit to go on.',
      counts: { running: 2, waiting: 1 },
    });
  });

  it('keeps the count of its end when a slower worker has counted before', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const menu = await readMenu(user, id);
    if (!menu) throw new Error('No menu');
    const seen = countDishes(await queryDishes(user, id));
    await runMenu(user, id);
    await noteCounts(menu, seen);
    const { body } = await cloud.callMenus(user, 'listMenus');
    expect(body.items).toMatchObject([{ id, state: 'done', counts: { running: 0, done: 1 } }]);
  });

  it('is counted right in the list when the worker that saw less counts last', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, dishesAtOnce + 2);
    await cloud.workOnMenu(user, id);
    const [first, second] = (await read(user, id)).dishes.map(({ attempt }) => attempt ?? '');
    await cloud.workOn(user, first ?? '');
    cloud.faults.add({
      operation: 'UpdateItem',
      when: ({ body }) => body.includes('"counts"'),
      action: {
        kind: 'before',
        run: async () => {
          await cloud.workOn(user, second ?? '');
          await cloud.workOnMenu(user, id);
        },
      },
    });
    await cloud.workOnMenu(user, id);
    const { body } = await cloud.callMenus(user, 'listMenus');
    expect(body.items).toMatchObject([{ id, counts: { waiting: 0, running: dishesAtOnce, done: 2 } }]);
  });

  it('is counted right in the list when a dish ends while it is paused', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 3);
    await cloud.workOnMenu(user, id);
    const [first] = (await read(user, id)).dishes;
    await cloud.workOn(user, first?.attempt ?? '');
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: { kind: 'before', run: async () => void (await cloud.workOnMenu(user, id)) },
    });
    await direct(user, id, 'pause');
    const { body } = await cloud.callMenus(user, 'listMenus');
    expect(body.items).toMatchObject([{ id, state: 'paused', counts: { running: 2, done: 1 } }]);
  });

  it('stays cancelled when one tab cancels it while others go on and pause', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 3);
    await direct(user, id, 'pause');
    const actions = ['resume', 'cancel', 'pause', 'resume'] as const;
    const replies = await Promise.all(actions.map((action) => direct(user, id, action)));
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({ state: 'cancelled', pausedFor: null, counts: { cancelled: 3 } });
    expect(await charged(user)).toEqual([]);
  });

  it('makes what failed once for two presses of retry', async () => {
    const user = await cloud.signUp('pro');
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const { id } = await create(user, 2);
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { failed: 2 } });
    fault();
    const before = await charged(user);
    const replies = await Promise.all([1, 2].map(() => direct(user, id, 'retry')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 0 } });
    expect((await charged(user)).length - before.length).toBe(2);
    expect(await cloud.books(user)).toMatchObject({ available: 10, openGenerations: 0 });
  });

  it('waits when its owner loses Pro in the middle, and goes on when they have it again', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 6);
    await cloud.workOnMenu(user, id);
    await setPlan(user, 'Starter');
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({
      state: 'paused',
      pausedFor: 'plan',
      message: 'Menu Enhancer Pack is Pro only. 2 dishes are waiting.',
      counts: { done: dishesAtOnce, waiting: 2, failed: 0 },
    });
    expect(await cloud.books(user)).toMatchObject({ available: 12 - dishesAtOnce, openGenerations: 0 });
    await setPlan(user, 'Pro');
    await direct(user, id, 'resume');
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 6 } });
  });

  it('begins nothing more when its owner deletes the account, and leaves nothing behind', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 6);
    await cloud.workOnMenu(user, id);
    await transact([closeCredits(user, nowIso()), markDeleting(user, nowIso())]);
    await makeDishes(user, id);
    expect(await readMenu(user, id)).toMatchObject({ state: 'cancelled' });
    expect(await charged(user)).toHaveLength(dishesAtOnce);
    await removeRest(user);
    // A late message, and the reconciler.
    await cloud.workOnMenu(user, id);
    await cloud.runReconciler();
    const items = await cloud.table.allItems();
    expect(items.filter(({ pk, sk }) => pk === 'OPEN_MENUS' || String(sk).startsWith('MENU#'))).toEqual([]);
  });
});

describe('a dish', () => {
  it('is renamed at any time, and given another look until it begins', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    const change = (number: string, body: object) =>
      cloud.callMenus(user, 'changeDish', { params: { menuId: id, number }, body });
    const marble = { ...look, backgroundStyle: 'marble' };
    expect((await change('2', { look: marble, name: 'Soup' })).body.dishes[1]).toMatchObject({
      name: 'Soup',
      look: marble,
    });
    expect(await change('1', { look: { ...look, plateStyle: 'none' } })).toMatchObject({ status: 400 });
    const menu = await runMenu(user, id);
    expect(menu.dishes[1]?.generation).toMatchObject({ menuItemName: 'Soup', menu: marble });
    expect(await change('2', { look })).toMatchObject({ status: 409 });
    const renamed = (await change('2', { name: 'Leek soup' })).body.dishes[1];
    expect(renamed).toMatchObject({ name: 'Leek soup', generation: { menuItemName: 'Leek soup' } });
    expect((await cloud.get(user, renamed.generation.id)).menuItemName).toBe('Leek soup');
    expect(await change('3', { name: 'Cake' })).toMatchObject({ status: 404 });
  });

  it('is whole in its picture, wherever it lies in the photo', async () => {
    const user = await cloud.signUp('pro');
    const uploadId = await cloud.upload(user, await jpeg(600, 1200));
    const source = { type: 'upload', uploadId };
    const { body: photo } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
    const params = { photoId: photo.id };
    await cloud.callPhotos(user, 'createCutOut', { params });
    await cloud.workOnPhoto({ userId: user, photoId: photo.id, part: 'cutOut' });
    const { width, height } = (await cloud.callPhotos(user, 'getPhoto', { params })).body.cutOut;
    // The dish is at the bottom.
    const disc = `<svg width="${width}" height="${height}"><rect width="100%" height="100%"/><circle cx="50%" cy="80%" r="${width * 0.3}" fill="#fff"/></svg>`;
    const mask = await sharp(Buffer.from(disc)).flatten().toColourspace('b-w').png().toBuffer();
    const put = { params, body: { png: mask.toString('base64') } };
    expect(await cloud.callPhotos(user, 'putMask', put)).toMatchObject({ status: 200 });

    const cutOuts = () => cloud.bedrock.calls('remove-background').length;
    const before = cutOuts();
    const { id } = await create(user, 1, {
      dishes: [{ name: 'Soup', source, photo: { width: 600, height: 1200 } }],
    });
    const [dish] = (await runMenu(user, id)).dishes;
    expect(dish?.generation).toMatchObject({ state: 'done', framing: { x: 0.5 } });
    expect(dish?.generation?.framing.y).toBeGreaterThan(0.9);
    // The cut-out was not made again.
    expect(cutOuts()).toBe(before);
  });

  it('is not shown waiting in a menu that has ended, if it is made again between two reads', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const [dish] = (await runMenu(user, id)).dishes;
    const menuIsRead = Promise.withResolvers<void>();
    let isFirst = true;
    dynamodb().middlewareStack.add(
      (proceed, { commandName }) =>
        async (args) => {
          if (commandName === 'QueryCommand' && isFirst) {
            isFirst = false;
            await menuIsRead.promise;
            const params = { menuId: id, number: '1' };
            await cloud.callMenus(user, 'remakeDish', { params, body: { seen: dish?.attempt, look: null } });
          }
          const reply = await proceed(args);
          menuIsRead.resolve();
          return reply;
        },
      { step: 'initialize', name: 'remake' },
    );
    const [menu, dishes] = await findMenuWithDishes(user, id);
    dynamodb().middlewareStack.remove('remake');
    expect([menu.state, dishes[0]?.state]).toEqual(['running', 'waiting']);
  });

  it.each<[string, (user: string, made: string) => Promise<unknown>]>([
    ['', async () => undefined],
    [' after its free redo', redo],
    [' after its pictures were deleted', deletePictures],
  ])('is made again%s, once for two presses, for a credit', async (_, change) => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    await change(user, made);
    const [shown] = (await read(user, id)).dishes;
    expect(shown).toMatchObject({ state: 'done', attempt: made });
    const remake = () =>
      cloud.callMenus(user, 'remakeDish', {
        params: { menuId: id, number: '1' },
        body: { seen: shown?.attempt, look: null },
      });
    const replies = await Promise.all([remake(), remake()]);
    expect(replies).toMatchObject([1, 2].map(() => ({ status: 202, body: { state: 'running' } })));
    const [dish] = (await runMenu(user, id)).dishes;
    expect([made, shown?.generation?.id]).not.toContain(dish?.attempt);
    expect(dish?.generation?.id).toBe(dish?.attempt);
    // A tab that has not seen these pictures, or a request whose answer was lost.
    expect((await remake()).status).toBe(202);
    expect(await read(user, id)).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect(await cloud.books(user)).toMatchObject({ available: 10 });
  });

  it('shows its free redo when its first pictures are deleted, until that is deleted too', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    const redone = await redo(user, made);
    const shown = async () => (await read(user, id)).dishes[0];
    await deletePictures(user, made);
    expect(await shown()).toMatchObject({ state: 'done', generation: { id: redone, redoOf: made } });
    await deletePictures(user, redone);
    expect(await shown()).toMatchObject({ state: 'done', generation: null });
  });

  it('shows its free redo that ends after its first pictures were deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    const body = { id: ulid(), reason: 'other' };
    await cloud.call(user, 'redoGeneration', { params: { generationId: made }, body });
    await deletePictures(user, made);
    expect((await read(user, id)).dishes[0]?.generation).toBeNull();
    await cloud.workOn(user, body.id);
    expect((await read(user, id)).dishes[0]?.generation?.id).toBe(body.id);
  });

  it('shows its free redo that was asked for while its first pictures were being deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    let redone = '';
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          redone = await redo(user, made);
        },
      },
    });
    const params = { generationId: made };
    const reply = await cloud.call(user, 'deleteGeneration', { params });
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await deletePictures(user, made);
    expect((await read(user, id)).dishes[0]?.generation?.id).toBe(redone);
  });

  it('that was made again since does not show the free redo of its former pictures', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    await redo(user, made);
    await deletePictures(user, made);
    const body = { seen: made, look: null };
    await cloud.callMenus(user, 'remakeDish', { params: { menuId: id, number: '1' }, body });
    const again = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    expect(again).not.toBe(made);
    await deletePictures(user, again);
    expect((await read(user, id)).dishes[0]?.generation).toBeNull();
  });
});

describe('the list of a menu', () => {
  it('can be deleted when it has ended; its pictures stay', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const remove = () => cloud.callMenus(user, 'deleteMenu', { params: { menuId: id } });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    const menu = await runMenu(user, id);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await cloud.callMenus(user, 'getMenu', { params: { menuId: id } })).toMatchObject({ status: 404 });
    await cloud.get(user, menu.dishes[0]?.generation?.id ?? '');
  });

  it('is not made again by the request that created it, once it was deleted', async () => {
    const user = await cloud.signUp('pro');
    const body = menuRequest(1);
    const post = () => cloud.callMenus(user, 'createMenu', { body });
    expect((await post()).status).toBe(202);
    await runMenu(user, body.id);
    await cloud.callMenus(user, 'deleteMenu', { params: { menuId: body.id } });
    const detail = 'This id was used for a menu that was deleted';
    expect(await post()).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
    expect(await openMenus()).toEqual([]);
    expect((await cloud.callMenus(user, 'listMenus')).body.items).toEqual([]);
    expect(await charged(user)).toHaveLength(1);
    // As long as the id would be taken, and no longer.
    const items = await cloud.table.allItems();
    const [kept] = items.filter(({ sk }) => String(sk).endsWith(`MENU#${body.id}`));
    expect(Number(kept?.expiresAt)).toBeGreaterThan((Date.now() + 2 * maxClockDifference) / 1000 - 60);
    expect(Number(kept?.expiresAt)).toBeLessThan(Date.now() / 1000 + 24 * 60 * 60);
    await removeRest(user);
    expect((await cloud.table.allItems()).filter(({ pk }) => String(pk).includes(user))).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const user = await cloud.signUp('pro');
    const stranger = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    expect((await cloud.callMenus(stranger, 'getMenu', { params: { menuId: id } })).status).toBe(404);
    expect((await direct(stranger, id, 'cancel')).status).toBe(404);
    expect((await cloud.callMenus(stranger, 'deleteMenu', { params: { menuId: id } })).status).toBe(204);
    expect(await read(user, id)).toMatchObject({ state: 'running' });
  });
});
