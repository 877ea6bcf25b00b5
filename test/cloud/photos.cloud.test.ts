import type { Draw } from 'bedrock-stand-in';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Generation } from '#shared/api/generations.ts';
import { rowsInFullRun } from '#test/support/full-run.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import {
  animatedPhoto,
  bulkyPhoto,
  cmykPhoto,
  dishPhoto,
  htmlPhoto,
  hugePhoto,
  onePixelPhoto,
  type Photo,
  rotatedPhoto,
  truncatedPhoto,
} from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { expectBalance } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, start, studioGeneration } from './generations.ts';
import { leaksIn } from './logs.ts';
import { expectProblem, send } from './send.ts';

/** A model that returns its input, so that pictures show what it received. */
const sameAgain: Draw = ({ pictures, fields }) =>
  sharp(pictures.image).toFormat(fields.output_format).toBuffer();

let cloud: OwnCloud;
let data: ReturnType<typeof openData>;
let user: TestUser;

beforeAll(async () => {
  cloud = await startOwnCloud({ ...plainModels, draw: sameAgain });
  data = openData(cloud);
  user = await signUpUser(cloud, { plan: 'pro' });
});

const side = 24;

/** The picture reduced to a few large pixels, for comparing two versions of it. */
async function coarse(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(side, side, { fit: 'cover' })
    .raw()
    .toBuffer();
}

/** Mean difference of two coarse pictures, 0 to 255. */
function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** Correlation of the shapes in two coarse pictures, independent of their light: 1 for the same, about 0 for others. */
function likeness(a: Buffer, b: Buffer): number {
  const mean = (picture: Buffer) => picture.reduce((sum, value) => sum + value, 0) / picture.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[index] ?? 0) - meanB];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}

async function turned(picture: Buffer, degrees: number): Promise<Buffer> {
  return sharp(picture, { raw: { width: side, height: side, channels: 3 } })
    .rotate(degrees)
    .raw()
    .toBuffer();
}

async function download(generation: Generation, variation: number): Promise<Buffer> {
  const { url } = await user.call('createDownload', {
    params: { generationId: generation.id },
    body: { variation },
  });
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function media(path: string | null): Promise<Buffer> {
  return Buffer.from(await (await fetch(cloud.url + path)).arrayBuffer());
}

describe('a photo that needs care becomes a correct picture', () => {
  const upright = async () => sharp(dishPhoto().bytes).resize(900, 1200, { fit: 'cover' }).toBuffer();
  const firstFrame = async () =>
    sharp(dishPhoto('salad').bytes).resize({ width: 800, height: 800 }).toBuffer();

  it.each<[string, () => Promise<Photo>, () => Promise<Buffer>]>([
    ['lying on its side by EXIF', rotatedPhoto, upright],
    ...rowsInFullRun<[string, () => Promise<Photo>, () => Promise<Buffer>]>([
      ['in CMYK', cmykPhoto, async () => dishPhoto('pizza').bytes],
      ['animated', animatedPhoto, firstFrame],
    ]),
  ])('%s', async (_what, photo, asSeen) => {
    const { credits } = await user.call('getMe');
    const uploadId = await uploadPhoto(user, await photo());
    // The crop is in the middle, as `coarse` crops.
    const request = studioGeneration({
      source: { type: 'upload', uploadId },
      studio: { adjustment: 'enhance_details' },
    });
    const generation = await ended(user, await start(user, request));
    expect(generation).toMatchObject({ state: 'done', fallback: false, refunded: false });
    const expected = await coarse(await asSeen());

    const original = await media(generation.originalUrl);
    expect((await sharp(original).metadata()).exif).toBeUndefined();
    // CMYK cannot represent every colour; the conversion changes some a little.
    expect(difference(await coarse(original), expected)).toBeLessThan(12);
    for (const index of [0, 1]) {
      const file = await download(generation, index);
      const { width, height, format, space, channels, orientation, pages, exif } =
        await sharp(file).metadata();
      expect({ width, height, format, space, channels, orientation, pages, exif }).toEqual({
        width: 1080,
        height: 1080,
        format: 'jpeg',
        space: 'srgb',
        channels: 3,
        orientation: undefined,
        pages: undefined,
        exif: undefined,
      });
      const picture = await coarse(file);
      const alike = likeness(picture, expected);
      expect(alike, 'like the photo').toBeGreaterThan(0.95);
      for (const degrees of [90, 180, 270])
        expect(likeness(picture, await turned(expected, degrees)), `turned by ${degrees}`).toBeLessThan(
          alike,
        );
    }
    await expectBalance(user, credits.available - 1);
  });
});

describe('a photo that nobody can use', () => {
  async function refused(photo: Photo) {
    const uploadId = await uploadPhoto(user, photo);
    const body = JSON.stringify(studioGeneration({ source: { type: 'upload', uploadId } }));
    return send(cloud, { method: 'POST', path: '/api/generations', token: user.accessToken, body });
  }

  // T3.D1, T3.T1, V5.2.1, V5.2.2
  it.each<[string, () => Photo | Promise<Photo>, RegExp]>([
    ['a web page called .jpg', htmlPhoto, /JPG, PNG or WebP/],
    ['one pixel', onePixelPhoto, /64/],
    ['60 megapixels', hugePhoto, /60 megapixels/],
    [
      'nothing but a beginning',
      () => ({ ...dishPhoto(), bytes: dishPhoto().bytes.subarray(0, 20) }),
      /JPG, PNG or WebP/,
    ],
    [
      'a picture of another kind',
      async () => ({
        bytes: await sharp(dishPhoto().bytes).resize(300).tiff().toBuffer(),
        contentType: 'image/jpeg',
      }),
      /JPG, PNG or WebP/,
    ],
  ])('%s: refused with a reason, uncharged', async (_what, photo, reason) => {
    const { credits } = await user.call('getMe');
    const reply = await refused(await photo());
    expectProblem(reply, 422, 'upload_unreadable');
    expect(reply.body?.detail).toMatch(reason);
    await expectBalance(user, credits.available);
  });

  // T3.D1
  it('cut off in the middle: explained in plain words, refunded, not in the gallery', async () => {
    const { credits } = await user.call('getMe');
    const uploadId = await uploadPhoto(user, truncatedPhoto());
    const id = await start(user, studioGeneration({ source: { type: 'upload', uploadId } }));
    const generation = await ended(user, id);
    expect(generation).toMatchObject({ state: 'failed', refunded: true, variations: [], originalUrl: null });
    expect(generation.message).toBe(
      'We could not read this photo. Please try another file. Your credit was returned.',
    );
    await expectBalance(user, credits.available);
    const { items } = await user.call('listGenerations', { query: {} });
    expect(items.map((item) => item.id)).not.toContain(id);
  });

  it('of 12 MB: refused before it is sent, and by the bucket whatever its claimed size', async () => {
    const twelve = 12 * 1024 * 1024;
    const { bytes } = bulkyPhoto(twelve);
    const ask = (contentLength: number) =>
      send(cloud, {
        method: 'POST',
        path: '/api/uploads',
        token: user.accessToken,
        body: JSON.stringify({ contentType: 'image/jpeg', contentLength }),
      });
    const reply = await ask(twelve);
    expectProblem(reply, 400, 'invalid_input');
    expect(reply.text).toContain('Please choose a photo under 10 MB');
    const before = await data.keys('uploads');
    const { url, headers } = (await ask(10 * 1024 * 1024)).body as {
      url: string;
      headers: Record<string, string>;
    };
    const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    expect(put.status).toBe(403);
    expect(await data.keys('uploads')).toEqual(before);
  });

  it('sent with another type, or over an existing one: refused', async () => {
    const photo = dishPhoto('wings');
    const upload = await user.call('createUpload', {
      body: { contentType: 'image/jpeg', contentLength: photo.bytes.length },
    });
    const put = (headers: Record<string, string>) =>
      fetch(upload.url, {
        method: 'PUT',
        headers: { ...upload.headers, ...headers },
        body: new Uint8Array(photo.bytes),
      });
    expect((await put({ 'content-type': 'text/html' })).status).toBe(403);
    expect((await put({})).status).toBe(200);
    expect((await put({})).status).toBe(412);
  });

  it('announced and never sent: refused, not charged', async () => {
    const { credits } = await user.call('getMe');
    const { uploadId } = await user.call('createUpload', {
      body: { contentType: 'image/png', contentLength: 9 },
    });
    const body = JSON.stringify(studioGeneration({ source: { type: 'upload', uploadId } }));
    const reply = await send(cloud, {
      method: 'POST',
      path: '/api/generations',
      token: user.accessToken,
      body,
    });
    expectProblem(reply, 409, 'upload_missing');
    await expectBalance(user, credits.available);
  });
});

describe('after all tests of this file', () => {
  it('every generation has ended, ledgers and files agree, and the logs contain no secrets', async () => {
    await cloud.settle();
    expect(await data.inconsistencies()).toEqual([]);
    expect(await leaksIn(cloud.logs, [user], ['Classic Burger', 'alert(document'])).toEqual([]);
  });
});
