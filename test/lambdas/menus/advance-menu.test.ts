import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { removeRest } from '#lambdas/accounts/deletion-store.ts';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { markDeleting } from '#lambdas/accounts/user-store.ts';
import { closeCredits } from '#lambdas/credits/credits-store.ts';
import { end } from '#lambdas/menus/advance-menu.ts';
import { countDishes } from '#lambdas/menus/menu.ts';
import { changeDishStep, noteCounts, queryDishes, readMenu } from '#lambdas/menus/menu-store.ts';
import { disableAdapter, forgetDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import { dishesAtOnce } from '#shared/domain/whole-menu.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { describeInFullRun, itInFullRun } from '#test/support/full-run.ts';
import { look, startMenus } from './harness.ts';

const { cloud, create, read, direct, makeDishes, runMenu, redo, deletePictures, charged } = startMenus();

/** Gives the user another plan, as a webhook of Stripe does. */
async function setPlan(userId: string, planName: 'Pro' | 'Starter'): Promise<void> {
  const subscriptionEnd = '2099-01-01T00:00:00.000Z';
  const productId = `product-${planName.toLowerCase()}`;
  await transact([putSubscription(userId, { subscribed: true, productId, subscriptionEnd, planName })]);
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

  it('counts a dish as done whose pictures are deleted before it has seen them', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const made = (await read(user, id)).dishes[0]?.attempt ?? '';
    await cloud.workOn(user, made);
    await deletePictures(user, made);
    await cloud.workOnMenu(user, id);
    const menu = await read(user, id);
    expect(menu).toMatchObject({ state: 'done', counts: { done: 1, failed: 0 } });
    expect(menu.dishes).toMatchObject([{ state: 'done', message: null, generation: null }]);
    expect(await charged(user)).toEqual([made]);
  });

  it('keeps the words of a dish that failed and is deleted before it has seen that', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const failed = (await read(user, id)).dishes[0]?.attempt ?? '';
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await cloud.workOn(user, failed);
    fault();
    const { message } = await cloud.get(user, failed);
    await deletePictures(user, failed);
    await cloud.workOnMenu(user, id);
    expect((await read(user, id)).dishes).toMatchObject([{ state: 'failed', message }]);
  });

  it('goes on once with the credit of a dish that is deleted before it has seen the refund', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 4);
    await cloud.workOnMenu(user, id);
    const paused = await read(user, id);
    expect(paused).toMatchObject({ state: 'paused', pausedFor: 'credits', counts: { waiting: 2 } });
    const failed = paused.dishes[0]?.attempt ?? '';
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await cloud.workOn(user, failed);
    fault();
    await deletePictures(user, failed);
    await cloud.workOnMenu(user, id);
    expect(await read(user, id)).toMatchObject({ counts: { running: 2, failed: 1, waiting: 1 } });
    expect(await runMenu(user, id)).toMatchObject({ state: 'paused', pausedFor: 'credits' });
    expect((await queryDishes(user, id)).filter(({ isCreditBack }) => isCreditBack)).toEqual([]);
  });

  it('imagines no refund, and counts rightly, when pictures are deleted while it looks for them', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 3);
    await cloud.workOnMenu(user, id);
    const { dishes, pausedFor } = await read(user, id);
    expect(pausedFor).toBe('credits');
    const made = dishes[0]?.attempt ?? '';
    await cloud.workOn(user, made);
    // The worker has read the dishes, and is about to read their generations.
    cloud.faults.add({
      operation: 'GetItem',
      when: ({ body }) => body.includes(`GENERATION#${made}`),
      action: { kind: 'before', run: () => deletePictures(user, made) },
    });
    await cloud.workOnMenu(user, id);
    expect(await readMenu(user, id)).toMatchObject({
      state: 'paused',
      pausedFor: 'credits',
      counts: { done: 1, running: 1, waiting: 1, failed: 0 },
    });
    expect(await cloud.books(user)).toMatchObject({ available: 0 });
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
});

describe('a dish', () => {
  /** A photo in portrait that was cut out, and a function that saves a mask with its dish at this height. */
  async function portrait(user: string) {
    const uploadId = await cloud.upload(user, await jpeg(600, 1200));
    const source = { type: 'upload', uploadId };
    const { body: photo } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
    const params = { photoId: photo.id };
    await cloud.callPhotos(user, 'createCutOut', { params });
    await cloud.workOnPhoto({ userId: user, photoId: photo.id, part: 'cutOut' });
    const { width, height } = (await cloud.callPhotos(user, 'getPhoto', { params })).body.cutOut;
    const correct = async (dishAt: string) => {
      const disc = `<svg width="${width}" height="${height}"><rect width="100%" height="100%"/><circle cx="50%" cy="${dishAt}" r="${width * 0.3}" fill="#fff"/></svg>`;
      const mask = await sharp(Buffer.from(disc)).flatten().toColourspace('b-w').png().toBuffer();
      const put = { params, body: { png: mask.toString('base64') } };
      expect(await cloud.callPhotos(user, 'putMask', put)).toMatchObject({ status: 200 });
    };
    return { dishes: [{ name: 'Soup', source, photo: { width: 600, height: 1200 } }], correct };
  }

  it('is whole in its picture, wherever it lies in the photo', async () => {
    const user = await cloud.signUp('pro');
    const { dishes, correct } = await portrait(user);
    await correct('80%');

    const cutOuts = () => cloud.bedrock.calls('remove-background').length;
    const before = cutOuts();
    const { id } = await create(user, 1, { dishes });
    const [dish] = (await runMenu(user, id)).dishes;
    expect(dish?.generation).toMatchObject({ state: 'done', framing: { x: 0.5 } });
    expect(dish?.generation?.framing.y).toBeGreaterThan(0.9);
    // The cut-out was not made again.
    expect(cutOuts()).toBe(before);
  });

  it('is whole in its free redo where what is kept was corrected since', async () => {
    const user = await cloud.signUp('pro');
    const { dishes, correct } = await portrait(user);
    await correct('20%');
    const { id } = await create(user, 1, { dishes });
    const made = (await runMenu(user, id)).dishes[0]?.generation;
    expect(made?.framing.y).toBeLessThan(0.1);
    await correct('80%');
    const redone = await cloud.get(user, await redo(user, made?.id ?? ''));
    expect(redone).toMatchObject({ state: 'done', message: null, framing: { x: 0.5 } });
    expect(redone.framing.y).toBeGreaterThan(0.9);
  });
});

describeInFullRun('a menu on which two things happen at once', () => {
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

  it('waits, uncharged, while no adapter can draw its dishes, and goes on when its owner resumes it', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    await disableAdapter('stability-composite', 'ended');
    expect(await runMenu(user, id)).toMatchObject({
      state: 'paused',
      pausedFor: 'limit',
      message: expect.stringMatching(
        /^This is paused while we work on it\. Nothing was charged\..* 2 dishes are waiting\.$/,
      ),
      counts: { failed: 0, waiting: 2 },
    });
    expect(await cloud.books(user)).toMatchObject({ available: 12, openGenerations: 0 });
    await dynamodb().send(
      new DeleteCommand({
        TableName: tableName(),
        Key: { pk: 'SETTINGS', sk: 'ADAPTER#stability-composite' },
      }),
    );
    forgetDisabledAdapters();
    await direct(user, id, 'resume');
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
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
