import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { putLook } from '#lambdas/accounts/brand-kit-store.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { seedOf } from '#lambdas/generations/prompt-of.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { DishPlace } from '#shared/domain/dish-place.ts';
import { framingAround } from '#shared/domain/framing.ts';
import { emptyOverlay } from '#shared/domain/overlay.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const filtered = () => studioRequest({ studio: { filter: { id: 'popcrush' }, promoText: 'Two for one' } });
const request = (change: object = {}) => ({ id: ulid(), reason: 'dish_changed', ...change });
const redo = (user: string, generationId: string, body: object = request()) =>
  cloud.call(user, 'redoGeneration', { params: { generationId }, body });

/** A user of the plan with one finished generation. */
async function withPictures(tier: 'starter' | 'pro' = 'starter', body = filtered()) {
  const user = await cloud.signUp(tier);
  const { id } = await cloud.generate(user, body);
  return { user, id, available: (await cloud.books(user)).available };
}

/** Publishes and processes a redo that was accepted. */
async function finish(user: string, id: string) {
  await cloud.workOn(user, id);
  return cloud.get(user, id);
}

async function change(user: string, id: string, name: string, value: unknown): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `USER#${user}`, sk: `GENERATION#${id}` },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

async function unavailable(user: string, id: string, detail: string): Promise<void> {
  expect(await redo(user, id)).toMatchObject({ status: 409, body: { code: 'redo_unavailable', detail } });
}

describe('a free redo', () => {
  it('has the words that were put on the pictures after they were made', async () => {
    const { user, id } = await withPictures();
    const overlay = {
      ...emptyOverlay(),
      headline: 'Burger Night',
      subheadline: 'Every Friday',
      price: '£12',
    };
    await change(user, id, 'overlay', overlay);
    const { body } = await redo(user, id);
    expect(body).toMatchObject({ overlay });
    const { user: other, id: without } = await withPictures();
    await change(other, without, 'overlay', emptyOverlay());
    expect((await redo(other, without)).body).toMatchObject({ overlay: null });
  });

  it('has words in the style of the pictures, also if a brand look was saved since', async () => {
    const { user, id } = await withPictures();
    const { overlay } = await cloud.get(user, id);
    await putLook(user, { font: 'oswald', colors: { words: '#112233', accent: '#445566' } });
    expect((await redo(user, id)).body).toMatchObject({ overlay });
  });

  it('makes the same choices again with other seeds, for 0 credits and with its reason in the ledger', async () => {
    const { user, id, available } = await withPictures();
    const body = request({ reason: 'something_added', note: ' A leaf ' });
    const { status, body: started } = await redo(user, id, body);
    expect(status).toBe(202);
    const original = await cloud.get(user, id);
    expect(started).toMatchObject({
      id: body.id,
      state: 'queued',
      studio: original.studio,
      source: original.source,
      redoOf: id,
      redo: null,
    });
    expect(original.redo).toEqual({ id: body.id, reason: 'something_added' });
    expect(seedOf(body.id, 0)).not.toBe(seedOf(id, 0));
    expect(await cloud.books(user)).toMatchObject({ available, openGenerations: 1 });

    expect(await finish(user, body.id)).toMatchObject({ state: 'done', refunded: false, message: null });
    expect(await cloud.books(user)).toMatchObject({ available, openGenerations: 0 });
    const [entry] = (await listEntries(user)).items;
    expect(entry).toMatchObject({
      id: `redo#${body.id}`,
      kind: 'redo',
      ...{ free: 0, subscription: 0, purchased: 0, availableAfter: available },
      reason: 'something_added',
      note: 'Classic Burger',
    });
    expect((await cloud.stored(user, body.id)).redoOf).toEqual({
      generationId: id,
      reason: 'something_added',
      note: 'A leaf',
    });
    expect((await cloud.call(user, 'listGenerations')).body.total).toBe(2);
    expect(await cloud.orphans()).toEqual([]);
  });

  it('can be asked for on the seventh day, of a photo that was uploaded the day before', async () => {
    const uploaded = ulid(Date.now() - 7.8 * 24 * 60 * 60_000);
    const user = await cloud.signUp('starter');
    await cloud.putObject('UPLOADS_BUCKET', `uploads/${user}/${uploaded}`, await jpeg());
    const { id } = await cloud.generate(
      user,
      studioRequest({ source: { type: 'upload', uploadId: uploaded } }),
    );
    await change(user, id, 'finishedAt', new Date(Date.now() - 6.9 * 24 * 60 * 60_000).toISOString());
    const body = request();
    expect(await redo(user, id, body)).toMatchObject({ status: 202 });
    expect(await finish(user, body.id)).toMatchObject({ state: 'done' });
  });

  it('reserves its cost from the plan’s budget and settles it', async () => {
    const { user, id } = await withPictures();
    const spent = async () => {
      const items = await cloud.table.allItems();
      return Number(items.find(({ pk }) => pk === 'BUDGET#starter')?.committed);
    };
    const before = await spent();
    const body = request();
    await redo(user, id, body);
    expect(await spent()).toBe(before + 210_000);
    await finish(user, body.id);
    expect((await spent()) - before).toBe((await cloud.stored(user, body.id)).modelCost);
  });

  it('is one, also for the same request ten times and for two requests at once', async () => {
    const { user, id } = await withPictures();
    const body = request();
    const same = await Promise.all(Array.from({ length: 10 }, () => redo(user, id, body)));
    expect(same.map((reply) => [reply.status, reply.body.id])).toEqual(Array(10).fill([202, body.id]));
    expect(await redo(user, id, { ...body, reason: 'other' })).toMatchObject({ body: { code: 'conflict' } });
    await unavailable(user, id, 'The free redo of these pictures was used.');

    const other = await withPictures();
    const different = await Promise.all([redo(other.user, other.id), redo(other.user, other.id)]);
    expect(different.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(await cloud.books(other.user)).toMatchObject({ available: other.available, openGenerations: 1 });
  });

  it('of a menu picture keeps the dish as it is', async () => {
    const { user, id } = await withPictures('pro', menuRequest());
    expect((await redo(user, id)).body).toMatchObject({ kind: 'menu', foodLock: true });
  });

  it('that fails costs nothing, gives no own photo as a result, and can be asked for again', async () => {
    const { user, id, available } = await withPictures();
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const body = request();
    await redo(user, id, body);
    expect(await finish(user, body.id)).toMatchObject({
      state: 'failed',
      refunded: false,
      message: 'The image model could not make them again. Your free redo is still yours.',
    });
    cloud.modelFaults.clear();
    const books = await cloud.books(user);
    expect(books).toMatchObject({ available, openGenerations: 0 });
    expect(books.causes).not.toContain(`refund#${body.id}`);
    const again = request();
    expect((await redo(user, id, again)).status).toBe(202);
    expect(await finish(user, again.id)).toMatchObject({ state: 'done' });
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });
});

describe('a free redo of a photo of which what is kept was corrected since', () => {
  const photo = { width: 1200, height: 600 };
  const story = { width: 1080, height: 1920 };
  const square = { width: 1200, height: 1200 };

  /** An uploaded photo with its dish in the middle, which was cut out; and a function that marks another one. */
  async function cutOut() {
    const user = await cloud.signUp('pro');
    const uploadId = await cloud.upload(user, await jpeg(photo.width, photo.height));
    const source = { type: 'upload', uploadId };
    const params = { photoId: (await cloud.callPhotos(user, 'createPhoto', { body: { source } })).body.id };
    await cloud.callPhotos(user, 'createCutOut', { params });
    await cloud.workOnPhoto({ userId: user, photoId: params.photoId, part: 'cutOut' });
    const { dish, cutOut: mask } = (await cloud.callPhotos(user, 'getPhoto', { params })).body;
    const correct = async (): Promise<DishPlace> => {
      const disc = `<svg width="${mask.width}" height="${mask.height}"><rect width="100%" height="100%"/><circle cx="75%" cy="50%" r="20%" fill="#fff"/></svg>`;
      const png = await sharp(Buffer.from(disc)).flatten().toColourspace('b-w').png().toBuffer();
      const body = { png: png.toString('base64') };
      return (await cloud.callPhotos(user, 'putMask', { params, body })).body.dish;
    };
    return { user, source, dish: dish as DishPlace, correct };
  }

  const asStory = (change: object) =>
    studioRequest({
      ...change,
      foodLock: true,
      studio: { formatId: 'story_vertical', scene: { text: 'a garden' } },
    });
  const asMenuPicture = (change: object) =>
    menuRequest({ ...change, menu: { platform: 'justeat', imageType: 'square' } });

  async function redone(user: string, id: string) {
    const body = request();
    expect(await redo(user, id, body)).toMatchObject({ status: 202 });
    return finish(user, body.id);
  }

  it.each([
    ['of the studio', asStory, story, true],
    ['of the studio with “Show the whole dish” off', asStory, story, false],
    ['of the Menu Pack', asMenuPicture, square, true],
  ])('%s is framed around the corrected dish', async (_, body, target, widens) => {
    const { user, source, dish, correct } = await cutOut();
    const framing = framingAround(dish, photo, target, { widens });
    const { id } = await cloud.generate(user, body({ source, framing }));
    const wanted = framingAround(await correct(), photo, target, { widens });
    expect(wanted.x).toBeGreaterThan(0.7);
    const done = await redone(user, id);
    expect(done).toMatchObject({ state: 'done', message: null });
    expect(done.framing.x).toBeCloseTo(wanted.x, 1);
    expect(done.framing.zoom ?? 1).toBeCloseTo(wanted.zoom ?? 1, 1);
  });

  it('keeps a framing that was dragged by hand', async () => {
    const { user, source, correct } = await cutOut();
    const framing = { x: 0.6, y: 0.5 };
    const { id } = await cloud.generate(user, asMenuPicture({ source, framing }));
    await correct();
    expect(await redone(user, id)).toMatchObject({ state: 'done', framing });
  });
});

describe('a free redo of an uploaded photo that missed its deadline', () => {
  it.each([
    ['the reconciler', () => cloud.runReconciler()],
    ['the dead-letter queue', (user: string, id: string) => cloud.deliverDeadLetter(user, id)],
  ])('is ended by %s, and can be asked for again', async (_, end) => {
    const uploadId = ulid();
    const user = await cloud.signUp('starter');
    await cloud.putObject('UPLOADS_BUCKET', `uploads/${user}/${uploadId}`, await jpeg());
    const { id } = await cloud.generate(user, studioRequest({ source: { type: 'upload', uploadId } }));
    const body = request();
    expect(await redo(user, id, body)).toMatchObject({ status: 202 });
    await cloud.minutesPass(20);
    await end(user, body.id);
    const { state, message } = await cloud.get(user, body.id);
    expect(state).toBe('failed');
    expect(message).toMatch(/Your free redo is still yours\.$/);
    expect((await redo(user, id)).status).toBe(202);
  });
});

describe('a free redo of which only one picture could be made', () => {
  const message = /^Only one of the two images could be made\. .* Your free redo is still yours\.$/;

  it('is kept, and can be asked for again', async () => {
    const { user, id, available } = await withPictures();
    const body = request();
    await redo(user, id, body);
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: output image' }, { times: 1 });
    const short = await finish(user, body.id);
    expect(short).toMatchObject({ state: 'done', refunded: false, message: expect.stringMatching(message) });
    expect(short.variations).toHaveLength(1);
    cloud.modelFaults.clear();
    expect(await cloud.books(user)).toMatchObject({ available, openGenerations: 0 });

    const again = request();
    expect(await redo(user, id, again)).toMatchObject({ status: 202 });
    expect(await finish(user, again.id)).toMatchObject({ state: 'done', message: null });
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });

  /** Has a redo made of which one picture succeeds. */
  async function fallShort(user: string, id: string) {
    const body = request();
    expect(await redo(user, id, body)).toMatchObject({ status: 202 });
    cloud.modelFaults.add({ kind: 'refuse', reason: 'Filter reason: output image' }, { times: 1 });
    const made = await finish(user, body.id);
    cloud.modelFaults.clear();
    expect(made.variations).toHaveLength(1);
    return made;
  }
  const remove = (user: string, generationId: string) =>
    cloud.call(user, 'deleteGeneration', { params: { generationId } });

  it('is asked for again once, however often it falls short', async () => {
    const { user, id } = await withPictures();
    expect(await fallShort(user, id)).toMatchObject({ isLastRedo: false });
    const second = await fallShort(user, id);
    expect(second).toMatchObject({ isLastRedo: true });
    expect(second.message).not.toMatch(/still yours/);
    await unavailable(user, id, 'The free redo of these pictures was used.');
    await remove(user, second.id);
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });

  it('is asked for again once, also where those that fell short or failed were deleted', async () => {
    const { user, id } = await withPictures();
    await remove(user, (await fallShort(user, id)).id);
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const failed = request();
    await redo(user, id, failed);
    expect(await finish(user, failed.id)).toMatchObject({
      state: 'failed',
      isLastRedo: true,
      message: expect.stringMatching(/still yours/),
    });
    cloud.modelFaults.clear();
    await remove(user, failed.id);
    expect(await fallShort(user, id)).toMatchObject({ isLastRedo: true });
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });
});

describe('a redo that was deleted', () => {
  it('leaves the free redo if it had failed, and not if it had made its pictures', async () => {
    const { user, id } = await withPictures();
    const failed = request();
    await redo(user, id, failed);
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    expect(await finish(user, failed.id)).toMatchObject({ state: 'failed' });
    cloud.modelFaults.clear();
    await cloud.call(user, 'deleteGeneration', { params: { generationId: failed.id } });
    expect((await cloud.get(user, id)).redo).toBeNull();

    const made = request();
    expect(await redo(user, id, made)).toMatchObject({ status: 202 });
    await finish(user, made.id);
    await cloud.call(user, 'deleteGeneration', { params: { generationId: made.id } });
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });

  // What was paid for the one, and the removal of its files, would count for the other.
  const usedId = {
    status: 409,
    body: { code: 'conflict', detail: expect.stringMatching(/that was deleted/) },
  };

  it('leaves its id to no generation', async () => {
    const { user, id } = await withPictures();
    const made = request();
    await redo(user, id, made);
    await finish(user, made.id);
    await cloud.call(user, 'deleteGeneration', { params: { generationId: made.id } });
    const before = await cloud.books(user);
    expect(
      await cloud.call(user, 'createGeneration', { body: { ...filtered(), id: made.id } }),
    ).toMatchObject(usedId);
    expect(await cloud.books(user)).toEqual(before);
    await unavailable(user, id, 'The free redo of these pictures was used.');
  });

  it('gets no id of a picture that was deleted', async () => {
    const { user, id } = await withPictures();
    const { id: deleted } = await cloud.generate(user, filtered());
    await cloud.call(user, 'deleteGeneration', { params: { generationId: deleted } });
    expect(await redo(user, id, request({ id: deleted }))).toMatchObject(usedId);
    expect((await cloud.get(user, id)).redo).toBeNull();
    expect(await redo(user, id)).toMatchObject({ status: 202 });
  });

  it('tells of no redo that is left where the photo is gone', async () => {
    const user = await cloud.signUp('starter');
    const uploadId = await cloud.upload(user, await jpeg());
    const { id } = await cloud.generate(user, studioRequest({ source: { type: 'upload', uploadId } }));
    const last = request();
    await redo(user, id, last);
    await cloud.removeObject('UPLOADS_BUCKET', `uploads/${user}/${uploadId}`);
    expect(await finish(user, last.id)).toMatchObject({
      state: 'failed',
      message: 'The photo is no longer there. Please upload it again.',
    });
  });

  it('tells of no redo that is left where its original is gone', async () => {
    const { user, id } = await withPictures();
    const last = request();
    await redo(user, id, last);
    await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    expect(await finish(user, last.id)).toMatchObject({
      state: 'failed',
      message: 'The image model could not make them again.',
    });
    cloud.modelFaults.clear();
  });

  it('that had failed can be deleted after its original, or once another was asked for', async () => {
    const { user, id } = await withPictures();
    const [first, second] = [request(), request()];
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    await redo(user, id, first);
    await finish(user, first.id);
    await redo(user, id, second);
    await finish(user, second.id);
    cloud.modelFaults.clear();
    const remove = (generationId: string) =>
      cloud.call(user, 'deleteGeneration', { params: { generationId } });
    expect(await remove(first.id)).toMatchObject({ status: 204 });
    expect((await cloud.get(user, id)).redo?.id).toBe(second.id);
    expect(await remove(id)).toMatchObject({ status: 204 });
    expect(await remove(second.id)).toMatchObject({ status: 204 });
    expect((await cloud.call(user, 'listGenerations')).body.total).toBe(0);
  });
});

describe('no free redo', () => {
  it('of a redo, of what was refunded, of the own photo, of what is not finished, after seven days', async () => {
    const { user, id } = await withPictures();
    const body = request();
    await redo(user, id, body);
    await unavailable(user, body.id, 'These pictures are not finished.');
    await finish(user, body.id);
    await unavailable(user, body.id, 'These pictures are a free redo already.');

    const old = await cloud.generate(user, filtered());
    await change(user, old.id, 'finishedAt', new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString());
    await unavailable(user, old.id, 'A free redo can be asked for within 7 days.');
    await change(user, old.id, 'finishedAt', new Date().toISOString());
    await change(user, old.id, 'refunded', true);
    await unavailable(user, old.id, 'Your credit for these pictures was returned.');

    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const fallback = await cloud.generate(user, filtered());
    expect(fallback).toMatchObject({ fallback: true });
    await unavailable(user, fallback.id, 'This is your own photo. There is nothing to make again.');
    await changeSettings({ chargeForFallback: false }, 'admin');
    const refunded = await cloud.generate(user, filtered());
    await changeSettings({ chargeForFallback: true }, 'admin');
    await unavailable(user, refunded.id, 'This is your own photo. There is nothing to make again.');
  });

  it('of pictures whose photo was deleted since, which it says', async () => {
    const { user, id: first } = await withPictures();
    const source = { type: 'generation', generationId: first, variation: 0 };
    const second = await cloud.generate(user, studioRequest({ source }));
    await cloud.call(user, 'deleteGeneration', { params: { generationId: first } });
    const photoGone = 'The photo that these pictures were made of was deleted.';
    await unavailable(user, second.id, photoGone);

    const uploadId = await cloud.upload(user, await jpeg());
    const third = await cloud.generate(user, studioRequest({ source: { type: 'upload', uploadId } }));
    await cloud.removeObject('UPLOADS_BUCKET', `uploads/${user}/${uploadId}`);
    await unavailable(user, third.id, photoGone);
  });

  it('of somebody else’s pictures, nor of deleted ones', async () => {
    const { user, id } = await withPictures();
    const stranger = await cloud.signUp();
    expect(await redo(stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    expect(await redo(user, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  itInFullRun(
    'of more than five generations a day, nor beyond the open generations of the plan',
    async () => {
      const user = await cloud.signUp('starter');
      const ids: string[] = [];
      for (let n = 0; n < 6; n += 1) ids.push((await cloud.generate(user, filtered())).id);
      const bodies = ids.map(() => request());
      const statuses: number[] = [];
      for (const [n, id] of ids.entries()) {
        const reply = await redo(user, id, bodies[n]);
        statuses.push(reply.status);
        if (n < 5) await finish(user, bodies[n]?.id ?? '');
        else expect(reply.body.detail).toBe('You can have 5 free redos a day.');
      }
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);

      const busy = await withPictures();
      for (let n = 0; n < 5; n += 1) await cloud.created(busy.user, filtered());
      expect(await redo(busy.user, busy.id)).toMatchObject({ body: { code: 'too_many_generations' } });
    },
  );

  it('without a reason, or with a long note', async () => {
    const { user, id } = await withPictures();
    for (const body of [{ id: ulid() }, request({ reason: 'bored' }), request({ note: 'x'.repeat(201) })])
      expect(await redo(user, id, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
