import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Menu } from '#shared/api/menus.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { openWorld } from '#test/chaos/world.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { settleAfterKills } from '#test/support/settle-after-kills.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { expectBalance, ledgerOf } from './books.ts';
import { openData } from './cloud-data.ts';
import { leaksIn } from './logs.ts';

/** Credits of a new Pro customer: fewer than a menu has dishes. */
const credits = 2 + plans.pro.creditsPerMonth;
/** Calls that the models refuse because of their quota. */
const throttles = 24;
const declined = 'Bloody explicit gore';

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let user: TestUser;

beforeEach(async () => {
  // A minute of the queues' delays takes three seconds.
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 20 });
  data = openData(cloud);
  user = await signUpUser(cloud, { plan: 'pro' });
});

afterEach(() => cloud.stop());

async function menuRequest() {
  const uploadIds = await Promise.all(
    (['burger', 'fries', 'salad'] as const).map((dish) => uploadPhoto(user, dishPhoto(dish))),
  );
  return {
    id: ulid(),
    look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' } as const,
    targets: [
      { platform: 'justeat', imageType: 'square' },
      { platform: 'doordash', imageType: 'thumbnail' },
    ],
    dishes: Array.from({ length: maxDishes }, (_, index) => ({
      name: index === 6 ? declined : `Dish ${index + 1}`,
      source: { type: 'upload' as const, uploadId: uploadIds[index % 3] ?? '' },
      photo: { width: 900, height: 900 },
    })),
  };
}

/** Kills the menus' worker, with everything in progress, at its nth call of this kind from now on. */
function killAt(operation: string, moment: 'before' | 'after', nth: number) {
  const run = () => void cloud.kill('menuWorker');
  return cloud.faults.add({ caller: 'menuWorker', operation, nth, action: { kind: moment, run } });
}

/**
 * Milliseconds without a change after which a worker is assumed to be killed, and longest wait for it to start again.
 */
const killTimeouts = { before: 3_000, after: 10_000 };

/**
 * Waits until the menu has come to rest. If nothing has changed for a while, a worker was killed: then two minutes
 * pass, its lease ends, its message is delivered again, and the reconciler runs.
 */
async function standing(menuId: string): Promise<Menu> {
  const limit = Date.now() + 240_000;
  let seen = '';
  let due = Date.now() + killTimeouts.before;
  for (;;) {
    const menu = await user.call('getMenu', { params: { menuId } });
    if (menu.state !== 'running' && menu.counts.running === 0) return menu;
    if (Date.now() > limit) throw new Error(`Still ${menu.state}: ${JSON.stringify(menu.counts)}`);
    const now = JSON.stringify([menu.counts, cloud.bedrock.calls().length]);
    if (now !== seen) {
      seen = now;
      due = Date.now() + killTimeouts.before;
    } else if (Date.now() > due) {
      await data.minutesPass(2);
      await cloud.redeliver();
      cloud.runSchedules();
      due = Date.now() + killTimeouts.after;
    }
    await sleep(1000);
  }
}

/** Buys credits as the site does. */
async function topUp(): Promise<void> {
  const { priceId } = (await openWorld(cloud, user, 0)).settings.packs.SPECIAL_50;
  const { credits } = topUpPacks.SPECIAL_50;
  const { url } = await user.call('createPayment', { body: { priceId, credits } });
  const sessionId = url.split('/').at(-1) ?? '';
  cloud.stripe.payCheckout(sessionId);
  await user.call('verifyPayment', { body: { sessionId } });
}

/** Each dish was charged once for each attempt, and refunded for each attempt that failed. */
async function expectBooks(menu: Menu, balance: number): Promise<void> {
  const generations = await data.generations();
  const failed = generations.filter(({ state }) => state === 'failed');
  const idsOf = async (kind: string) =>
    (await ledgerOf(user)).filter((entry) => entry.kind === kind).map(({ id }) => id.split('#')[1]);
  expect((await idsOf('spend')).toSorted()).toEqual(generations.map(({ id }) => id).toSorted());
  expect((await idsOf('refund')).toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
  expect(generations.length - failed.length).toBe(menu.counts.done);
  await expectBalance(user, balance);
}

describe('a menu of fifty dishes, while its worker is killed, the models are at their quota and credits run out', () => {
  it('stands paused with what is missing, goes on after a top-up, and every dish ends for one credit', async () => {
    const body = await menuRequest();
    // In all regions: dishes return to the queue and are delivered again.
    cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 0 }, { times: throttles });
    const kills = [
      killAt('TransactWriteItems', 'after', 3),
      killAt('InvokeModel', 'after', 12),
      killAt('PutObject', 'before', 60),
    ];
    // The answer is lost twice; the site sends the request again.
    const [first] = await Promise.all([user.call('createMenu', { body }), user.call('createMenu', { body })]);
    expect((await user.call('createMenu', { body })).id).toBe(first.id);

    const paused = await standing(body.id);
    expect(kills.map(({ applied }) => applied)).toEqual(kills.map(() => 1));
    expect(cloud.bedrock.calls().filter(({ status }) => status === 429)).toHaveLength(throttles);
    expect(paused).toMatchObject({
      state: 'paused',
      pausedFor: 'credits',
      counts: { running: 0, failed: 1 },
    });
    const { waiting } = paused.counts;
    expect(waiting).toBe(maxDishes - 1 - credits);
    expect(paused.message).toBe(
      `You have run out of credits. ${waiting} dishes are waiting: you need ${waiting} more credits to go on.`,
    );
    await settleAfterKills(cloud);
    await expectBooks(paused, 0);
    expect(await data.inconsistencies()).toEqual([]);

    await topUp();
    // Two tabs resume the menu at the same time.
    const resume = () => user.call('directMenu', { params: { menuId: body.id }, body: { action: 'resume' } });
    const killed = killAt('InvokeModel', 'before', 5);
    await Promise.all([resume(), resume()]);
    const menu = await standing(body.id);
    expect(killed.applied).toBe(1);
    expect(menu).toMatchObject({ state: 'done', pausedFor: null, message: null });
    expect(menu.counts).toEqual({ waiting: 0, running: 0, done: maxDishes - 1, failed: 1, cancelled: 0 });
    expect(menu.dishes.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual([declined]);
    for (const { state, generation } of menu.dishes)
      if (state === 'done')
        expect(generation).toMatchObject({ state: 'done', fallback: false, variations: [{}, {}] });
    await settleAfterKills(cloud);
    await expectBooks(menu, credits + topUpPacks.SPECIAL_50.credits - menu.counts.done);
    expect(await data.inconsistencies()).toEqual([]);
    expect((await data.items()).filter(({ pk }) => pk === 'OPEN_MENUS')).toEqual([]);
    expect(await leaksIn(cloud.logs, [user], ['Dish 1', declined])).toEqual([]);
  });
});
