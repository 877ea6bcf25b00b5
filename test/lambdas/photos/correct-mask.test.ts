import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

const cloud = startGenerations({ models: 'plain' });
const sample = { type: 'sample', itemId: 'burger' } as const;
const side = 1024;

let user: string;
let photoId: string;

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg(side, side));
  user = await cloud.signUp('pro');
  const { body } = await cloud.callPhotos(user, 'createPhoto', { body: { source: sample } });
  photoId = body.id;
});

const call = (name: 'getMask' | 'deleteMask' | 'createCutOut', of = user) =>
  cloud.callPhotos(of, name, { params: { photoId } });

async function put(file: Buffer, of = user, replaces?: string) {
  const body = { png: file.toString('base64'), replaces };
  return cloud.callPhotos(of, 'putMask', { params: { photoId }, body });
}

/** The keys of the corrected masks that are stored of the photo. */
async function masksThere(): Promise<string[]> {
  const keys = await cloud.listKeys('ORIGINALS_BUCKET');
  return keys.filter((key) => key.startsWith(`photos/${user}/${photoId}/masks/`));
}

/** A mask of 5,000 strokes that do not touch each other. */
async function scribble(): Promise<Buffer> {
  const strokes = Array.from({ length: 5000 }, (_, at) => {
    const [x, y] = [14 * (at % 71) + 4, 14 * Math.floor(at / 71) + 4];
    return `<path d="M${x} ${y}l6 3" stroke="#fff" stroke-width="5"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}"/>${strokes.join('')}
  </svg>`;
  return sharp(Buffer.from(drawing)).removeAlpha().toColourspace('b-w').png().toBuffer();
}

/** A mask of this size that keeps the left third. */
const leftThird = (width = side, height = side) => leftPart(width, height, 1 / 3);

const leftHalf = () => leftPart(side, side, 1 / 2);

async function leftPart(width: number, height: number, share: number): Promise<Buffer> {
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => (at % width < width * share ? 255 : 0)),
  );
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

describe('a corrected mask', () => {
  it('needs a cut-out first', async () => {
    expect(await call('getMask')).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    expect(await put(await leftThird())).toMatchObject({ status: 409, body: { code: 'not_ready' } });
    expect(await call('deleteMask')).toMatchObject({ status: 200, body: { corrected: false } });
    await call('createCutOut');
    await cloud.workOnPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''));
  });

  it('replaces the cut-out until it is removed', async () => {
    const { body: before } = await call('getMask');
    expect(await put(await leftThird())).toMatchObject({ status: 200, body: { corrected: true } });
    const { body: after } = await call('getMask');
    expect(await masksThere()).toHaveLength(1);
    expect(after).toMatchObject({ corrected: true, width: side, height: side });
    expect(after.png).not.toBe(before.png);
    const onlyCutOut = { params: { photoId }, query: { only: 'cutOut' } };
    expect((await cloud.callPhotos(user, 'getMask', onlyCutOut)).body).toEqual(before);
    expect(await call('deleteMask')).toMatchObject({ status: 200, body: { corrected: false } });
    expect((await call('getMask')).body).toEqual(before);
    expect(await masksThere()).toEqual([]);
    expect((await call('deleteMask')).status).toBe(200);
  });

  describe.each([
    ['is corrected anew while it is removed', 'deleteMask', 'putMask', ['UpdateItem', 'DeleteObjects']],
    ['is removed while it is corrected anew', 'putMask', 'deleteMask', ['PutObject', 'UpdateItem']],
  ] as const)('that %s holds with its file, or not at all', (_what, first, between, writes) => {
    const moments = writes.flatMap((write) => [['before', write] as const, ['after', write] as const]);
    it.each(moments)('when the other comes %s the first one’s %s', async (kind, operation) => {
      const mask = await leftThird();
      const calls = { putMask: () => put(mask), deleteMask: () => call('deleteMask') };
      const cutOut = (await call('getMask')).body.png;
      await put(mask);
      const run = async () => {
        expect((await calls[between]()).status).toBe(200);
      };
      const fault = cloud.faults.add({ operation, action: { kind, run } });
      expect((await calls[first]()).status).toBe(200);
      expect(fault.applied).toBe(1);
      const { status, body } = await call('getMask');
      expect(status).toBe(200);
      expect(body.png !== cutOut).toBe(body.corrected);
      await call('deleteMask');
    });
  });

  describe('that was edited from a mask which another tab has replaced meanwhile', () => {
    const refused = {
      status: 409,
      body: { code: 'conflict', detail: expect.stringMatching(/^This photo was corrected in another tab/) },
    };
    const versionThere = async () => (await call('getMask')).body.maskVersion;

    it('is refused, and changes nothing', async () => {
      const first = await put(await leftThird(), user, 'cutOut');
      expect(first).toMatchObject({ status: 200, body: { maskVersion: await versionThere() } });
      const seen = first.body.maskVersion;
      expect(await put(await leftHalf(), user, 'cutOut')).toMatchObject(refused);
      expect(await versionThere()).toBe(seen);
      const second = await put(await leftHalf(), user, seen);
      expect(second.status).toBe(200);
      const remove = { params: { photoId }, query: { replaces: seen } };
      expect(await cloud.callPhotos(user, 'deleteMask', remove)).toMatchObject(refused);
      expect(await versionThere()).toBe(second.body.maskVersion);
      remove.query.replaces = second.body.maskVersion;
      expect(await cloud.callPhotos(user, 'deleteMask', remove)).toMatchObject({
        status: 200,
        body: { corrected: false },
      });
    });

    it.each([
      'before',
      'after',
    ] as const)('is refused also when the other comes %s its file', async (kind) => {
      const other = await leftHalf();
      let version: string | undefined;
      const run = async () => {
        const { status, body } = await put(other, user, 'cutOut');
        expect(status).toBe(200);
        version = body.maskVersion;
      };
      cloud.faults.add({ operation: 'PutObject', action: { kind, run } });
      expect(await put(await leftThird(), user, 'cutOut')).toMatchObject(refused);
      expect(await versionThere()).toBe(version);
      await call('deleteMask');
    });

    it('is accepted again if it is the same: the first reply may have been lost', async () => {
      const first = await put(await leftThird(), user, 'cutOut');
      const again = await put(await leftThird(), user, 'cutOut');
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
      await call('deleteMask');
    });
  });

  it('that does not fit is refused, and changes nothing', async () => {
    expect(await put(await leftThird(512, 1024))).toMatchObject({
      status: 422,
      body: { code: 'mask_unfit', detail: 'The mask has 512 × 1024 pixels; it needs 1024 × 1024' },
    });
    expect(await put(Buffer.alloc(1_500_000))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', detail: 'Invalid input: The mask may have at most 1 MB' },
    });
    expect(await put(await scribble())).toMatchObject({
      status: 422,
      body: {
        code: 'mask_unfit',
        detail: 'The mask consists of too many pieces. Please mark the dish with fewer strokes.',
      },
    });
    expect((await call('getMask')).body.corrected).toBe(false);
  });

  it('can be sent only so often in a day', async () => {
    const setUses = (uses: number) =>
      dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: `USER#${user}`, sk: `USE#mask#${nowIso().slice(0, 10)}` },
          UpdateExpression: 'SET uses = :uses',
          ExpressionAttributeValues: { ':uses': uses },
        }),
      );
    await setUses(maxDailyUses.mask);
    expect(await put(await leftThird())).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached' },
    });
    await setUses(0);
    expect(await put(await leftThird())).toMatchObject({ status: 200 });
    expect(await call('deleteMask')).toMatchObject({ status: 200 });
  });

  it('of somebody else’s photo is refused like one that does not exist', async () => {
    const other = await cloud.signUp('pro');
    expect(await put(await leftThird(), other)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await call('getMask')).body.corrected).toBe(false);
  });

  it('decides what a generation keeps: inside the photo stays, outside it is drawn', async () => {
    await put(await leftThird());
    const request = studioRequest({ studio: { scene: { text: 'a garden' }, formatId: 'square_feed' } });
    const { state } = await cloud.generate(user, request);
    expect(state).toBe('done');
    const [drawn] = (await cloud.stored(user, request.id)).variations;
    if (!drawn) throw new Error('Nothing was drawn');
    const file = await cloud.readObject('ORIGINALS_BUCKET', drawn.clean.delivered.key);
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const pixel = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3;
      return [...data.subarray(pixel, pixel + 3)];
    };
    // The photo is red at the top left and white at the bottom left; the plain painter paints one colour.
    const [red = 0, green = 0] = at(0.15, 0.2);
    expect(red - green).toBeGreaterThan(120);
    expect(Math.min(...at(0.15, 0.8))).toBeGreaterThan(180);
    const painted = at(0.6, 0.2);
    for (const [x, y] of [
      [0.45, 0.5],
      [0.9, 0.2],
      [0.9, 0.9],
    ] as const)
      for (const [channel, value] of at(x, y).entries())
        expect(Math.abs(value - (painted[channel] ?? 0))).toBeLessThan(12);
    // Green and blue quarters of the photo are gone.
    expect(painted).not.toEqual([0, 255, 0]);
    const verdict = { verdict: 'unchanged', maskCorrected: true };
    expect((await cloud.get(user, request.id)).variations).toMatchObject([
      { fidelity: verdict },
      { fidelity: verdict },
    ]);
  });

  it('is of the photo’s content: a later upload of the same file says that its figures are of the marked part', async () => {
    await put(await leftThird());
    const made = async () => {
      const uploadId = await cloud.upload(user, await jpeg(side, side));
      const studio = { scene: { text: 'a garden' } };
      const { id } = await cloud.generate(
        user,
        studioRequest({ source: { type: 'upload', uploadId }, studio }),
      );
      return (await cloud.get(user, id)).variations[0]?.fidelity?.maskCorrected;
    };
    expect(await made()).toBe(true);
    await call('deleteMask');
    expect(await made()).toBe(false);
  });

  it('that keeps nothing of the part that is drawn ends in a sentence that helps, and costs nothing', async () => {
    // A wide format far from the left third of a wide photo.
    const wide = await jpeg(3000, 1000);
    const uploadId = await cloud.upload(user, wide);
    const source = { type: 'upload', uploadId };
    const { body } = await cloud.callPhotos(user, 'createPhoto', { body: { source } });
    const params = { photoId: body.id };
    await cloud.callPhotos(user, 'createCutOut', { params });
    await cloud.workOnPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''));
    const { cutOut } = (await cloud.callPhotos(user, 'getPhoto', { params })).body;
    const png = (await leftThird(cutOut.width, cutOut.height)).toString('base64');
    expect((await cloud.callPhotos(user, 'putMask', { params, body: { png } })).status).toBe(200);
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'search-replace' });
    const before = await cloud.books(user);
    const request = studioRequest({
      source,
      studio: { scene: { text: 'a garden' } },
      framing: { x: 1, y: 0.5 },
    });
    expect(await cloud.generate(user, request)).toMatchObject({
      state: 'failed',
      refunded: true,
      message: expect.stringMatching(/^We could not find a dish in this part of the photo/),
    });
    expect((await cloud.books(user)).available).toBe(before.available);
  });
});
