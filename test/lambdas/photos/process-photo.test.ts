import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPhoto, replaceWork } from '#lambdas/photos/photo-store.ts';
import { endWork, takeWork } from '#lambdas/photos/photo-work.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { metrics } from '#lambdas/runtime/metrics.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { itInFullRun } from '#test/support/full-run.ts';

const cloud = startGenerations({ models: 'plain' });
const sample = { type: 'sample', itemId: 'burger' } as const;
const past = () => new Date(Date.now() - 1000).toISOString();

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const callsBefore = { count: 0 };
const cutOuts = () => cloud.bedrock.calls('remove-background').length - callsBefore.count;

const counted = vi.spyOn(metrics, 'addMetric').mockImplementation(() => metrics);
const failures = () => counted.mock.calls.filter(([name]) => name === 'PhotoFailed').length;

afterEach(() => {
  counted.mockClear();
  callsBefore.count = cloud.bedrock.calls('remove-background').length;
  vi.unstubAllEnvs();
});

async function newPhoto(userId: string): Promise<string> {
  const { body } = await cloud.callPhotos(userId, 'createPhoto', { body: { source: sample } });
  return body.id;
}

const request = (userId: string, photoId: string) =>
  cloud.callPhotos(userId, 'createCutOut', { params: { photoId } });
const look = async (userId: string, photoId: string) =>
  (await cloud.callPhotos(userId, 'getPhoto', { params: { photoId } })).body;

/** Hands the newest message of the queue for photos to the worker. */
async function work() {
  const message = cloud.messages.pop();
  expect(message?.queue).toBe('photos');
  return cloud.workOnPhoto(JSON.parse(message?.body ?? ''));
}

async function started() {
  const user = await cloud.signUp('pro');
  const id = await newPhoto(user);
  expect(await request(user, id)).toMatchObject({ status: 202, body: { cutOut: { state: 'making' } } });
  return { user, id };
}

async function booked(photoId: string) {
  const items = await cloud.table.allItems();
  return {
    usage: items.filter((item) => String(item.pk).startsWith('USAGE#') && item.photoId === photoId),
    committed: items.find(({ pk }) => pk === 'BUDGET#photos')?.committed,
  };
}

async function expire(user: string, id: string) {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `USER#${user}`, sk: `PHOTO#${id}` },
      UpdateExpression: 'SET cutOut.leaseUntil = :past',
      ExpressionAttributeValues: { ':past': past() },
    }),
  );
}

describe('a cut-out', () => {
  it('is made once, booked once, and covers the whole photo', async () => {
    await cloud.reset();
    const { user, id } = await started();
    expect((await booked(id)).committed).toBe(70_000);
    expect(await work()).toEqual({ batchItemFailures: [] });
    const { cutOut } = await look(user, id);
    expect(cutOut).toMatchObject({ state: 'made', message: null, findings: { parts: 1, doubtful: false } });
    expect(cutOut.width / cutOut.height).toBeCloseTo(800 / 600, 1);
    const { body } = await cloud.callPhotos(user, 'getMask', { params: { photoId: id } });
    expect(body).toMatchObject({ width: cutOut.width, height: cutOut.height, corrected: false });
    expect(await sharp(Buffer.from(body.png, 'base64')).metadata()).toMatchObject({
      width: cutOut.width,
      height: cutOut.height,
    });
    const { usage, committed } = await booked(id);
    expect(usage).toHaveLength(1);
    expect(usage[0]).toMatchObject({ cost: 70_000, kind: 'cutOut', outcome: 'made' });
    expect(committed).toBe(70_000);
    // Asked for again, also by another upload of the same file: it is there.
    expect(await request(user, await newPhoto(user))).toMatchObject({ body: { cutOut: { state: 'made' } } });
    expect(cloud.messages).toEqual([]);
    expect(cutOuts()).toBe(1);
  });

  it('is asked for again at once when its message could not be sent', async () => {
    await cloud.reset();
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    cloud.faults.add({
      service: 'sqs',
      times: 1,
      action: { kind: 'error', error: new AwsError(400, 'InvalidParameterValue', 'Not now') },
    });
    expect(await request(user, id)).toMatchObject({ status: 500 });
    expect(await request(user, id)).toMatchObject({ status: 202, body: { cutOut: { state: 'making' } } });
    expect(await work()).toEqual({ batchItemFailures: [] });
    expect((await booked(id)).committed).toBe(70_000);
  });

  it('is made once when two ask at once, and when its message comes twice', async () => {
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    await Promise.all([request(user, id), request(user, id), request(user, id)]);
    expect(cloud.messages).toHaveLength(1);
    const message = JSON.parse(cloud.messages.pop()?.body ?? '');
    await Promise.all([cloud.workOnPhoto(message), cloud.workOnPhoto(message)]);
    await cloud.workOnPhoto(message);
    expect(cutOuts()).toBe(1);
    expect((await look(user, id)).cutOut.state).toBe('made');
  });

  it('that broke off is begun again after its lease, without another place in the budget', async () => {
    await cloud.reset();
    const { user, id } = await started();
    const photo = await findPhoto(user, id);
    // A worker takes the lease and is killed.
    await takeWork(photo, 'cutOut');
    await work();
    expect(cutOuts()).toBe(0);
    expect((await look(user, id)).cutOut.state).toBe('making');
    await expire(user, id);
    expect((await look(user, id)).cutOut).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/try again/),
    });
    expect((await request(user, id)).body.cutOut.state).toBe('making');
    await work();
    expect((await look(user, id)).cutOut.state).toBe('made');
    expect((await booked(id)).committed).toBe(70_000);
  });

  it('tells how the photo was turned, whatever ends after it', async () => {
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    const [cutOut, reading] = [
      await takeWork(await findPhoto(user, id), 'cutOut'),
      await takeWork(await findPhoto(user, id), 'reading'),
    ];
    if (!cutOut || !reading) throw new Error('The leases were taken');
    await endWork(cutOut, { state: 'failed', message: 'x' }, [], { width: 600, height: 800 });
    await endWork(reading, { state: 'failed', message: 'x' });
    expect(await look(user, id)).toMatchObject({ width: 600, height: 800 });
  });

  it('that comes late changes nothing, and is booked all the same', async () => {
    await cloud.reset();
    const { user, id } = await started();
    const late = await takeWork(await findPhoto(user, id), 'cutOut');
    if (!late) throw new Error('The lease was taken');
    await expire(user, id);
    await work();
    const made = await look(user, id);
    const call = {
      model: 'm',
      region: 'us-east-1',
      startedAt: new Date().toISOString(),
      durationMs: 1,
      outcome: 'made',
      cost: 70_000,
    } as const;
    await endWork(late, { state: 'failed', message: 'late' }, [call]);
    expect(await look(user, id)).toEqual(made);
    const { usage, committed } = await booked(id);
    expect(usage).toHaveLength(2);
    expect(committed).toBe(140_000);
  });

  itInFullRun('that crashes between the call and the write is made again by the next delivery', async () => {
    await cloud.reset();
    const { user, id } = await started();
    const message = JSON.parse(cloud.messages.pop()?.body ?? '');
    cloud.faults.add({ service: 's3', operation: 'PutObject', action: { kind: 'drop-request' } });
    expect(await cloud.workOnPhoto(message)).toMatchObject({ batchItemFailures: [{}] });
    expect((await look(user, id)).cutOut.state).toBe('making');
    expect(failures()).toBe(1);
    expect(await cloud.workOnPhoto(message)).toEqual({ batchItemFailures: [] });
    expect((await look(user, id)).cutOut.state).toBe('made');
    // Both calls were paid.
    expect((await booked(id)).usage).toHaveLength(2);
  });

  it('that fails says why, costs nothing, and can be asked for again', async () => {
    await cloud.reset();
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: input image' }, { times: 1 });
    const { user, id } = await started();
    await work();
    expect((await look(user, id)).cutOut).toMatchObject({
      state: 'failed',
      message: 'The image model declined this photo. Please try another one.',
    });
    expect((await booked(id)).committed).toBe(0);
    // The photo is the customer's: no alarm.
    expect(failures()).toBe(0);
    await request(user, id);
    await work();
    expect((await look(user, id)).cutOut.state).toBe('made');
  });

  it('that the model fails to make counts for the alarm', async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { times: 2 });
    const { user, id } = await started();
    await work();
    expect((await look(user, id)).cutOut).toMatchObject({
      state: 'failed',
      message: 'The image model failed on this photo. Please try again.',
    });
    expect(failures()).toBe(1);
  });

  itInFullRun(
    'waits while every region is at its quota, and fails when that lasts',
    async () => {
      cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 });
      const { user, id } = await started();
      await work();
      expect((await look(user, id)).cutOut.state).toBe('making');
      expect(failures()).toBe(0);
      expect(cloud.messages[0]).toMatchObject({ queue: 'photos' });
      const photo = await findPhoto(user, id);
      if (!photo.cutOut) throw new Error('Nobody has asked for it');
      await replaceWork(photo, 'cutOut', { ...photo.cutOut, throttledRuns: 5 });
      await work();
      expect((await look(user, id)).cutOut).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(/busy/),
      });
      expect(failures()).toBe(1);
    },
    60_000,
  );

  it('whose message reached the dead-letter queue has failed', async () => {
    await cloud.reset();
    const { user, id } = await started();
    expect(await cloud.deliverDeadPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''))).toEqual({
      batchItemFailures: [],
    });
    expect((await look(user, id)).cutOut).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/our side/),
    });
    expect((await booked(id)).committed).toBe(0);
  });

  it('of a photo that is gone has failed', async () => {
    const user = await cloud.signUp('pro');
    const file = await jpeg(300, 200);
    const uploadId = await cloud.upload(user, file);
    const source = { type: 'upload', uploadId };
    const { body } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
    await request(user, body.id);
    await cloud.removeObject('UPLOADS_BUCKET', (await findPhoto(user, body.id)).file.key);
    await work();
    expect((await look(user, body.id)).cutOut.message).toMatch(/no longer there/);
    expect(failures()).toBe(0);
  });

  it.each([
    ['free', 30],
    ['starter', 100],
    ['pro', 100],
  ] as const)('is refused beyond the day’s limit of a user (%s: %i), and beyond the day’s budget', async (tier, limit) => {
    await cloud.reset();
    const user = await cloud.signUp(tier);
    const id = await newPhoto(user);
    const day = new Date().toISOString().slice(0, 10);
    const uses = (cutOut: number) =>
      dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: `USER#${user}`, sk: `USE#cutOut#${day}` },
          UpdateExpression: 'SET uses = :uses',
          ExpressionAttributeValues: { ':uses': cutOut },
        }),
      );
    await uses(limit);
    expect(await request(user, id)).toMatchObject({ status: 429, body: { code: 'daily_limit_reached' } });
    await uses(limit - 1);
    vi.stubEnv(
      'DAILY_MODEL_BUDGET',
      '{"free":1,"starter":1,"pro":1,"promptTests":0,"photos":0.05,"posts":0.05}',
    );
    expect(await request(user, id)).toMatchObject({ status: 429, body: { code: 'daily_budget_reached' } });
    expect((await look(user, id)).cutOut).toBeNull();
    vi.unstubAllEnvs();
    expect((await request(user, id)).status).toBe(202);
  });

  it('leaves half of the day’s budget to customers who pay', async () => {
    await cloud.reset();
    vi.stubEnv(
      'DAILY_MODEL_BUDGET',
      '{"free":1,"starter":1,"pro":1,"promptTests":0,"photos":0.22,"posts":0.05}',
    );
    const photoOf = async (tier: 'free' | 'starter' | 'pro') => {
      const user = await cloud.signUp(tier);
      return request(user, await newPhoto(user));
    };
    expect((await photoOf('free')).status).toBe(202);
    expect(await photoOf('free')).toMatchObject({ status: 429, body: { code: 'daily_budget_reached' } });
    expect((await photoOf('starter')).status).toBe(202);
    expect((await photoOf('pro')).status).toBe(202);
  });
});

describe('a generation', () => {
  const inGarden = () => studioRequest({ studio: { scene: { text: 'a garden' } } });

  it('uses the cut-out that was made, and pays for no other', async () => {
    const { user, id } = await started();
    await work();
    const { id: generation } = await cloud.generate(user, inGarden());
    expect(cutOuts()).toBe(1);
    expect(await cloud.stored(user, generation)).toMatchObject({ modelCalls: 2, modelCost: 140_000 });
    expect((await look(user, id)).cutOut.state).toBe('made');
  });

  it('makes it once for two variations, another format, another framing and a menu', async () => {
    const user = await cloud.signUp('pro');
    const first = await cloud.generate(user, inGarden());
    expect(await cloud.stored(user, first.id)).toMatchObject({ modelCalls: 3, modelCost: 210_000 });
    const story = studioRequest({
      studio: { scene: { text: 'a garden' }, formatId: 'story_vertical' },
      framing: { x: 0, y: 1 },
    });
    for (const next of [inGarden(), story, menuRequest()]) {
      const { id, state } = await cloud.generate(user, next);
      expect(state).toBe('done');
      expect(await cloud.stored(user, id)).toMatchObject({ modelCalls: 2, modelCost: 140_000 });
    }
    expect(cutOuts()).toBe(1);
  });

  itInFullRun(
    'does not buy it again in the run after a crash',
    async () => {
      const user = await cloud.signUp('pro');
      const { id } = await cloud.created(user, inGarden());
      cloud.modelFaults.add({ kind: 'throttle', perMinute: 0 }, { model: 'inpaint', times: 24 });
      await cloud.workOn(user, id);
      expect(await cloud.get(user, id)).toMatchObject({ state: 'queued' });
      cloud.modelFaults.clear();
      await cloud.workOn(user, id);
      expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
      expect(cutOuts()).toBe(1);
      expect(await cloud.stored(user, id)).toMatchObject({ modelCost: 210_000 });
    },
    60_000,
  );

  it('waits for the cut-out that somebody makes', async () => {
    const user = await cloud.signUp('pro');
    const lease = await takeWork(await findPhoto(user, await newPhoto(user)), 'cutOut');
    if (!lease) throw new Error('The lease was taken');
    const { id } = await cloud.created(user, inGarden());
    const run = cloud.workOn(user, id);
    await expect.poll(async () => (await cloud.get(user, id)).step).toBe('painting');
    expect(cutOuts()).toBe(0);
    await endWork(lease, { state: 'failed', message: 'x' });
    await run;
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
    expect(cutOuts()).toBe(1);
  });

  it('takes a cut-out over that waits in the queue, and gives its place in the budget back', async () => {
    await cloud.reset();
    const { user, id } = await started();
    const message = JSON.parse(cloud.messages.pop()?.body ?? '');
    const generation = inGarden();
    await cloud.generate(user, generation);
    await cloud.workOnPhoto(message);
    expect(cutOuts()).toBe(1);
    expect(await cloud.stored(user, generation.id)).toMatchObject({ modelCost: 210_000 });
    expect(await booked(id)).toEqual({ usage: [], committed: 0 });
  });

  it('that began a cut-out and left it lets the next request count it, and reserve its cost', async () => {
    await cloud.reset();
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    expect(await takeWork(await findPhoto(user, id), 'cutOut')).toBeDefined();
    await expire(user, id);
    await request(user, id);
    expect(await booked(id)).toEqual({ usage: [], committed: 70_000 });
    await work();
    expect(await booked(id)).toMatchObject({ usage: [{}], committed: 70_000 });
  });

  it('that left a cut-out to an old message has it booked once', async () => {
    await cloud.reset();
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    expect(await takeWork(await findPhoto(user, id), 'cutOut')).toBeDefined();
    await expire(user, id);
    await cloud.workOnPhoto({ userId: user, photoId: id, part: 'cutOut' });
    expect(await booked(id)).toMatchObject({ usage: [{}], committed: 70_000 });
  });

  it('that makes a cut-out nobody asked for books it itself, and only there', async () => {
    await cloud.reset();
    const user = await cloud.signUp('pro');
    const id = await newPhoto(user);
    const { id: generation } = await cloud.generate(user, inGarden());
    expect(await cloud.stored(user, generation)).toMatchObject({ modelCost: 210_000 });
    expect(await booked(id)).toEqual({ usage: [], committed: undefined });
  });

  it('makes it again where its file is gone', async () => {
    const user = await cloud.signUp('pro');
    await cloud.generate(user, inGarden());
    await cloud.removeObject('ORIGINALS_BUCKET', `photos/${user}/${await newPhoto(user)}/cut-out.png`);
    expect((await cloud.generate(user, inGarden())).state).toBe('done');
    expect(cutOuts()).toBe(2);
  });
});
