import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { decodeTime, ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { photoKeys, repairedKey } from '#lambdas/photos/photo.ts';
import { findPhoto, keepPhoto, noteCorrection, replaceWork } from '#lambdas/photos/photo-store.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { uploadDays, uploadStorageDays } from '#shared/domain/limits.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { truncatedPhoto } from '#test/support/photos.ts';

const app = startGenerations({ models: 'plain' });
const sample = { type: 'sample', itemId: 'burger' };
const day = 24 * 60 * 60;

beforeAll(async () => {
  await app.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

async function create(userId: string, source: object) {
  return app.callPhotos(userId, 'createPhoto', { body: { source } });
}

async function uploaded(userId: string, file: Buffer) {
  const reply = await create(userId, { type: 'upload', uploadId: await app.upload(userId, file) });
  expect(reply.status).toBe(200);
  return reply.body;
}

describe('a photo', () => {
  it('of an upload is found again by its content, and nothing is made of it yet', async () => {
    const user = await app.signUp();
    const file = await jpeg();
    const first = await uploaded(user, file);
    expect(first).toMatchObject({ cutOut: null, corrected: false, reading: null });
    const { width, height } = await sharp(file).metadata();
    expect(first).toMatchObject({ width, height });
    const again = await uploaded(user, file);
    expect(again).toEqual(first);
    const read = await app.callPhotos(user, 'getPhoto', { params: { photoId: first.id } });
    expect(read).toMatchObject({ status: 200, body: first });
  });

  it('of two people is two photos', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const { id } = await uploaded(one, await jpeg());
    for (const name of [
      'getPhoto',
      'getPhotoPreview',
      'createCutOut',
      'getMask',
      'putMask',
      'deleteMask',
      'createReading',
    ] as const) {
      const body = name === 'putMask' ? { body: { png: 'AAAA' } } : {};
      const reply = await app.callPhotos(other, name, { params: { photoId: id }, ...body });
      expect(reply, name).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('of a sample or a generated picture lives for a week', async () => {
    const user = await app.signUp();
    const { body } = await create(user, sample);
    expect((await findPhoto(user, body.id)).expiresAt - expiryIn(0)).toBeGreaterThan(6.9 * day);
    const request = studioRequest();
    await app.generate(user, request);
    const { status } = await create(user, { type: 'generation', generationId: request.id, variation: 1 });
    expect(status).toBe(200);
  });

  it('that is turned by its camera has the size of the upright photo', async () => {
    const user = await app.signUp();
    const turned = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a52' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await uploaded(user, turned)).toMatchObject({ width: 300, height: 400 });
  });

  it.each([
    [
      'an upload that does not exist',
      { type: 'upload', uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      'upload_missing',
    ],
    ['a sample that does not exist', { type: 'sample', itemId: 'soup' }, 'not_found'],
    [
      'a generation that does not exist',
      { type: 'generation', generationId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', variation: 0 },
      'not_found',
    ],
  ])('is not made of %s', async (_what, source, code) => {
    expect(await create(await app.signUp(), source)).toMatchObject({ body: { code } });
  });
});

describe('the preview of a photo', () => {
  const preview = (userId: string, photoId: string) =>
    app.callPhotos(userId, 'getPhotoPreview', { params: { photoId } });

  it('is a small JPEG, upright and without what the camera wrote into the file', async () => {
    const user = await app.signUp();
    const large = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a52' } })
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { id } = await uploaded(user, large);
    const { status, body } = await preview(user, id);
    expect(status).toBe(200);
    const read = await sharp(Buffer.from(body.jpeg, 'base64')).metadata();
    expect(read).toMatchObject({ format: 'jpeg', width: 853, height: 1280 });
    expect(read.exif).toBeUndefined();
  });

  it('is no larger than the photo', async () => {
    const user = await app.signUp();
    const { id, width, height } = await uploaded(user, await jpeg(300, 200));
    const { body } = await preview(user, id);
    expect(await sharp(Buffer.from(body.jpeg, 'base64')).metadata()).toMatchObject({ width, height });
  });

  it('is refused where the upload is gone, and for pictures of ours, whose clean files are private', async () => {
    const user = await app.signUp();
    const { id, width, height } = await uploaded(user, await jpeg(310, 200));
    const file = { store: 'uploads', key: `uploads/${user}/${ulid()}` } as const;
    await keepPhoto({ id, userId: user, file, width, height });
    expect(await preview(user, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const request = studioRequest();
    await app.generate(user, request);
    const drawn = await create(user, { type: 'generation', generationId: request.id, variation: 1 });
    expect(await preview(user, drawn.body.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is limited per day', async () => {
    const user = await app.signUp();
    const { id } = await uploaded(user, await jpeg(320, 200));
    const sk = `USE#preview#${new Date().toISOString().slice(0, 10)}`;
    const uses = maxDailyUses.preview - 1;
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: `USER#${user}`, sk, uses } }));
    expect((await preview(user, id)).status).toBe(200);
    expect(await preview(user, id)).toMatchObject({ status: 429, body: { code: 'daily_limit_reached' } });
  });

  it('is refused for a file that cannot be decoded', async () => {
    const user = await app.signUp();
    const { id } = await uploaded(user, truncatedPhoto().bytes);
    expect(await preview(user, id)).toMatchObject({ status: 422, body: { code: 'upload_unreadable' } });
  });
});

describe('the expiry', () => {
  const uploadedAt = (time: number) => ({ store: 'uploads', key: `uploads/ada/${ulid(time)}` }) as const;
  const photo = { id: 'a'.repeat(64), file: uploadedAt(Date.now()), width: 4, height: 3 };

  async function setTimes(userId: string, times: { createdAt?: string; expiresAt?: number }) {
    for (const [name, value] of Object.entries(times))
      await dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: `USER#${userId}`, sk: `PHOTO#${photo.id}` },
          UpdateExpression: 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
  }

  it('moves with each use, and points to the newest file', async () => {
    const userId = await app.signUp();
    await keepPhoto({ ...photo, userId });
    await setTimes(userId, { expiresAt: expiryIn(100) });
    const file = uploadedAt(Date.now());
    const renewed = await keepPhoto({ ...photo, userId, file });
    expect(renewed.expiresAt).toBeGreaterThan(expiryIn(uploadDays * day));
    expect(renewed.file).toEqual(file);
  });

  it('is that of the upload’s file, however late it is used', async () => {
    const userId = await app.signUp();
    const file = uploadedAt(Date.now() - 7.5 * day * 1000);
    const removedAt =
      Math.floor(decodeTime(file.key.split('/').at(-1) ?? '') / 1000) + uploadStorageDays * day;
    expect((await keepPhoto({ ...photo, userId, file })).expiresAt).toBe(removedAt);
    expect((await keepPhoto({ ...photo, userId, file })).expiresAt).toBe(removedAt);
  });

  it('does not move beyond four weeks', async () => {
    const userId = await app.signUp();
    await keepPhoto({ ...photo, userId });
    await setTimes(userId, { createdAt: new Date(Date.now() - 27.5 * day * 1000).toISOString() });
    const renewed = await keepPhoto({ ...photo, userId, file: { store: 'site', key: 'k' } });
    expect(renewed.expiresAt).toBeLessThanOrEqual(expiryIn(0.5 * day));
  });

  describe('of a photo that is uploaded again in its fourth week', () => {
    const again = uploadedAt(Date.now());

    /** The photo with its cut-out, first uploaded 24 days ago and last nine days ago. */
    async function old(userId: string) {
      const first = await keepPhoto({ ...photo, userId, file: uploadedAt(Date.now() - 9 * day * 1000) });
      await replaceWork(first, 'cutOut', { state: 'made', width: 8, height: 8 });
      await setTimes(userId, { createdAt: new Date(Date.now() - 24 * day * 1000).toISOString() });
      return first;
    }

    it('begins anew, so that what is corrected now stays until the upload is removed', async () => {
      const userId = await app.signUp();
      await old(userId);
      const renewed = await keepPhoto({ ...photo, userId, file: again });
      expect(renewed.cutOut).toBeUndefined();
      await noteCorrection(renewed, { at: nowIso(), key: 'mask', dish: null });
      const used = await keepPhoto({ ...photo, userId, file: again });
      expect(used).toMatchObject({ correction: { key: 'mask' } });
      expect(used.expiresAt).toBeGreaterThan(expiryIn((uploadStorageDays - 0.1) * day));
    });

    it('stays where what is kept was corrected before', async () => {
      const userId = await app.signUp();
      await noteCorrection(await old(userId), { at: nowIso(), key: 'mask', dish: null });
      const renewed = await keepPhoto({ ...photo, userId, file: again });
      expect(renewed).toMatchObject({ file: again, cutOut: { width: 8 }, correction: { key: 'mask' } });
      expect(renewed.expiresAt).toBeLessThanOrEqual(expiryIn(4 * day));
    });

    it('stays where the same upload is used again', async () => {
      const userId = await app.signUp();
      const { file } = await old(userId);
      expect(await keepPhoto({ ...photo, userId, file })).toMatchObject({ cutOut: { width: 8 } });
    });

    it('begins anew once for two at once, and keeps what is corrected meanwhile', async () => {
      const userId = await app.signUp();
      const first = await old(userId);
      const run = () =>
        noteCorrection(first, { at: nowIso(), key: 'mask', dish: null }).then(() => undefined);
      const fault = app.faults.add({ operation: 'PutItem', action: { kind: 'before', run } });
      expect(await keepPhoto({ ...photo, userId, file: again })).toMatchObject({
        cutOut: { width: 8 },
        correction: { key: 'mask' },
      });
      expect(fault.applied).toBe(1);

      const other = await app.signUp();
      await old(other);
      const both = await Promise.all(
        [0, 1].map((at) => keepPhoto({ ...photo, userId: other, file: uploadedAt(Date.now() + at) })),
      );
      expect(both[0]?.createdAt).toBe(both[1]?.createdAt);
    });
  });

  it('begins anew, with nothing made, where the item is still there but has expired', async () => {
    const userId = await app.signUp();
    const first = await keepPhoto({ ...photo, userId });
    await replaceWork(first, 'cutOut', { state: 'made', width: 8, height: 8 });
    await setTimes(userId, { expiresAt: expiryIn(-10) });
    await expect(findPhoto(userId, photo.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await keepPhoto({ ...photo, userId })).cutOut).toBeUndefined();
  });

  it('keeps what was made when two create the same photo at once', async () => {
    const userId = await app.signUp();
    const [one, other] = await Promise.all([
      keepPhoto({ ...photo, userId }),
      keepPhoto({ ...photo, userId }),
    ]);
    expect(one.createdAt).toBe(other.createdAt);
  });
});

it('names its files by user and content', () => {
  expect(photoKeys({ userId: 'u', id: 'x' })).toEqual({
    cutOut: 'photos/u/x/cut-out.png',
    plate: 'photos/u/x/plate.png',
    masks: 'photos/u/x/masks/',
  });
  const made = { ruleId: 'uber-menu', isWatermarked: true };
  expect(repairedKey({ userId: 'u', id: 'x' }, made)).toBe('photos/u/x/repaired/uber-menu-marked');
});
