import { ulid } from 'ulid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { dishesAtOnce } from '#shared/domain/whole-menu.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { describeInFullRun, itInFullRun } from '#test/support/full-run.ts';
import { look, menuRequest, startMenus } from './harness.ts';

const { cloud, create, read, direct, makeDishes, runMenu, charged } = startMenus();

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

  it('refuses a look that comes after it went on in another, and answers the same request again', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    await direct(user, id, 'pause');
    const marble = { ...look, backgroundStyle: 'marble' };
    expect(await direct(user, id, 'resume', { look })).toMatchObject({ status: 200 });
    const late = await direct(user, id, 'resume', { look: marble });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await read(user, id)).toMatchObject({ state: 'running', look });
    const again = await direct(user, id, 'resume', { look });
    expect(again).toMatchObject({ status: 200, body: { state: 'running' } });
  });

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

  it('can be paused and cancelled while making pictures is stopped, but not resumed or retried', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 2);
    await changeSettings({ maintenance: 'generation' }, 'test');
    forgetMaintenance();
    onTestFinished(async () => {
      await changeSettings({ maintenance: 'off' }, 'test');
      forgetMaintenance();
    });
    expect(await direct(user, id, 'pause')).toMatchObject({ status: 200, body: { state: 'paused' } });
    for (const action of ['resume', 'retry'] as const)
      expect(await direct(user, id, action)).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    expect(await direct(user, id, 'cancel')).toMatchObject({ status: 200, body: { state: 'cancelled' } });
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

describeInFullRun('a menu on which two things happen at once', () => {
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
});
