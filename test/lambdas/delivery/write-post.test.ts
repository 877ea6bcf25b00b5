import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeProfile } from '#lambdas/accounts/user-store.ts';
import { deleteGeneration } from '#lambdas/generations/delete-generation.ts';
import { eraseGenerations } from '#lambdas/generations/erase-generations.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import type { Post } from '#shared/api/posts.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { itInFullRun } from '#test/support/full-run.ts';

const cloud = startGenerations({ models: 'plain' });
const wish = { tone: 'friendly', network: 'instagram', language: 'en' } as const;
const invented = {
  caption: 'Our burger with truffle mayo.',
  hashtags: [],
  altText: 'A burger.',
  description: 'A burger.',
};
let user: string;
let generationId: string;
let before = 0;

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg(1600, 1200));
});

beforeEach(async () => {
  await cloud.reset();
  user = await cloud.signUp('pro');
  generationId = (await cloud.generate(user, studioRequest())).id;
  before = calls();
});

const calls = () => cloud.bedrock.calls('nova').length;
const params = (variation = 0) => ({ generationId, variation: String(variation) });
const write = (body: object = {}, by = user) =>
  cloud.call(by, 'writePost', { params: params(), body: { id: ulid(), ...wish, ...body } });
const save = (body: object, by = user) => cloud.call(by, 'savePost', { params: params(), body });
const read = async (): Promise<Post> => (await cloud.call(user, 'getPost', { params: params() })).body;
const answer = (input: object, times?: number) =>
  cloud.modelFaults.add(
    { kind: 'answer', tool: 'write_post', input: { ...input } },
    { model: 'nova', ...(times !== undefined && { times }) },
  );
const items = async (prefix: string) =>
  (await cloud.table.allItems()).filter(({ sk }) => String(sk).startsWith(prefix));

describe('the post of a picture', () => {
  it('is written from the dish and the restaurant’s own words, counted, and paid from a budget of its own', async () => {
    expect(await read()).toEqual({ text: null, former: [], revision: 0, isBeingWritten: false });
    await writeAlone(
      changeProfile(user, {
        fullName: 'Ada',
        companyName: 'Osteria Lume',
        kitchen: 'Italian',
        about: 'Since 1990',
      }),
    );
    const { status, body } = await write({ language: 'de' });
    expect(status).toBe(200);
    expect(body.text).toMatchObject({ ...wish, language: 'de' });
    expect(body.text.caption).toMatch(/^Heute bei uns auf dem Tisch: Classic Burger\.[\s\S]*Osteria Lume$/);
    expect(body.text.altText).toContain('Classic Burger');
    expect(body.text.hashtags.length).toBeGreaterThan(0);
    expect(await read()).toEqual(body);
    const all = await cloud.table.allItems();
    const usage = all.filter(({ pk, kind }) => String(pk).startsWith('USAGE#') && kind === 'post');
    const usageMetadata = { promptTokenCount: 1800, candidatesTokenCount: 160, totalTokenCount: 1960 };
    // B3.9
    expect(usage).toMatchObject([{ usageMetadata }, { usageMetadata }]);
    const spent = usage.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(all.find(({ pk }) => pk === 'BUDGET#posts')?.committed).toBe(spent);
    expect(await items('USE#post#')).toMatchObject([{ uses: 1 }]);
    // The other picture has its own.
    expect((await cloud.call(user, 'getPost', { params: params(1) })).body.text).toBeNull();
  });

  it('is written once for a request that comes twice, and by one request at a time', async () => {
    cloud.modelFaults.add({ kind: 'delay', milliseconds: 500 }, { model: 'nova' });
    const id = ulid();
    const replies = await Promise.all([write({ id }), write({ id }), write()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls() - before).toBe(2);
    expect((await write({ id })).body.text).toMatchObject(wish);
    expect(calls() - before).toBe(2);
    expect(await items('USE#post#')).toMatchObject([{ uses: 1 }]);
  });

  itInFullRun('keeps former texts, of which one comes back', async () => {
    const first = (await write()).body;
    const second = (await write({ tone: 'playful' })).body;
    expect(second.former).toEqual([first.text]);
    // What was seen in the picture is remembered.
    expect(calls() - before).toBe(3);
    const back = await save({ revision: second.revision, text: first.text });
    expect(back.body).toMatchObject({ text: first.text, former: [second.text] });
    for (let more = 0; more < 7; more += 1) await write({ tone: more % 2 ? 'refined' : 'playful' });
    expect((await read()).former).toHaveLength(5);
  });

  it('keeps what its owner wrote, whatever it says, and not over a change that was not seen', async () => {
    const { body } = await write();
    const text = {
      ...body.text,
      caption: 'Gluten-free, and call 030 123456!\nEvery day',
      hashtags: ['Müsli'],
    };
    const saved = (await save({ revision: body.revision, text })).body;
    expect(saved.text).toEqual(text);
    expect(saved.former).toEqual([]);
    expect((await save({ revision: body.revision, text })).status).toBe(200);
    expect(await save({ revision: body.revision, text: { ...text, caption: 'Other' } })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(
      (await save({ revision: saved.revision, text: { ...text, hashtags: ['two words'] } })).status,
    ).toBe(400);
  });

  it('is saved by whoever read its text, however many requests to the model brought none since', async () => {
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: input image' }, { model: 'nova' });
    const text = { ...invented, ...wish };
    const seen = await read();
    expect((await write()).status).toBe(422);
    expect((await read()).revision).toBe(seen.revision);
    const saved = await save({ revision: seen.revision, text });
    expect(saved).toMatchObject({ status: 200, body: { text } });
    expect((await write()).status).toBe(422);
    const mine = { ...text, caption: 'Mine' };
    expect(await save({ revision: saved.body.revision, text: mine })).toMatchObject({ status: 200 });
    expect(await save({ revision: saved.body.revision, text })).toMatchObject({ status: 409 });
  });

  it('is saved while a model writes for another tab, whose request ends at the same moment', async () => {
    const text = { ...invented, ...wish };
    await save({ text, revision: 0 });
    const { revision } = await read();
    cloud.faults.add({
      operation: 'TransactWriteItems',
      times: 1,
      when: ({ body }) => body.includes('POST#') && body.includes('"Mine"'),
      action: {
        kind: 'before',
        run: async () => {
          cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: input image' }, { model: 'nova' });
          await write();
        },
      },
    });
    const mine = { ...text, caption: 'Mine' };
    expect(await save({ revision, text: mine })).toMatchObject({ status: 200, body: { text: mine } });
    expect((await read()).text).toEqual(mine);
  });

  it('that says what a model must not say is asked for once more, with the reason', async () => {
    answer(invented, 2);
    const { status, body } = await write();
    // The fault also met the reading, which has another form.
    expect(status).toBe(200);
    expect(body.text.caption).not.toContain('truffle');
    expect(calls() - before).toBe(3);
  });

  it('is refused when that happens twice, and says so again for the same request', async () => {
    answer({ ...invented, caption: 'As good as at McDonald’s.' });
    const id = ulid();
    const refused = {
      status: 422,
      body: { code: 'post_refused', title: expect.stringMatching(/only says what is on the picture/) },
    };
    expect(await write({ id })).toMatchObject(refused);
    expect(await write({ id })).toMatchObject(refused);
    expect(calls() - before).toBe(3);
    expect(await read()).toMatchObject({ text: null, isBeingWritten: false });
    cloud.modelFaults.clear();
    expect((await write()).status).toBe(200);
  });

  it('is refused when the model declines', async () => {
    await write();
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: input image' }, { model: 'nova' });
    expect(await write({ tone: 'refined' })).toMatchObject({ status: 422, body: { code: 'post_refused' } });
    // The text before is still there.
    expect((await read()).text).toMatchObject(wish);
  });

  itInFullRun('says that the model is busy or out of order, and books what was called', async () => {
    cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 }, { model: 'nova' });
    expect(await write()).toMatchObject({ status: 503, body: { code: 'busy' } });
    cloud.modelFaults.clear();
    cloud.modelFaults.add({ kind: 'error', error: 'ValidationException' }, { model: 'nova' });
    expect(await write()).toMatchObject({ status: 503, body: { code: 'post_failed' } });
    const all = await cloud.table.allItems();
    expect(all.find(({ pk }) => pk === 'BUDGET#posts')?.committed).toBe(0);
    expect(all.filter(({ kind, outcome }) => kind === 'post' && outcome !== 'made').length).toBeGreaterThan(
      1,
    );
  });

  it('stops at the limit of a day and at the budget', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: `USE#post#${day}` },
        UpdateExpression: 'SET uses = :uses',
        ExpressionAttributeValues: { ':uses': maxDailyUses.post },
      }),
    );
    expect(await write()).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached', detail: expect.stringContaining('50 texts') },
    });
    const other = await cloud.signUp('pro');
    generationId = (await cloud.generate(other, studioRequest())).id;
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: 'BUDGET#posts', sk: day },
        UpdateExpression: 'SET committed = :all',
        ExpressionAttributeValues: { ':all': 50_000_000 },
      }),
    );
    expect(await write({}, other)).toMatchObject({ status: 429, body: { code: 'daily_budget_reached' } });
    expect(calls()).toBe(before);
  });

  it('is saved as often as the day allows, and stays as it was beyond that', async () => {
    const text = { ...invented, ...wish };
    const saved = (await save({ text, revision: 0 })).body;
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: `USE#savedPost#${new Date().toISOString().slice(0, 10)}` },
        UpdateExpression: 'SET uses = :uses',
        ExpressionAttributeValues: { ':uses': 500 },
      }),
    );
    expect(await save({ text: { ...text, caption: 'Other' }, revision: 1 })).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached', detail: expect.stringContaining('500 texts') },
    });
    expect(await read()).toEqual(saved);
    // A repeated request changes nothing, and is not refused.
    expect((await save({ text, revision: 1 })).status).toBe(200);
  });

  it('has ended where other changes come first in every attempt to keep it, and its calls are paid', async () => {
    await save({ text: { ...invented, ...wish }, revision: 0 });
    let changes = 0;
    cloud.faults.add({
      operation: 'TransactWriteItems',
      times: 200,
      when: ({ body }) => body.includes('POST#') && body.includes('"revision"') && body.includes('"done"'),
      action: {
        kind: 'before',
        run: async () => {
          changes += 1;
          const [post] = await items('POST#');
          await dynamodb().send(
            new UpdateCommand({
              TableName: tableName(),
              Key: { pk: post?.pk, sk: post?.sk },
              UpdateExpression: 'ADD revision :one',
              ExpressionAttributeValues: { ':one': 1 },
            }),
          );
        },
      },
    });
    const id = ulid();
    expect(await write({ id })).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(changes).toBeGreaterThan(5);
    expect(await read()).toMatchObject({ isBeingWritten: false, text: { caption: invented.caption } });
    expect(await write({ id })).toMatchObject({ body: { code: 'post_failed' } });
    const all = await cloud.table.allItems();
    const usage = all.filter(({ pk, kind }) => String(pk).startsWith('USAGE#') && kind === 'post');
    expect(usage).toHaveLength(2);
    const spent = usage.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(all.find(({ pk }) => pk === 'BUDGET#posts')?.committed).toBe(spent);
  });

  it('is nobody else’s, goes with its picture, and does not come back after it', async () => {
    await write();
    const stranger = await cloud.signUp('pro');
    expect((await write({}, stranger)).status).toBe(404);
    expect((await cloud.call(stranger, 'getPost', { params: params() })).status).toBe(404);
    expect((await save({ revision: 0, text: (await read()).text }, stranger)).status).toBe(404);
    cloud.modelFaults.add({ kind: 'delay', milliseconds: 300 }, { model: 'nova' });
    const writing = write({ tone: 'playful' });
    await expect.poll(() => items('POST#')).toMatchObject([{ writing: { state: 'open' } }]);
    await deleteGeneration(user, generationId);
    await writing;
    expect(await items('POST#')).toEqual([]);
    generationId = (await cloud.generate(user, studioRequest())).id;
    cloud.modelFaults.clear();
    await write();
    await eraseGenerations(user);
    expect(await items('POST#')).toEqual([]);
  });
});
