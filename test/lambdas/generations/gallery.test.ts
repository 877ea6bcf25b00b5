import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { downloadLifetime } from '#lambdas/delivery/download-link.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { Generation } from '#shared/api/generations.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { hasWatermark } from './has-watermark.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const filtered = (id = 'popcrush') => studioRequest({ studio: { filter: { id } } });

/** Keys of full files; the cut-outs of photos are no generation's. */
async function fullFiles(): Promise<string[]> {
  return (await cloud.listKeys('ORIGINALS_BUCKET')).filter((key) => key.startsWith('generations/'));
}

async function download(user: string, id: string, body: object) {
  const link = await cloud.call(user, 'createDownload', { params: { generationId: id }, body });
  expect(link.status).toBe(201);
  const { searchParams } = new URL(link.body.url);
  expect(Number(searchParams.get('X-Amz-Expires'))).toBe(downloadLifetime);
  const reply = await fetch(link.body.url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('image/jpeg');
  const file = Buffer.from(await reply.arrayBuffer());
  const { width, height, format } = await sharp(file).metadata();
  expect(format).toBe('jpeg');
  expect(link.body).toMatchObject({ width, height });
  return { file, size: `${width}x${height}`, fileName: link.body.fileName as string };
}

describe('the gallery', () => {
  it('is empty for a time that ends before it begins', async () => {
    const user = await cloud.signUp('pro');
    const query = { from: '2026-11-20T00:00:00.000Z', until: '2026-11-10T00:00:00.000Z' };
    expect(await cloud.call(user, 'listGenerations', { query })).toMatchObject({
      status: 200,
      body: { items: [] },
    });
  });

  it('opens, whatever its counter says', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.generate(user, studioRequest());
    await dynamodb().send(
      new PutCommand({
        TableName: tableName(),
        Item: { pk: `USER#${user}`, sk: 'GALLERY', images: -1 },
      }),
    );
    const { status, body } = await cloud.call(user, 'listGenerations');
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [{ id }], total: 0 });
  });

  // C7.26
  it('lists newest first, page by page, with the total of all images', async () => {
    const user = await cloud.signUp('pro');
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { id } = await cloud.generate(user, filtered());
      ids.unshift(id);
      await sleep(2);
    }
    const running = await cloud.created(user, filtered());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor && { cursor }) };
      const { status, body } = await cloud.call(user, 'listGenerations', { query });
      expect(status).toBe(200);
      expect(body.total).toBe(5);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map(({ id }: Generation) => id));
      cursor = body.cursor;
    } while (cursor);
    expect(seen).toEqual([running.id, ...ids]);
  });

  itInFullRun('costs few queries where many refunded generations lie between the images', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, filtered());
    const [image] = (await cloud.table.allItems()).filter(({ sk }) => sk === `GENERATION#${id}`);
    const start = Date.now() + 1000;
    // From old to new: 30 images, 200 refunded ones, 23 images.
    const ids = Array.from({ length: 253 }, (_, index) => ulid(start + index));
    const isRefunded = (index: number) => index >= 30 && index < 230;
    const items = ids.map((own, index) => ({
      ...image,
      id: own,
      sk: `GENERATION#${own}`,
      createdAt: new Date(start + index).toISOString(),
      ...(isRefunded(index) && { inGallery: false, state: 'failed', refunded: true }),
    }));
    await Promise.all(items.map((Item) => dynamodb().send(new PutCommand({ TableName: tableName(), Item }))));
    const page = async (cursor?: string) => {
      cloud.calls.length = 0;
      const query: Record<string, string> = cursor ? { limit: '24', cursor } : { limit: '24' };
      const { body } = await cloud.call(user, 'listGenerations', { query });
      const queries = cloud.calls.filter(({ operation }) => operation === 'Query').length;
      return { ids: body.items.map((item: Generation) => item.id), cursor: body.cursor, queries };
    };
    const shown = [id, ...ids.filter((_, index) => !isRefunded(index))].toReversed();
    const first = await page();
    expect(first.ids).toEqual(shown.slice(0, 24));
    expect(first.queries).toBe(2);
    const second = await page(first.cursor);
    expect(second.ids).toEqual(shown.slice(24, 48));
    expect(second.queries).toBe(1);
    const third = await page(second.cursor);
    expect(third).toEqual({ ids: shown.slice(48), cursor: undefined, queries: 1 });
  });

  // C6.6, T2.I2, V8.4.1
  it('shows nobody else’s images, under no cursor', async () => {
    const owner = await cloud.signUp('starter');
    await cloud.generate(owner, filtered());
    await sleep(2);
    await cloud.generate(owner, filtered());
    const { body } = await cloud.call(owner, 'listGenerations', { query: { limit: '1' } });
    const stranger = await cloud.signUp();
    expect((await cloud.call(stranger, 'listGenerations')).body).toEqual({ items: [], total: 0 });
    for (const cursor of [body.cursor, 'nonsense', Buffer.from('{"pk":"x"}').toString('base64url')]) {
      const reply = await cloud.call(stranger, 'listGenerations', { query: { cursor } });
      expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  // C1.6
  it('makes the variation that the user prefers the cover', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, filtered());
    const reply = await cloud.call(user, 'setCover', { params: { generationId: id }, body: { cover: 1 } });
    expect(reply).toMatchObject({
      status: 200,
      body: { cover: 1, variations: [{ index: 0 }, { index: 1 }] },
    });
    expect((await cloud.get(user, id)).cover).toBe(1);
  });

  it('keeps strangers from everything', async () => {
    const owner = await cloud.signUp('starter');
    const { id } = await cloud.generate(owner, filtered());
    const stranger = await cloud.signUp();
    const params = { generationId: id };
    const attempts = [
      cloud.call(stranger, 'getGeneration', { params }),
      cloud.call(stranger, 'setCover', { params, body: { cover: 1 } }),
      cloud.call(stranger, 'createDownload', { params, body: { variation: 0 } }),
      cloud.call(stranger, 'createShare', { params, body: { variation: 0 } }),
    ];
    for (const reply of await Promise.all(attempts)) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    // C6.6, C7.27
    expect((await cloud.call(stranger, 'deleteGeneration', { params })).status).toBe(204);
    // T2.I2
    expect(await cloud.get(owner, id)).toMatchObject({ state: 'done' });
  });
});

describe('the files of a generation', () => {
  // C3.15, T3.I2, V11.2.3, V11.5.1
  it('are shown under names that nobody can guess, and marked as made by AI', async () => {
    const user = await cloud.signUp('starter');
    const done = await cloud.generate(user, filtered());
    const urls = done.variations.flatMap(({ previewUrl, thumbnailUrl }) => [previewUrl, thumbnailUrl]);
    for (const url of [...urls, done.originalUrl ?? '']) {
      // C7.29
      expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/[0-9a-f]{32}\.(jpg|webp)$/);
    }
    for (const url of urls) {
      const { xmpAsString } = await sharp(await cloud.readObject('MEDIA_BUCKET', url.slice(1))).metadata();
      expect(xmpAsString).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    }
    const original = await sharp(
      await cloud.readObject('MEDIA_BUCKET', done.originalUrl?.slice(1) ?? ''),
    ).metadata();
    expect(original).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    expect(original.xmp).toBeUndefined();
  });

  it('lie under their user’s own path, each generation’s apart', async () => {
    await cloud.reset();
    const user = await cloud.signUp('starter');
    const first = await cloud.generate(user, filtered());
    const before = await cloud.readObject('ORIGINALS_BUCKET', `generations/${user}/${first.id}/0.jpg`);
    await sleep(2);
    const second = await cloud.generate(user, filtered());
    const paths = [first, second].flatMap(({ id }) => [`${id}/0.jpg`, `${id}/1.jpg`]);
    // C7.28
    expect((await fullFiles()).sort()).toEqual(paths.map((path) => `generations/${user}/${path}`).sort());
    const after = await cloud.readObject('ORIGINALS_BUCKET', `generations/${user}/${first.id}/0.jpg`);
    expect(after.equals(before)).toBe(true);
  });

  it('carry the watermark on Free, also in the gallery, until the plan has none', async () => {
    const user = await cloud.signUp('free');
    const done = await cloud.generate(user, studioRequest());
    expect(done.watermarked).toBe(true);
    const preview = await cloud.readObject('MEDIA_BUCKET', done.variations[0]?.previewUrl.slice(1) ?? '');
    // C7.29
    expect(await hasWatermark(preview)).toBe(true);
    // C6.26
    expect(await hasWatermark((await download(user, done.id, { variation: 0 })).file)).toBe(true);

    await transact([
      putSubscription(user, {
        subscribed: true,
        productId: 'product-starter',
        subscriptionEnd: '2099-01-01T00:00:00.000Z',
        planName: 'Starter',
      }),
    ]);
    // C9.13, T3.I3
    expect(await hasWatermark((await download(user, done.id, { variation: 0 })).file)).toBe(false);
  });

  it('stay clean for who had no watermark when they were made', async () => {
    const user = await cloud.signUp('starter');
    const { id, variations } = await cloud.generate(user, studioRequest());
    const lapsed = { subscribed: false, productId: null, subscriptionEnd: null, planName: 'none' } as const;
    await transact([putSubscription(user, lapsed)]);
    const { file, fileName } = await download(user, id, { variation: 1 });
    // C6.26
    expect(await hasWatermark(file)).toBe(false);
    const preview = await cloud.readObject('MEDIA_BUCKET', variations[1]?.previewUrl.slice(1) ?? '');
    expect(await hasWatermark(preview)).toBe(false);
    expect(fileName).toBe('platepost-classic-burger-square-feed-2-1080x1080.jpg');
  });

  it('carry the watermark also where a picture with one is the photo of the next', async () => {
    const user = await cloud.signUp('free');
    const first = await cloud.generate(user, studioRequest());
    const source = { type: 'generation', generationId: first.id, variation: 0 };
    const next = await cloud.generate(user, studioRequest({ source }));
    const shown = await cloud.readObject('MEDIA_BUCKET', next.originalUrl?.slice(1) ?? '');
    expect(await hasWatermark(shown)).toBe(true);

    await cloud.topUp(user, 5);
    const upgraded = await cloud.generate(user, studioRequest({ source }));
    const clean = await cloud.readObject('MEDIA_BUCKET', upgraded.originalUrl?.slice(1) ?? '');
    expect(await hasWatermark(clean)).toBe(false);
  });

  it('carry the watermark also where such a photo is all that could be shown', async () => {
    const user = await cloud.signUp('free');
    const first = await cloud.generate(user, studioRequest());
    const source = { type: 'generation', generationId: first.id, variation: 0 };
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' });
    const fallback = await cloud.generate(user, studioRequest({ source }));
    expect(fallback).toMatchObject({ fallback: true, watermarked: true });
    const shown = await cloud.readObject('MEDIA_BUCKET', fallback.variations[0]?.previewUrl.slice(1) ?? '');
    expect(await hasWatermark(shown)).toBe(true);
    expect(await hasWatermark((await download(user, fallback.id, { variation: 0 })).file)).toBe(true);
  });

  it('are delivered at 300x250 for Google Display, the larger one beside it', async () => {
    const user = await cloud.signUp('pro');
    const { id, width, height } = await cloud.generate(
      user,
      studioRequest({ studio: { formatId: 'gdn_300x250' } }),
    );
    expect([width, height]).toEqual([300, 250]);
    expect((await download(user, id, { variation: 0 })).size).toBe('300x250');
    const large = await download(user, id, { variation: 0, size: 'large' });
    expect(large.size).toBe('1200x1000');
    expect(large.fileName).toMatch(/-1-1200x1000\.jpg$/);
    const { variations } = await cloud.get(user, id);
    expect(variations[0]?.secondFile).toEqual({ width: 1200, height: 1000 });
  });

  itInFullRun.each([
    ['uber', 'cover', '2880x2304', '2880x2304'],
    ['uber', 'menu', '1200x800', '1200x800'],
    ['deliveroo', 'hero', '1920x1080', '1920x1080'],
    ['justeat', 'square', '1200x1200', '1200x1200'],
    ['doordash', 'thumbnail', '1080x1080', '1400x800'],
    ['grubhub', 'square', '1200x1200', '1600x1200'],
  ])(
    'for %s %s are %s, and %s where the platform wants it so',
    async (platform, imageType, size, accepted) => {
      const user = await cloud.signUp('pro');
      const done = await cloud.generate(user, menuRequest({ menu: { platform, imageType } }));
      const menu = {
        platform,
        imageType,
        backgroundStyle: 'marble',
        plateStyle: 'current',
        imageStyle: 'natural',
      };
      // C3.20, C3.32
      expect(done).toMatchObject({ state: 'done', fallback: false, studio: null, menu });
      expect((await download(user, done.id, { variation: 1 })).size).toBe(size);
      expect((await download(user, done.id, { variation: 1, size: 'large' })).size).toBe(accepted);
    },
  );

  it('start a further edit without the promo text that was set on them', async () => {
    const user = await cloud.signUp('starter');
    const first = await cloud.generate(
      user,
      studioRequest({ studio: { promoText: 'Two for one', promoPosition: 'center' } }),
    );
    const second = await cloud.created(
      user,
      studioRequest({ source: { type: 'generation', generationId: first.id, variation: 1 } }),
    );
    const { photo } = await cloud.stored(user, second.id);
    const { channels } = await sharp(await cloud.readObject('ORIGINALS_BUCKET', photo.key)).stats();
    // The test's model paints one colour: the text would be the only thing to see.
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeLessThan(2);
    const shown = await sharp((await download(user, first.id, { variation: 1 })).file).stats();
    expect(Math.max(...shown.channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
  });

  it.each([
    [
      'what was shown, also where the platform wants another shape',
      { width: 1080, height: 1080 },
      () => menuRequest({ menu: { platform: 'doordash', imageType: 'thumbnail' } }),
    ],
    [
      'the larger file',
      { width: 1200, height: 1000 },
      () => studioRequest({ studio: { formatId: 'gdn_300x250' } }),
    ],
  ])('start a further edit from %s', async (_, size, request) => {
    const user = await cloud.signUp('pro');
    const first = await cloud.generate(user, request());
    const source = { type: 'generation', generationId: first.id, variation: 0 };
    const second = await cloud.created(user, { ...request(), source });
    const { photo } = await cloud.stored(user, second.id);
    const file = await cloud.readObject('ORIGINALS_BUCKET', photo.key);
    expect(await sharp(file).metadata()).toMatchObject(size);
  });

  it('are not handed out before they are there', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    const params = { generationId: id };
    for (const reply of [
      await cloud.call(user, 'createDownload', { params, body: { variation: 0 } }),
      await cloud.call(user, 'createShare', { params, body: { variation: 0 } }),
      await cloud.call(user, 'setCover', { params, body: { cover: 0 } }),
    ]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    }
  });
});

describe('deleting a generation', () => {
  // C7.27
  it('removes it, its files and its share page, and leaves the edge to the reconciler', async () => {
    await cloud.reset();
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, filtered());
    const params = { generationId: id };
    const share = await cloud.call(user, 'createShare', { params, body: { variation: 0 } });
    const shown = await cloud.listKeys('MEDIA_BUCKET');
    expect((await cloud.call(user, 'deleteGeneration', { params })).status).toBe(204);
    expect((await cloud.call(user, 'getGeneration', { params })).status).toBe(404);
    expect((await cloud.call(user, 'listGenerations')).body).toEqual({ items: [], total: 0 });
    expect(await fullFiles()).toEqual([]);
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
    const items = await cloud.table.allItems();
    expect(items.some(({ pk }) => pk === `SHARE#${share.body.shareId}`)).toBe(false);

    const outboxEntries = async () =>
      (await cloud.table.allItems()).filter(({ pk }) => pk === 'OUTBOX').length;
    expect(await outboxEntries()).toBe(2);
    await sleep(5);
    await cloud.runReconciler();
    expect(cloud.invalidations).toHaveLength(1);
    // The edge never keeps the picture of a share page.
    for (const key of shown.filter((name) => !name.startsWith('media/shares/')))
      expect(cloud.invalidations[0]).toContain(`<Path>/${key}</Path>`);
    expect(cloud.invalidations[0]).not.toContain('/media/shares/');
    expect(cloud.invalidations[0]).not.toContain('*');
    // A run whose lease expired may still write the files of a generation that finished a moment ago.
    expect(await outboxEntries()).toBe(1);
    await cloud.minutesPass(10);
    await cloud.runReconciler();
    expect(await outboxEntries()).toBe(0);
    expect(cloud.invalidations).toHaveLength(1);

    expect((await cloud.call(user, 'deleteGeneration', { params })).status).toBe(204);
    const again = await cloud.create(user, { ...filtered(), id });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
  });

  itInFullRun('that dies after any of its writes is finished by the reconciler', async () => {
    await cloud.reset();
    let died = true;
    for (let calls = 1; died; calls += 1) {
      const user = await cloud.signUp('starter');
      const { id } = await cloud.generate(user, filtered());
      const params = { generationId: id };
      died = await cloud.killAfterWrites(calls, () => cloud.call(user, 'deleteGeneration', { params }));
      await cloud.call(user, 'deleteGeneration', { params });
      await sleep(5);
      await cloud.runReconciler();
      expect((await cloud.call(user, 'listGenerations')).body.total).toBe(0);
      expect(await fullFiles()).toEqual([]);
      expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual([]);
      expect(calls).toBeLessThan(15);
    }
  });

  it('ten times at once counts it once', async () => {
    const user = await cloud.signUp('starter');
    const kept = await cloud.generate(user, filtered());
    const { id } = await cloud.generate(user, filtered());
    const params = { generationId: id };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => cloud.call(user, 'deleteGeneration', { params })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(204));
    const { body } = await cloud.call(user, 'listGenerations');
    expect(body.total).toBe(1);
    expect(body.items.map((item: Generation) => item.id)).toEqual([kept.id]);
  });

  it('while it runs is refused, and the generation goes on', async () => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    const reply = await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    expect(reply).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    await cloud.workOn(user, id);
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done' });
  });

  it('that never was is no error', async () => {
    const user = await cloud.signUp();
    const reply = await cloud.call(user, 'deleteGeneration', { params: { generationId: ulid() } });
    expect(reply.status).toBe(204);
  });
});
