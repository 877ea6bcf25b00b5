import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { handler as api } from '#lambdas/api/generations.lambda.ts';
import { disableAdapter } from '#lambdas/models/adapter-store.ts';
import { incrementsOf } from '#lambdas/stats/counters.ts';
import {
  type PromptTest,
  type PromptTestConfig,
  promptTestFormats,
  promptTestRoutes,
} from '#shared/api/prompt-tests.ts';
import { promptTestEthnicities, promptTestGenders } from '#shared/domain/avatars.ts';
import { influencerScenes } from '#shared/domain/scenes.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { promptTestConfig } from '#test/support/prompt-test-config.ts';

const cloud = startGenerations({ models: 'plain' });
let admin: string;

beforeEach(async () => {
  await cloud.reset();
  admin = await cloud.signUp();
  await assignRole({ userId: admin, role: 'admin', actor: 'test' });
});

function call(
  name: keyof typeof promptTestRoutes,
  input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
) {
  const user = { userId: admin, groups: '[admin]' };
  return invoke(api, httpEvent(promptTestRoutes[name], { ...input, user }));
}

const config = (change: Partial<PromptTestConfig> = {}) =>
  promptTestConfig({ format: 'email_header', ...change });

async function request(change: object = {}) {
  const uploadId = await cloud.upload(admin, await jpeg());
  return { id: ulid(), uploadId, a: config(), b: config(), ...change };
}

async function started(change: object = {}): Promise<PromptTest> {
  const { status, body } = await call('createPromptTest', { body: await request(change) });
  expect(body).toMatchObject({ a: { state: 'queued' }, b: { state: 'queued' }, verdict: null });
  expect(status).toBe(202);
  return body;
}

async function get(testId: string): Promise<PromptTest> {
  return (await call('getPromptTest', { params: { testId } })).body;
}

/** Publishes and processes both sides at the same time. */
async function processed(id: string): Promise<PromptTest> {
  for (const side of ['a', 'b']) {
    expect(await cloud.publishInsert('prompt-tests', `${id}-${side}`)).toEqual({ batchItemFailures: [] });
  }
  const messages = cloud.messages.splice(0);
  expect(messages).toHaveLength(2);
  await Promise.all(messages.map((message) => cloud.work(message)));
  return get(id);
}

const finished = async (change: object = {}) => processed((await started(change)).id);

describe('a prompt test', () => {
  it('is refused while no adapter can draw one of its sides', async () => {
    await disableAdapter('stability-composite', 'ended');
    const body = await request({ b: config({ foodLock: true }) });
    expect(await call('createPromptTest', { body })).toMatchObject({
      status: 503,
      body: { code: 'maintenance' },
    });
    expect((await call('listPromptTests')).body.items).toEqual([]);
  });

  it('makes one picture a side in the chosen size, at the cost of the models and of no credit', async () => {
    const before = await cloud.books(admin);
    const done = await finished({ b: config({ format: 'instagram_story', filter: 'popcrush' }) });
    expect(done.a).toMatchObject({ state: 'done', width: 1200, height: 600, message: null });
    expect(done.b).toMatchObject({ state: 'done', width: 1080, height: 1920, message: null });
    expect(done.originalUrl).toMatch(/^\/media\/.+\.jpg$/);
    for (const [side, size] of [
      ['a', { width: 1200, height: 600 }],
      ['b', { width: 1080, height: 1920 }],
    ] as const) {
      expect(done[side].cost).toBeGreaterThan(0);
      expect(done[side].fidelity).toMatchObject({ verdict: 'restyled' });
      const link = await call('downloadPromptTest', { params: { testId: done.id }, body: { variant: side } });
      expect(link.body.fileName).toMatch(new RegExp(`margherita-.*prompt-${side}`));
      const file = Buffer.from(await (await fetch(link.body.url)).arrayBuffer());
      expect(await sharp(file).metadata()).toMatchObject(size);
    }
    expect(await cloud.books(admin)).toEqual(before);
  });

  // B7.27
  it('differs by its prompts alone: both sides draw with the same seed', async () => {
    const id = (await finished({ b: config({ footerText: 'Make it look like home cooking.' }) })).id;
    const drawn = cloud.calls
      .filter(({ service }) => service === 'bedrock')
      .map(({ body }) => JSON.parse(body.toString()));
    const [a, b] = drawn.filter(({ prompt }) => prompt !== undefined);
    // B3.12
    expect(a.seed).toBe(b.seed);
    expect(a.image).toBe(b.image);
    const { a: sideA, b: sideB } = await get(id);
    expect(new Set([a.prompt, b.prompt])).toEqual(new Set([sideA.prompt, sideB.prompt]));
    expect(sideB.prompt).toMatch(/home cooking\.$/);
    expect(sideA.prompt).not.toContain('home cooking');
  });

  it('crops the photo as each side says, by default in the middle', async () => {
    const { id } = await started({ b: config({ framing: 'top' }) });
    expect((await cloud.stored('prompt-tests', `${id}-a`)).framing).toEqual({ x: 0.5, y: 0.5 });
    expect((await cloud.stored('prompt-tests', `${id}-b`)).framing).toEqual({ x: 0.5, y: 0 });
  });

  it('takes a fixed scene on one side and free words on the other, with the other choices', async () => {
    const [scene] = influencerScenes;
    const test = await started({
      a: config({
        creationPath: 'ugc',
        scene: { id: scene?.id ?? '' },
        avatarGender: 'female',
        avatarEthnicity: 'hispanic',
        angle: 'overhead',
        adjustments: { blurBackground: true, enhanceDetails: false, dramaticLighting: true },
      }),
      b: config({ scene: { text: 'On a "picnic" blanket' }, customInstructions: 'Add basil' }),
    });
    // B3.12, B3.13, B7.28
    expect(test.a.prompt).toContain(scene?.text);
    expect(test.a.prompt).toContain('Hispanic woman');
    expect(test.a.prompt).toContain('directly overhead');
    expect(test.a.prompt).toMatch(/bokeh[\s\S]*single hard side light/);
    expect(test.b.prompt).toContain("On a 'picnic' blanket");
    expect(test.b.prompt).toContain('Add basil');
    expect(test.b.prompt).toContain('DO NOT add any text');
  });

  it('offers the formats and people that the specification lists', () => {
    // B9.29
    expect(promptTestFormats).toEqual([
      'instagram_post',
      'instagram_story',
      'tiktok',
      'website_hero',
      'email_header',
    ]);
    expect(promptTestGenders).toEqual(['random', 'male', 'female']);
    // B3.14
    expect(promptTestEthnicities).toEqual(['random', 'caucasian', 'african', 'asian', 'hispanic']);
  });

  it('is started once, however often the request comes', async () => {
    const body = await request();
    const replies = await Promise.all([1, 2, 3].map(() => call('createPromptTest', { body })));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    const { items } = (await call('listPromptTests')).body;
    expect(items.map(({ id }: PromptTest) => id)).toEqual([body.id]);
    const other = await call('createPromptTest', { body: { ...body, b: config({ productName: 'Pasta' }) } });
    expect(other.body.code).toBe('conflict');
  });

  it.each([
    [{ uploadId: undefined }, 'invalid_input', 'Invalid input: Please upload a test image first'],
    [{ uploadId: ulid() }, 'upload_missing', undefined],
    [{ a: config({ productName: ' ' }) }, 'invalid_input', /Please provide product names for both prompts$/],
    [{ b: config({ filter: 'sepia' }) }, 'invalid_input', 'Invalid input: Unknown filter'],
    [{ a: config({ scene: { id: 'nowhere' } }) }, 'invalid_input', 'Invalid input: Unknown scene'],
    [{ a: { ...config(), format: 'story_vertical' } }, 'invalid_input', undefined],
  ])('with %j is refused and starts nothing', async (change, code, detail) => {
    const { body } = await call('createPromptTest', { body: await request(change) });
    expect(body).toMatchObject({ code, ...(detail && { detail: expect.stringMatching(detail) }) });
    expect((await call('listPromptTests')).body).toEqual({ items: [] });
  });
});

describe('prompt tests are kept apart:', () => {
  it('no gallery, no counter of customers and no list of everybody’s images knows a test', async () => {
    await finished();
    expect((await cloud.call(admin, 'listGenerations')).body).toEqual({ items: [], total: 0 });
    const made = (await cloud.table.allItems()).filter(({ sk }) => String(sk).startsWith('GENERATION#'));
    expect(made).toHaveLength(2);
    for (const item of made) {
      expect(item).toMatchObject({ purpose: 'test', inGallery: false });
      expect(incrementsOf(undefined, item)).toBeUndefined();
    }
  });

  it('have a budget of the day of their own: one more is refused in plain words, and nothing is begun', async () => {
    const { DAILY_MODEL_BUDGET } = process.env;
    process.env.DAILY_MODEL_BUDGET = '{"free":0,"starter":0,"pro":0,"promptTests":0.22,"photos":0,"posts":0}';
    const budget = async () => (await cloud.table.allItems()).filter(({ pk }) => pk === 'BUDGET#promptTests');
    const first = await started();
    expect(await budget()).toMatchObject([{ committed: 210_000 }]);
    const before = (await cloud.table.allItems()).length;
    const refused = await call('createPromptTest', { body: await request() });
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'daily_budget_reached',
        detail: "Today's budget for prompt tests is used up. It begins anew at midnight UTC.",
      },
    });
    expect(await cloud.table.allItems()).toHaveLength(before);
    process.env.DAILY_MODEL_BUDGET = '{"free":0,"starter":0,"pro":0,"promptTests":0.1,"photos":0,"posts":0}';
    expect((await call('createPromptTest', { body: await request() })).body.code).toBe(
      'daily_budget_reached',
    );
    process.env.DAILY_MODEL_BUDGET = DAILY_MODEL_BUDGET;
    // Settled by what the pictures have cost.
    const { a, b } = await processed(first.id);
    expect((await budget())[0]?.committed).toBe(Math.round((a.cost + b.cost) * 1_000_000));
  });

  it('what the models cost counts', async () => {
    const { a, b } = await finished();
    const usage = (await cloud.table.allItems()).filter(({ pk }) => String(pk).startsWith('USAGE#'));
    const total = usage.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(total / 1_000_000).toBeCloseTo(a.cost + b.cost, 6);
    for (const item of usage) {
      expect(incrementsOf(undefined, item)?.counters).toContainEqual(
        expect.objectContaining({ scope: 'total', name: 'modelCost', by: item.cost }),
      );
    }
  });
});

describe('when a side cannot be made', () => {
  it('reports why, mentions no credit, and keeps the other side', async () => {
    const words = 'please refuse this';
    const body = await request({ b: config({ customInstructions: words }) });
    const test = (await call('createPromptTest', { body })).body;
    await cloud.publishInsert('prompt-tests', `${test.id}-a`);
    await cloud.publishInsert('prompt-tests', `${test.id}-b`);
    const messages = cloud.messages.splice(0);
    const [a, b] = ['a', 'b'].map((side) => messages.find((message) => message.body.includes(`-${side}"`)));
    await cloud.work(a ?? { body: '' });
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: prompt' });
    await cloud.work(b ?? { body: '' });
    const done = await get(test.id);
    expect(done.a.state).toBe('done');
    expect(done.b).toMatchObject({
      state: 'failed',
      message: 'The image model declined these words. Please change them and try again.',
    });
    const link = await call('downloadPromptTest', { params: { testId: test.id }, body: { variant: 'b' } });
    expect(link.body.code).toBe('not_ready');
  });

  it('because every model fails, it fails too: nobody is given the photo back as a result', async () => {
    const test = await started();
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const done = await processed(test.id);
    expect(done.a).toMatchObject({
      state: 'failed',
      message: 'The image models could not make this picture.',
    });
    expect(await cloud.orphans()).toEqual([]);
  });

  it('because its worker died three times, it is settled', async () => {
    const { id } = await started();
    await cloud.deliverDeadLetter('prompt-tests', `${id}-a`);
    expect((await get(id)).a).toMatchObject({
      state: 'failed',
      message: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('a verdict', () => {
  it('is kept with its note, listed, logged, and can be taken back', async () => {
    const { id } = await finished();
    const params = { testId: id };
    const judged = await call('judgePromptTest', { params, body: { verdict: 'b', note: 'Warmer light' } });
    expect(judged.body).toMatchObject({ verdict: 'b', note: 'Warmer light' });
    const { items } = (await call('listPromptTests')).body;
    expect(items).toMatchObject([{ id, verdict: 'b', note: 'Warmer light', a: { state: 'done' } }]);
    const taken = await call('judgePromptTest', { params, body: { verdict: null, note: '' } });
    expect(taken.body).toMatchObject({ verdict: null, note: '', judgedAt: null });
    const actions = (await cloud.table.allItems())
      .filter(({ pk, actor }) => pk === 'AUDIT_LOG' && actor === admin)
      .map(({ sk, action, details }) => ({ sk: String(sk), action, details }))
      .toSorted((x, y) => x.sk.localeCompare(y.sk));
    expect(actions).toMatchObject([
      { action: 'START_PROMPT_TEST', details: { testId: id } },
      { action: 'JUDGE_PROMPT_TEST', details: { testId: id, verdict: 'b', note: 'Warmer light' } },
      { action: 'JUDGE_PROMPT_TEST', details: { testId: id, verdict: null } },
    ]);
  });

  it('and its note are kept when only the other one is sent', async () => {
    const { id } = await finished();
    const params = { testId: id };
    const { judgedAt } = (await call('judgePromptTest', { params, body: { verdict: 'b' } })).body;
    const noted = await call('judgePromptTest', { params, body: { note: 'Warmer light' } });
    expect(noted.body).toMatchObject({ verdict: 'b', note: 'Warmer light', judgedAt });
    const judged = await call('judgePromptTest', { params, body: { verdict: 'a' } });
    expect(judged.body).toMatchObject({ verdict: 'a', note: 'Warmer light' });
    expect((await call('judgePromptTest', { params, body: {} })).status).toBe(400);
  });

  it('on a missing test is not found', async () => {
    const reply = await call('judgePromptTest', { params: { testId: ulid() }, body: { verdict: 'a' } });
    expect(reply.status).toBe(404);
  });
});

describe('the list', () => {
  it('comes in pages, newest first, with two Queries a page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) ids.unshift((await started()).id);
    ids.sort().reverse();
    cloud.calls.length = 0;
    const first = (await call('listPromptTests')).body;
    expect(cloud.calls.filter(({ operation }) => operation === 'Query')).toHaveLength(2);
    const second = (await call('listPromptTests', { query: { cursor: first.cursor } })).body;
    expect([...first.items, ...second.items].map(({ id }: PromptTest) => id)).toEqual(ids);
    expect(second.cursor).toBeUndefined();
  });
});

describe('deleting', () => {
  it('waits for the end, then removes everything but the log, the cost and what is known of the photo', async () => {
    const { id } = await started();
    const params = { testId: id };
    expect((await call('deletePromptTest', { params })).body.code).toBe('not_ready');
    await processed(id);
    expect((await call('deletePromptTest', { params })).status).toBe(204);
    expect((await call('deletePromptTest', { params })).status).toBe(204);
    expect((await call('listPromptTests')).body).toEqual({ items: [] });
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
    expect(await cloud.listKeys('ORIGINALS_BUCKET')).toEqual([
      expect.stringMatching(/^photos\/.*cut-out\.png$/),
    ]);
    const left = (await cloud.table.allItems()).map(({ pk, sk }) => `${pk} ${sk}`);
    expect(left.filter((key) => /GENERATION#|PROMPT_TEST/.test(key))).toEqual([]);
    expect(left.filter((key) => key.startsWith('USAGE#'))).not.toEqual([]);
  });
});
