import type { Fault, FaultScope } from 'bedrock-stand-in/faults';
import { ulid } from 'ulid';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Generation } from '#shared/api/generations.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { expectBalance } from './books.ts';
import { openData } from './cloud-data.ts';
import {
  ended,
  type GenerationRequest,
  look,
  menuGeneration,
  start,
  studioGeneration,
  until,
} from './generations.ts';
import { leaksIn } from './logs.ts';

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let pro: TestUser;
let starter: TestUser;
let balance: { pro: number; starter: number };

beforeAll(async () => {
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 10 });
  data = openData(cloud);
  [pro, starter] = await Promise.all([
    signUpUser(cloud, { plan: 'pro' }),
    signUpUser(cloud, { plan: 'starter' }),
  ]);
  balance = { pro: 42, starter: 17 };
});

const undo: (() => void)[] = [];
afterEach(() => {
  for (const remove of undo.splice(0)) remove();
});

function disturb(fault: Fault, scope: FaultScope = {}): void {
  undo.push(cloud.bedrock.faults.add(fault, scope));
}

/** Runs a generation to its end and checks what it cost: `charged` credits, as the API reports it. */
async function run(who: 'pro' | 'starter', request: GenerationRequest, charged: 0 | 1): Promise<Generation> {
  const user = who === 'pro' ? pro : starter;
  await start(user, request);
  const generation = await ended(user, request.id);
  balance[who] -= charged;
  await expectBalance(user, balance[who]);
  expect(generation.refunded).toBe(charged === 0);
  return generation;
}

async function galleryHas(user: TestUser, id: string): Promise<boolean> {
  const { items } = await user.call('listGenerations', { query: {} });
  return items.some((item) => item.id === id);
}

const refunded = /Your credit was returned\.$/;

describe('a model that refuses', () => {
  it.each([
    ['Filter reason: prompt', /words/],
    ['Filter reason: input image', /photo/],
    ['Filter reason: output image', /result/],
  ] as const)('%s: refunded, and told in plain words', async (reason, about) => {
    disturb({ kind: 'refuse', reason });
    const { id, state, message, variations } = await run('starter', studioGeneration(), 0);
    expect({ state, variations }).toEqual({ state: 'failed', variations: [] });
    expect(message).toMatch(about);
    expect(message).toMatch(refunded);
    expect(message).not.toContain('Filter reason');
    expect(await galleryHas(starter, id)).toBe(false);
  });

  it('one of the two: the other one stays, refunded', async () => {
    disturb(
      { kind: 'refuse', reason: 'Filter reason: output image' },
      { model: 'control-structure', times: 1 },
    );
    const { id, state, fallback, variations, message } = await run('starter', studioGeneration(), 0);
    expect({ state, fallback }).toEqual({ state: 'done', fallback: false });
    expect(variations).toHaveLength(1);
    expect(message).toMatch(/^Only one of the two images could be made\./);
    expect(await galleryHas(starter, id)).toBe(true);
  });

  it('the words of a menu generation: refunded', async () => {
    disturb({ kind: 'refuse', reason: 'Filter reason: prompt' });
    expect(await run('pro', menuGeneration(), 0)).toMatchObject({ state: 'failed', fallback: false });
  });
});

describe('a model that fails', () => {
  it.each([
    'ModelErrorException',
    'ModelTimeoutException',
    'InternalServerException',
    'ValidationException',
  ] as const)('with %s: the next adapter draws, charged', async (error) => {
    disturb({ kind: 'error', error }, { model: 'control-structure' });
    const { state, fallback, variations } = await run('starter', studioGeneration(), 1);
    expect({ state, fallback }).toEqual({ state: 'done', fallback: false });
    expect(variations).toHaveLength(2);
    expect(cloud.bedrock.calls('sd3-5').at(-1)).toMatchObject({ status: 200 });
  });

  it('once: the same model draws at the second try, charged', async () => {
    const before = cloud.bedrock.calls('sd3-5').length;
    disturb({ kind: 'error', error: 'ModelTimeoutException' }, { model: 'control-structure', times: 1 });
    disturb({ kind: 'refuse', reason: 'Inference error' }, { model: 'control-structure', times: 1 });
    const { state, variations } = await run('starter', studioGeneration(), 1);
    expect({ state, count: variations.length }).toEqual({ state: 'done', count: 2 });
    expect(cloud.bedrock.calls('sd3-5')).toHaveLength(before);
  });

  it('in one region: another region draws, charged', async () => {
    disturb(
      { kind: 'error', error: 'InternalServerException' },
      { model: 'control-structure', region: 'us-east-1' },
    );
    disturb({ kind: 'throttle', perMinute: 0 }, { model: 'control-structure', region: 'us-east-2' });
    expect(await run('starter', studioGeneration(), 1)).toMatchObject({ state: 'done', fallback: false });
    expect(cloud.bedrock.calls('control-structure').at(-1)).toMatchObject({
      region: 'us-west-2',
      status: 200,
    });
  });

  it('everywhere: the original photo, labelled and charged', async () => {
    disturb({ kind: 'error', error: 'ModelErrorException' });
    const { id, state, fallback, watermarked, variations, message } = await run(
      'starter',
      studioGeneration(),
      1,
    );
    expect({ state, fallback, watermarked }).toEqual({ state: 'done', fallback: true, watermarked: false });
    expect(variations).toHaveLength(1);
    expect(message).toMatch(/your original photo/);
    expect(message).not.toMatch(refunded);
    expect(await galleryHas(starter, id)).toBe(true);
  });

  it('everywhere, when fallbacks are not charged: the original photo, refunded', async () => {
    await data.chargeForFallback(false);
    try {
      disturb({ kind: 'error', error: 'InternalServerException' });
      const { id, state, fallback, message } = await run('starter', studioGeneration(), 0);
      expect({ state, fallback }).toEqual({ state: 'done', fallback: true });
      expect(message).toMatch(refunded);
      expect(await galleryHas(starter, id)).toBe(false);
    } finally {
      await data.chargeForFallback(true);
    }
  });

  it('everywhere, for a menu picture: refunded', async () => {
    disturb({ kind: 'error', error: 'ModelErrorException' });
    disturb({ kind: 'error', error: 'ModelErrorException' }, { model: 'remove-background' });
    const { state, fallback, message } = await run('pro', menuGeneration(), 0);
    expect({ state, fallback }).toEqual({ state: 'failed', fallback: false });
    expect(message).toMatch(/^Failed to enhance menu image/);
  });
});

describe('a model that throttles', () => {
  it('everywhere keeps the generation waiting; when it grants again, the generation ends as ordered', async () => {
    disturb({ kind: 'throttle', perMinute: 0 });
    const id = await start(starter, studioGeneration());
    await until('the generation to be put back', async () => {
      const generation = (await data.generations()).find((generation) => generation.id === id);
      return generation?.state === 'queued' && generation.throttledRuns === 1;
    });
    for (const remove of undo.splice(0)) remove();
    expect(await ended(starter, id)).toMatchObject({ state: 'done', fallback: false, refunded: false });
    balance.starter -= 1;
    await expectBalance(starter, balance.starter);
  });

  it('keeps the dishes of a menu waiting, too, and the reconciler goes on with the menu', async () => {
    disturb({ kind: 'throttle', perMinute: 0 });
    const look = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' };
    const source = { type: 'sample' as const, itemId: 'burger' };
    const photo = { width: 1200, height: 900 };
    const { id: menuId } = await pro.call('createMenu', {
      body: {
        id: ulid(),
        look,
        targets: [{ platform: 'justeat', imageType: 'square' }],
        dishes: [
          { name: 'Burger', source, photo },
          { name: 'Burger on a plate', source, photo, look: { ...look, plateStyle: 'white-round' } },
        ],
      },
    });
    await until('the dishes to be put back', async () => {
      const dishes = (await data.generations()).filter(({ dish }) => dish?.menuId === menuId);
      return dishes.length === 2 && dishes.every(({ throttledRuns }) => throttledRuns > 0);
    });
    for (const remove of undo.splice(0)) remove();
    cloud.runSchedules();
    await until('the end of the menu', async () => {
      const { state, counts } = await pro.call('getMenu', { params: { menuId } });
      return state === 'done' && counts.done === 2;
    });
    balance.pro -= 2;
    await expectBalance(pro, balance.pro);
  });

  it('until the deadline: refunded', async () => {
    disturb({ kind: 'throttle', perMinute: 0 });
    const id = await start(starter, studioGeneration());
    await until('the generation to be put back', async () =>
      (await data.generations()).some((generation) => generation.id === id && generation.throttledRuns === 1),
    );
    await data.minutesPass(13, id);
    cloud.runSchedules();
    await until('the reconciler to be through', async () =>
      (await data.generations()).some((generation) => generation.id === id && generation.requeues === 1),
    );
    expect((await look(starter, id)).state).not.toBe('failed');
    await until('the generation to be given back', async () => (await look(starter, id)).state === 'queued');
    await data.minutesPass(2, id);
    cloud.runSchedules();
    const { state, message } = await ended(starter, id);
    expect(state).toBe('failed');
    expect(message).toMatch(refunded);
    await expectBalance(starter, balance.starter);
  });
});

describe('a model that has ended', () => {
  it('is replaced by the next adapter, and is asked no more', async () => {
    disturb({ kind: 'end-of-life' }, { model: 'control-structure' });
    expect(await run('starter', studioGeneration(), 1)).toMatchObject({ state: 'done', fallback: false });
    const asked = cloud.bedrock.calls('control-structure').length;
    expect(cloud.bedrock.calls('control-structure').at(-1)).toMatchObject({ status: 404 });
    expect(await run('starter', studioGeneration(), 1)).toMatchObject({ state: 'done', fallback: false });
    expect(cloud.bedrock.calls('control-structure')).toHaveLength(asked);
  });

  it('takes no adapter away that only needed it for the mask of a plate', async () => {
    disturb({ kind: 'end-of-life' }, { model: 'search-replace' });
    // With a new plate.
    expect(await run('pro', menuGeneration(), 0)).toMatchObject({ state: 'failed' });
    expect(await run('starter', studioGeneration({ foodLock: true }), 1)).toMatchObject({
      state: 'done',
      fallback: false,
    });
  });
});

describe('after all tests of this file', () => {
  it('every generation has ended, ledgers and files agree, and the logs contain no secrets', async () => {
    await data.minutesPass(10);
    cloud.runSchedules();
    await cloud.settle();
    expect(await data.inconsistencies()).toEqual([]);
    expect(await leaksIn(cloud.logs, [pro, starter], ['Classic Burger'])).toEqual([]);
  });
});
