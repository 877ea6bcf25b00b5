import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { despiteMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Generation } from '#shared/api/generations.ts';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { emptyOverlay, type Overlay, overlayOfPromo } from '#shared/domain/overlay.ts';
import type { Tier } from '#shared/domain/plans.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { hasWatermark } from './has-watermark.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const withText = (studio: object = {}) =>
  studioRequest({ studio: { filter: { id: 'popcrush' }, promoText: 'Two for wun', ...studio } });

interface Wanted {
  readonly id?: string;
  readonly after?: string | null;
  readonly promoText?: string;
  readonly promoPosition?: PromoPosition;
}

function request({
  id = ulid(),
  after = null,
  promoText = 'Two for one',
  promoPosition = 'bottom',
}: Wanted = {}) {
  return { id, after, overlay: overlayOfPromo({ promoText, promoPosition }) };
}

function ask(user: string, generationId: string, body: object) {
  return cloud.call(user, 'changeWords', { params: { generationId }, body });
}

/** A user with a finished picture that has promotional text. */
async function withPicture(tier: Tier = 'starter', body = withText()) {
  const user = await cloud.signUp(tier);
  const picture = await cloud.generate(user, body);
  expect(picture).toMatchObject({ state: 'done', words: null });
  return { user, id: picture.id, picture };
}

/** Publishes a change that was accepted; returns its message. */
async function published(user: string, id: string) {
  const after = await cloud.stored(user, id);
  const { words: _, ...before } = after;
  await cloud.publishChange(before, after);
  const message = cloud.messages.pop();
  if (!message) throw new Error('The publisher has queued nothing');
  return message;
}

/** Asks for other words, and has them set. */
async function changed(user: string, id: string, change: Wanted = {}): Promise<Generation> {
  const { words } = await cloud.get(user, id);
  const { overlay, ...rest } = request({ after: words?.id ?? null, ...change });
  return changedTo(user, id, { ...rest, overlay });
}

async function changedTo(user: string, id: string, body: ReturnType<typeof request>): Promise<Generation> {
  const reply = await ask(user, id, body);
  expect(reply.status).toBe(202);
  expect(reply.body.words).toMatchObject({ state: 'open' });
  const message = await published(user, id);
  expect(await cloud.work(message)).toEqual({ batchItemFailures: [] });
  return cloud.get(user, id);
}

function keyOf(url: string | undefined | null): string {
  return (url ?? '/').slice(1);
}

/** The mean brightness of the upper, middle and lower third. */
async function thirdsOf(file: Buffer): Promise<number[]> {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const part = Math.floor(height / 3);
  return Promise.all(
    [0, 1, 2].map(async (third) => {
      const { channels } = await sharp(
        await sharp(file)
          .extract({ left: 0, top: third * part, width, height: part })
          .png()
          .toBuffer(),
      ).stats();
      return channels[1]?.stdev ?? 0;
    }),
  );
}

async function expire(user: string, id: string): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `USER#${user}`, sk: `GENERATION#${id}` },
      UpdateExpression: 'SET words.#until = :past',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':past': new Date(Date.now() - 1000).toISOString() },
    }),
  );
}

describe('other words', () => {
  it('are set free of charge and without a model, in new files of every variation', async () => {
    const { user, id, picture } = await withPicture();
    const before = await cloud.stored(user, id);
    const books = await cloud.books(user);
    const modelCalls = cloud.calls.filter(({ service }) => service === 'bedrock').length;
    expect(modelCalls).toBeGreaterThan(0);
    const after = await changed(user, id);

    expect(after).toMatchObject({
      state: 'done',
      words: { state: 'done', overlay: { headline: 'Two for one' } },
      overlay: overlayOfPromo({ promoText: 'Two for one', promoPosition: 'bottom' }),
      formerOverlays: [overlayOfPromo({ promoText: 'Two for wun', promoPosition: 'top' })],
      studio: {
        ...picture.studio,
        promoText: 'Two for one',
        promoPosition: 'bottom',
        promoLook: { font: 'inter', color: '#ffffff', logo: false },
      },
    });
    expect(await cloud.books(user)).toEqual(books);
    expect(cloud.calls.filter(({ service }) => service === 'bedrock').length).toBe(modelCalls);
    for (const [index, variation] of after.variations.entries()) {
      const former = picture.variations[index];
      expect(variation.previewUrl).not.toBe(former?.previewUrl);
      expect(variation.thumbnailUrl).not.toBe(former?.thumbnailUrl);
      expect(variation.basePreviewUrl).toBe(former?.basePreviewUrl);
      const old = await thirdsOf(await cloud.readObject('MEDIA_BUCKET', keyOf(former?.previewUrl)));
      const now = await thirdsOf(await cloud.readObject('MEDIA_BUCKET', keyOf(variation.previewUrl)));
      expect(old[0]).toBeGreaterThan(old[2] ?? 0);
      expect(now[2]).toBeGreaterThan(now[0] ?? 0);
    }
    const stored = await cloud.stored(user, id);
    expect(stored.variations[0]?.base).toEqual(before.variations[0]?.base);
    const delivered = await cloud.readObject(
      'ORIGINALS_BUCKET',
      stored.variations[0]?.clean.delivered.key ?? '',
    );
    const { xmp, width, height } = await sharp(delivered).metadata();
    expect({ width, height }).toEqual({ width: 1080, height: 1080 });
    expect(String(xmp)).toContain('rainedAlgorithmicMedia');
  });

  it('can be removed: the full file is then the picture without words, byte for byte', async () => {
    const { user, id } = await withPicture();
    expect(await changed(user, id, { promoText: '' })).toMatchObject({ studio: { promoText: '' } });
    const { variations } = await cloud.stored(user, id);
    for (const { base, clean } of variations)
      expect(await cloud.readObject('ORIGINALS_BUCKET', clean.delivered.key)).toEqual(
        await cloud.readObject('ORIGINALS_BUCKET', base?.key ?? ''),
      );
    // And set again.
    expect(await changed(user, id)).toMatchObject({ studio: { promoText: 'Two for one' } });
  });

  it('keep watermark and second file', async () => {
    const { user, id } = await withPicture('free', withText({ filter: null }));
    const before = await cloud.stored(user, id);
    await changed(user, id);
    const after = await cloud.stored(user, id);
    expect(before.variations[0]?.watermarked).toBeDefined();
    const { clean, watermarked } = after.variations[0] ?? {};
    const files = [clean, watermarked].map((each) => each?.delivered.key ?? '');
    const [plain, marked] = await Promise.all(files.map((key) => cloud.readObject('ORIGINALS_BUCKET', key)));
    expect(plain?.equals(marked ?? Buffer.alloc(0))).toBe(false);

    const pro = await withPicture('pro', withText({ formatId: 'gdn_300x250' }));
    const { variations } = await changed(pro.user, pro.id);
    expect(variations[0]).toMatchObject({
      width: 300,
      height: 250,
      secondFile: { width: 1200, height: 1000 },
    });
    const large = (await cloud.stored(pro.user, pro.id)).variations[0]?.clean.large;
    const { width } = await sharp(await cloud.readObject('ORIGINALS_BUCKET', large?.key ?? '')).metadata();
    expect(width).toBe(1200);
  });

  it('replace the picture of a share page', async () => {
    const { user, id } = await withPicture();
    const params = { generationId: id };
    const share = await cloud.call(user, 'createShare', { params, body: { variation: 1 } });
    const key = `media/shares/${share.body.shareId}.jpg`;
    const before = await thirdsOf(await cloud.readObject('MEDIA_BUCKET', key));
    const { variations } = await changed(user, id);
    expect(variations[1]?.shareId).toBe(share.body.shareId);
    const after = await thirdsOf(await cloud.readObject('MEDIA_BUCKET', key));
    expect(before[0]).toBeGreaterThan(before[2] ?? 0);
    expect(after[2]).toBeGreaterThan(after[0] ?? 0);
  });

  it('are the latest on a share page, also where an earlier change writes its picture last', async () => {
    const { user, id } = await withPicture();
    const params = { generationId: id };
    const share = await cloud.call(user, 'createShare', { params, body: { variation: 1 } });
    const key = `media/shares/${share.body.shareId}.jpg`;
    const storage = await s3();
    const put = storage.putObject.bind(storage);
    let isFirst = true;
    const late = vi.spyOn(storage, 'putObject').mockImplementation(async (input: PutObjectCommandInput) => {
      if (input.Key === key && isFirst) {
        isFirst = false;
        await changed(user, id, { promoPosition: 'top' });
      }
      return put(input);
    });
    await changed(user, id);
    late.mockRestore();
    expect(isFirst).toBe(false);
    const after = await thirdsOf(await cloud.readObject('MEDIA_BUCKET', key));
    expect(after[0]).toBeGreaterThan(after[2] ?? 0);
  });

  it('leave no watermark on a share page once the plan has none', async () => {
    const { user, id } = await withPicture('free', withText({ filter: null }));
    const params = { generationId: id };
    const share = await cloud.call(user, 'createShare', { params, body: { variation: 1 } });
    const shown = () => cloud.readObject('MEDIA_BUCKET', `media/shares/${share.body.shareId}.jpg`);
    expect(await hasWatermark(await shown())).toBe(true);
    await changed(user, id, { promoPosition: 'top' });
    expect(await hasWatermark(await shown())).toBe(true);
    await cloud.topUp(user, 1);
    await changed(user, id, { promoPosition: 'top', promoText: 'Three for two' });
    expect(await hasWatermark(await shown())).toBe(false);
  });

  it('remove the former files once no download of them is under way', async () => {
    const { user, id, picture } = await withPicture();
    await changed(user, id);
    await cloud.runReconciler();
    const old = keyOf(picture.variations[0]?.previewUrl);
    expect(await cloud.listKeys('MEDIA_BUCKET')).toContain(old);
    await cloud.minutesPass(7);
    await cloud.runReconciler();
    expect(await cloud.listKeys('MEDIA_BUCKET')).not.toContain(old);
    expect(await cloud.listKeys('ORIGINALS_BUCKET')).not.toContain(`generations/${user}/${id}/0.jpg`);
    const { variations } = await cloud.get(user, id);
    for (const { previewUrl, basePreviewUrl } of variations)
      expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual(
        expect.arrayContaining([keyOf(previewUrl), keyOf(basePreviewUrl)]),
      );
  });
});

it('other words keep the picture that was continued, which shows none', async () => {
  const { user, id } = await withPicture();
  const wide = `generations/${user}/${id}/0-wide.jpg`;
  await cloud.putObject('ORIGINALS_BUCKET', wide, await jpeg());
  for (const promoText of ['Two for one', 'Three for one']) {
    await changed(user, id, { promoText });
    await cloud.minutesPass(7);
    await cloud.runReconciler();
    expect(await cloud.listKeys('ORIGINALS_BUCKET')).toContain(wide);
  }
  await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
  await cloud.minutesPass(30);
  await cloud.runReconciler();
  expect(await cloud.listKeys('ORIGINALS_BUCKET')).not.toContain(wide);
});

describe('a picture that was made without words', () => {
  it('gets some: it is the base itself, which stays, and gets them again and again', async () => {
    const { user, id, picture } = await withPicture('free', withText({ promoText: '', filter: null }));
    expect(picture).toMatchObject({ overlay: null, variations: [{ basePreviewUrl: null }, {}] });
    const before = await cloud.stored(user, id);
    const [plain] = before.variations;
    const base = await cloud.readObject('ORIGINALS_BUCKET', plain?.clean.delivered.key ?? '');
    const after = await changed(user, id);
    expect(after).toMatchObject({
      overlay: { headline: 'Two for one' },
      formerOverlays: [emptyOverlay()],
      variations: [{ basePreviewUrl: picture.variations[0]?.previewUrl }, {}],
    });
    // The files of before are kept, because the next words are set on them.
    await cloud.minutesPass(7);
    await cloud.runReconciler();
    const stored = await cloud.stored(user, id);
    expect(stored.variations[0]?.base).toEqual(plain?.clean.delivered);
    expect(await cloud.readObject('ORIGINALS_BUCKET', stored.variations[0]?.base?.key ?? '')).toEqual(base);
    expect(await cloud.listKeys('MEDIA_BUCKET')).toContain(keyOf(picture.variations[0]?.previewUrl));
    // What was watermarked and replaced is gone.
    expect(await cloud.listKeys('ORIGINALS_BUCKET')).not.toContain(plain?.watermarked?.delivered.key);

    const empty = { ...request({ after: after.words?.id ?? null }), overlay: emptyOverlay() };
    expect(await changedTo(user, id, empty)).toMatchObject({ overlay: null });
    const { variations } = await cloud.stored(user, id);
    expect(await cloud.readObject('ORIGINALS_BUCKET', variations[0]?.clean.delivered.key ?? '')).toEqual(
      base,
    );
    expect(await changed(user, id, { promoText: 'Again' })).toMatchObject({ overlay: { headline: 'Again' } });

    await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    await cloud.minutesPass(30);
    await cloud.runReconciler();
    const left = [...(await cloud.listKeys('MEDIA_BUCKET')), ...(await cloud.listKeys('ORIGINALS_BUCKET'))];
    const { folder } = before.mediaNames;
    expect(left.filter((key) => key.includes(id) || key.includes(folder))).toEqual([]);
  });

  itInFullRun('keeps the last ten, and sets one of them again', async () => {
    const { user, id } = await withPicture();
    const shown: Overlay[] = [];
    for (let number = 1; number <= 12; number += 1) {
      const { overlay } = await changed(user, id, { promoText: `Offer ${number}` });
      if (overlay) shown.unshift(overlay);
    }
    const { formerOverlays, words } = await cloud.get(user, id);
    expect(formerOverlays).toEqual(shown.slice(1, 11));
    const [, , third = emptyOverlay()] = shown;
    const back = await changedTo(user, id, { id: ulid(), after: words?.id ?? null, overlay: third });
    expect(back).toMatchObject({ overlay: { headline: 'Offer 10' }, studio: { promoText: 'Offer 10' } });
    const { items } = (await cloud.call(user, 'listGenerations', { query: { limit: '10' } })).body;
    expect(items[0].formerOverlays).toBeUndefined();
  });
});

it('words of a record of before the editor are its headline', async () => {
  const { user, id } = await withPicture();
  const words = { id: ulid(), state: 'done', version: 'abc', until: nowIso() };
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `USER#${user}`, sk: `GENERATION#${id}` },
      UpdateExpression: 'SET words = :words',
      ExpressionAttributeValues: {
        ':words': { ...words, promoText: 'Two for two', promoPosition: 'center' },
      },
    }),
  );
  expect(await cloud.get(user, id)).toMatchObject({
    overlay: { headline: 'Two for wun' },
    words: { overlay: overlayOfPromo({ promoText: 'Two for two', promoPosition: 'center' }) },
  });
});

describe('a change of the words', () => {
  it('does not overwrite one that its sender has not seen', async () => {
    const { user, id } = await withPicture();
    const first = await changed(user, id);
    const refused = await ask(user, id, request({ promoText: 'From another tab' }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.detail).toContain('changed meanwhile');
    expect(await cloud.get(user, id)).toMatchObject({
      overlay: first.overlay,
      words: { id: first.words?.id },
    });
    expect(await changed(user, id, { promoText: 'From another tab' })).toMatchObject({
      overlay: { headline: 'From another tab' },
    });
  });

  it('is the same when it is asked for again, and another one under its id is refused', async () => {
    const { user, id } = await withPicture();
    const body = request();
    const [first, second] = await Promise.all([ask(user, id, body), ask(user, id, body)]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect((await ask(user, id, { ...body, overlay: emptyOverlay() })).body).toMatchObject({
      code: 'conflict',
    });
    const message = await published(user, id);
    await cloud.work(message);
    expect((await ask(user, id, body)).body.words).toMatchObject({ id: body.id, state: 'done' });
  });

  it('is done once, whether its message comes twice, at once or late', async () => {
    const { user, id } = await withPicture();
    const body = request();
    await ask(user, id, body);
    const message = await published(user, id);
    await Promise.all([cloud.work(message), cloud.work(message)]);
    const after = await cloud.stored(user, id);
    const keys = await cloud.listKeys('MEDIA_BUCKET');
    await cloud.work(message);
    expect(await cloud.stored(user, id)).toEqual(after);
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual(keys);

    await changed(user, id, { promoText: 'Later words' });
    await cloud.work(message);
    expect(await cloud.get(user, id)).toMatchObject({ studio: { promoText: 'Later words' } });
  });

  itInFullRun(
    'is finished after a worker that was killed anywhere, and the former picture is there until then',
    async () => {
      for (let writes = 1; ; writes += 1) {
        const { user, id, picture } = await withPicture();
        const share = await cloud.call(user, 'createShare', {
          params: { generationId: id },
          body: { variation: 0 },
        });
        await ask(user, id, request());
        const message = await published(user, id);
        const wasKilled = await cloud.killAfterWrites(writes, () => cloud.work(message));
        const between = await cloud.get(user, id);
        const shown = between.words?.state === 'done' ? between : picture;
        expect(between.variations).toEqual(
          shown.variations.map((variation, index) => ({
            ...variation,
            shareId: index === 0 ? share.body.shareId : null,
          })),
        );
        const files = await cloud.listKeys('MEDIA_BUCKET');
        for (const { previewUrl } of between.variations) expect(files).toContain(keyOf(previewUrl));
        expect(await cloud.work(message)).toEqual({ batchItemFailures: [] });
        expect(await cloud.get(user, id)).toMatchObject({ words: { state: 'done' } });
        const page = await thirdsOf(
          await cloud.readObject('MEDIA_BUCKET', `media/shares/${share.body.shareId}.jpg`),
        );
        expect(page[2]).toBeGreaterThan(page[0] ?? 0);
        if (!wasKilled) break;
      }
    },
  );

  it('that cannot be set leaves the picture as it was, and can be asked for again', async () => {
    const { user, id, picture } = await withPicture();
    const body = request();
    await ask(user, id, body);
    await cloud.deliverDeadLetter(user, id, body.id);
    expect(await cloud.get(user, id)).toEqual({
      ...picture,
      words: { id: body.id, overlay: body.overlay, state: 'failed' },
    });
    expect(await changed(user, id)).toMatchObject({ words: { state: 'done' } });
  });

  it('whose picture without words is lost fails at once', async () => {
    const { user, id, picture } = await withPicture();
    const { variations } = await cloud.stored(user, id);
    await cloud.removeObject('ORIGINALS_BUCKET', variations[1]?.base?.key ?? '');
    expect(await changed(user, id)).toMatchObject({
      variations: picture.variations,
      words: { state: 'failed' },
    });
    await cloud.minutesPass(30);
    await expire(user, id);
    await cloud.runReconciler();
    const { words } = await cloud.stored(user, id);
    const left = [...(await cloud.listKeys('MEDIA_BUCKET')), ...(await cloud.listKeys('ORIGINALS_BUCKET'))];
    expect(left.filter((key) => key.includes(words?.version ?? '?'))).toEqual([]);
  });

  itInFullRun('that no worker ends has failed after its deadline, and makes room for another', async () => {
    const { user, id } = await withPicture();
    const body = request();
    await ask(user, id, body);
    const message = await published(user, id);
    expect((await ask(user, id, request())).body).toMatchObject({
      code: 'not_ready',
      detail: 'The words of this picture are being changed',
    });
    await expire(user, id);
    expect((await cloud.get(user, id)).words).toMatchObject({ state: 'failed' });
    await cloud.work(message);
    expect((await cloud.get(user, id)).words).toMatchObject({ id: body.id, state: 'failed' });
    expect(await changed(user, id, { promoText: 'At last' })).toMatchObject({
      studio: { promoText: 'At last' },
    });
  });

  itInFullRun('waits as long as maintenance lasts', async () => {
    const turn = async (maintenance: MaintenanceMode) => {
      await despiteMaintenance(() => changeSettings({ maintenance }, 'test'));
    };
    onTestFinished(() => turn('off'));
    const { user, id } = await withPicture();
    const body = request();
    await ask(user, id, body);
    const message = await published(user, id);
    await turn('all');
    await despiteMaintenance(() => expire(user, id));
    expect((await cloud.get(user, id)).words).toMatchObject({ state: 'open' });
    expect(await cloud.work(message)).toEqual({ batchItemFailures: [] });
    const waiting = cloud.messages.pop();
    if (!waiting) throw new Error('The message does not wait');
    await turn('off');
    expect((await ask(user, id, request())).body).toMatchObject({ code: 'not_ready' });
    await cloud.work(waiting);
    expect((await cloud.get(user, id)).words).toMatchObject({ id: body.id, state: 'done' });
  });

  it('is deleted with its generation, also while it is open', async () => {
    const { user, id } = await withPicture();
    await changed(user, id);
    await ask(
      user,
      id,
      request({ promoText: 'Once more', after: (await cloud.get(user, id)).words?.id ?? null }),
    );
    const message = await published(user, id);
    expect((await cloud.call(user, 'deleteGeneration', { params: { generationId: id } })).status).toBe(204);
    await cloud.work(message);
    await cloud.minutesPass(30);
    await cloud.runReconciler();
    const left = [...(await cloud.listKeys('MEDIA_BUCKET')), ...(await cloud.listKeys('ORIGINALS_BUCKET'))];
    expect(left.filter((key) => key.includes(id))).toEqual([]);
  });
});

it('files of a change that waited through maintenance are removed again when it may have ended', async () => {
  const { user, id } = await withPicture();
  await ask(user, id, request());
  const past = new Date(Date.now() - 60 * 60_000).toISOString();
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `USER#${user}`, sk: `GENERATION#${id}` },
      UpdateExpression: 'SET words.#until = :past, finishedAt = :past',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':past': past },
    }),
  );
  await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
  const due = (await cloud.table.allItems()).filter(({ pk }) => pk === 'OUTBOX').map(({ sk }) => String(sk));
  const end = new Date(Date.now() + 15 * 60_000).toISOString();
  expect(due.filter((time) => time > end)).toHaveLength(1);
});

describe('no other words', () => {
  it('for somebody else’s picture, a menu picture, or one that is not finished', async () => {
    const { user, id } = await withPicture();
    const stranger = await cloud.signUp();
    expect(await ask(stranger, id, request())).toMatchObject({ status: 404, body: { code: 'not_found' } });

    const pro = await cloud.signUp('pro');
    const menu = await cloud.generate(pro, menuRequest());
    expect(await ask(pro, menu.id, request())).toMatchObject({
      status: 409,
      body: { code: 'not_ready', detail: expect.stringContaining('Delivery platforms refuse words') },
    });

    const open = await cloud.created(user, withText());
    expect(await ask(user, open.id, request())).toMatchObject({ status: 409, body: { code: 'not_ready' } });

    await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    expect(await ask(user, id, request())).toMatchObject({ status: 404 });
  });

  it('that the font cannot set, that are too long, or under an id of another time', async () => {
    const { user, id } = await withPicture();
    expect((await ask(user, id, request({ promoText: 'Sushi 寿司' }))).body).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringContaining('Promotional text cannot show 寿 司'),
    });
    const { overlay, ...rest } = request();
    const { places } = overlay;
    for (const change of [
      { headline: 'x'.repeat(500) },
      { subheadline: 'x'.repeat(101) },
      { price: 'x'.repeat(21) },
      { headline: 'Hot 🔥' },
      { font: 'comic' },
      { colors: { ...overlay.colors, price: 'red"/><script>' } },
      { places: { ...places, headline: { x: 2, y: 0, size: 1 } } },
      { places: { ...places, logo: { x: 0, y: 0, size: 0 } } },
    ])
      expect(await ask(user, id, { ...rest, overlay: { ...overlay, ...change } })).toMatchObject({
        status: 400,
      });
    expect(await ask(user, id, { ...request(), id: 'mine' })).toMatchObject({ status: 400 });
    expect(
      (await ask(user, id, { ...rest, overlay: { ...overlay, headline: 'x'.repeat(500) } })).body,
    ).toMatchObject({
      detail: expect.stringContaining('Headline too long'),
    });
    expect((await ask(user, id, request({ id: ulid(Date.now() - 3_600_000) }))).body).toMatchObject({
      code: 'id_out_of_time',
    });
    const late = request({ id: ulid(Date.now() - 5000) });
    await changed(user, id);
    expect((await ask(user, id, late)).body).toMatchObject({ code: 'conflict' });
  });

  it('beyond the limit of the day', async () => {
    const { user, id } = await withPicture();
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: `USE#words#${nowIso().slice(0, 10)}` },
        UpdateExpression: 'SET uses = :uses',
        ExpressionAttributeValues: { ':uses': maxDailyUses.words },
      }),
    );
    expect(await ask(user, id, request())).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached', detail: 'You can change the words of 50 pictures a day.' },
    });
    expect((await cloud.get(user, id)).words).toBeNull();
  });
});
