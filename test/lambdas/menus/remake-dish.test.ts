import { describe, expect, it, vi } from 'vitest';
import { findMenuWithDishes } from '#lambdas/menus/menu-store.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import type { Menu } from '#shared/api/menus.ts';
import { dishesAtOnce } from '#shared/domain/whole-menu.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { menuRequest, startMenus } from './harness.ts';

const { cloud, create, read, direct, makeDishes, runMenu, redo, deletePictures, charged, openMenus, remake } =
  startMenus();

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
    { action: 'cancel', state: 'cancelled', counts: { done: dishesAtOnce, cancelled: 1 }, spent: 0 },
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
    // The dish keeps the pictures that it had before.
    const counts = { done: dishesAtOnce, running: 0, cancelled: 1 };
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
      // It still has the pictures that it had before.
      expect(menu).toMatchObject({
        ...shown,
        counts: { done: dishesAtOnce - 1, failed: 0, running: 0, waiting: 2 },
      });
      expect(await cloud.books(user)).toMatchObject({ available: 1, openGenerations: 0 });
      const { body } = await remake(user, menu, 1);
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
    expect(await runMenu(user, id)).toMatchObject({
      ...approval,
      counts: { done: 1, failed: 0, waiting: 1 },
      dishes: [
        {
          state: 'done',
          message: 'Please upload your photo again. Nothing was charged.',
          generation: { id: made.dishes[0]?.attempt },
        },
        { state: 'waiting' },
      ],
    });
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

describe('a dish', () => {
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

  it('keeps its pictures where it is made again and that fails', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const first = await runMenu(user, id);
    const made = first.dishes[0]?.attempt ?? '';
    const shows = async (generation: unknown, more: object = {}) =>
      expect(await read(user, id)).toMatchObject({
        state: 'done',
        counts: { done: 1, failed: 0 },
        dishes: [{ state: 'done', generation, ...more }],
      });
    const fault = cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await remake(user, first, 1);
    const failed = (await runMenu(user, id)).dishes[0]?.attempt ?? '';
    expect(failed).not.toBe(made);
    const message = expect.stringMatching(/Your credit was returned/);
    await shows({ id: made, state: 'done' }, { attempt: failed, message });
    const { body } = await cloud.callMenus(user, 'listMenus');
    expect(body.items).toMatchObject([{ id, counts: { done: 1, failed: 0 } }]);
    // Only what has no pictures is retried.
    expect((await direct(user, id, 'retry')).body).toMatchObject({ state: 'done' });

    // The failed attempt is deleted before its menu has seen its end.
    await remake(user, await read(user, id), 1);
    await cloud.workOnMenu(user, id);
    const deleted = (await read(user, id)).dishes[0]?.attempt ?? '';
    await cloud.workOn(user, deleted);
    await deletePictures(user, deleted);
    await cloud.workOnMenu(user, id);
    await shows({ id: made }, { attempt: deleted, message });
    fault();

    // Its former pictures are redone, and go.
    const redone = await redo(user, made);
    await shows({ id: redone });
    await deletePictures(user, made);
    await shows({ id: redone });

    await remake(user, await read(user, id), 1);
    const again = (await runMenu(user, id)).dishes[0]?.attempt ?? '';
    await shows({ id: again }, { message: null });
    await deletePictures(user, again);
    await shows(null);
  });

  it('is done as before where its remake is cancelled before it began, as its menu is', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 2);
    const made = await runMenu(user, id);
    await remake(user, made, 1);
    const paused = await runMenu(user, id);
    expect(paused).toMatchObject({ state: 'paused', pausedFor: 'credits', counts: { done: 1, waiting: 1 } });
    const { body } = await direct(user, id, 'cancel');
    const { dishes } = made;
    const done = { state: 'done', pausedFor: null, message: null, counts: { done: 2, cancelled: 0 } };
    const finishedAt = expect.any(String);
    expect(body).toMatchObject({ ...done, finishedAt, dishes });
    const { body: list } = await cloud.callMenus(user, 'listMenus');
    expect(list.items).toMatchObject([done]);
    expect(await openMenus()).toEqual([]);
  });

  it('whose remake is cancelled lets its menu end with the dishes that are being made', async () => {
    const user = await cloud.signUp('pro', 0);
    const { id } = await create(user, 2);
    await cloud.workOnMenu(user, id);
    await cloud.workOn(user, (await read(user, id)).dishes[0]?.attempt ?? '');
    await remake(user, await read(user, id), 1);
    await cloud.workOnMenu(user, id);
    expect(await read(user, id)).toMatchObject({ state: 'paused', counts: { running: 1, waiting: 1 } });
    const { body } = await direct(user, id, 'cancel');
    expect(body).toMatchObject({ state: 'running', counts: { done: 1, running: 1, cancelled: 0 } });
    expect(await runMenu(user, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
    expect(await charged(user)).toHaveLength(2);
  });

  it('is made again as soon as it is shown done, and not before', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    await cloud.workOnMenu(user, id);
    const begun = await read(user, id);
    expect(await remake(user, begun, 1)).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    // Its menu has not seen yet that it has ended.
    await cloud.workOn(user, begun.dishes[0]?.attempt ?? '');
    const shown = await read(user, id);
    expect(shown.dishes[0]?.state).toBe('done');
    expect(await remake(user, shown, 1)).toMatchObject({ status: 202, body: { counts: { waiting: 1 } } });
    const menu = await runMenu(user, id);
    expect(menu).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect((await charged(user)).toSorted()).toEqual(
      [shown, menu].map(({ dishes }) => dishes[0]?.attempt).toSorted(),
    );
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
});
