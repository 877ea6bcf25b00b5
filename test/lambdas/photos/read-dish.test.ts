import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { dishReadingSchema } from '#shared/domain/dish-reading.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

const cloud = startGenerations({ models: 'plain' });
const sample = { type: 'sample', itemId: 'burger' } as const;
let user: string;
let photoId: string;
let before = 0;

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

afterEach(() => {
  before = calls().length;
});

const calls = () => cloud.bedrock.calls('nova');
const request = () => cloud.callPhotos(user, 'createReading', { params: { photoId } });
const work = () => cloud.workOnPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''));
const reading = async () => (await cloud.callPhotos(user, 'getPhoto', { params: { photoId } })).body.reading;

async function newPhoto() {
  user = await cloud.signUp();
  photoId = (await cloud.callPhotos(user, 'createPhoto', { body: { source: sample } })).body.id;
}

describe('a dish reading', () => {
  it('is made once, fits the form, and is booked by its tokens', async () => {
    await cloud.reset();
    await newPhoto();
    expect(await request()).toMatchObject({ status: 202, body: { reading: { state: 'making' } } });
    expect(await work()).toEqual({ batchItemFailures: [] });
    const { state, content } = await reading();
    expect(state).toBe('made');
    expect(dishReadingSchema.parse(content)).toMatchObject({ isFood: true });
    expect((await request()).body.reading.state).toBe('made');
    expect(calls().length - before).toBe(1);
    const items = await cloud.table.allItems();
    const usage = items.filter(({ pk }) => String(pk).startsWith('USAGE#'));
    // 1,800 tokens in at 0.30 dollars a million, 160 out at 2.50.
    const usageMetadata = { promptTokenCount: 1800, candidatesTokenCount: 160, totalTokenCount: 1960 };
    // B3.9
    expect(usage).toEqual([expect.objectContaining({ photoId, kind: 'reading', cost: 940, usageMetadata })]);
    expect(items.find(({ pk }) => pk === 'BUDGET#photos')?.committed).toBe(940);
  });

  it('that was stored before collages were looked for shows none', async () => {
    await newPhoto();
    await request();
    await work();
    const [item] = (await cloud.table.allItems()).filter(
      ({ id, userId }) => id === photoId && userId === user,
    );
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: item?.pk, sk: item?.sk },
        UpdateExpression: 'REMOVE reading.content.collage',
      }),
    );
    expect(await reading()).toMatchObject({ state: 'made', content: { isFood: true, collage: false } });
  });

  it('that is refused, or is no form, has failed with a sentence and can be asked for again', async () => {
    await newPhoto();
    cloud.modelFaults.add(
      { kind: 'refuse', reason: 'Filter reason: input image' },
      { model: 'nova', times: 1 },
    );
    await request();
    await work();
    expect(await reading()).toMatchObject({ state: 'failed', message: expect.stringMatching(/declined/) });
    await request();
    await work();
    expect((await reading()).state).toBe('made');
  });

  it('is not made while an operator has turned readings off', async () => {
    await newPhoto();
    await changeSettings({ dishReadings: false }, 'test');
    expect((await request()).body.reading).toEqual({ state: 'off', content: null, message: null });
    expect(await reading()).toBeNull();
    expect(cloud.messages).toEqual([]);
    await changeSettings({ dishReadings: true }, 'test');
    expect((await request()).body.reading.state).toBe('making');
  });

  it('has a limit a user and day of its own', async () => {
    await newPhoto();
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: `USE#reading#${new Date().toISOString().slice(0, 10)}` },
        UpdateExpression: 'SET uses = :uses',
        ExpressionAttributeValues: { ':uses': 100 },
      }),
    );
    expect(await request()).toMatchObject({ status: 429, body: { code: 'daily_limit_reached' } });
    const cutOut = await cloud.callPhotos(user, 'createCutOut', { params: { photoId } });
    expect(cutOut.status).toBe(202);
  });

  it('that fails keeps nobody from a picture', async () => {
    await newPhoto();
    cloud.modelFaults.add({ kind: 'error', error: 'ValidationException' }, { model: 'nova' });
    await request();
    await work();
    expect((await reading()).state).toBe('failed');
    expect((await cloud.generate(user, studioRequest())).state).toBe('done');
  });
});
