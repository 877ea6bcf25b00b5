import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import {
  animatedPhoto,
  bulkyPhoto,
  cmykPhoto,
  dishPhoto,
  fingerprint,
  htmlPhoto,
  hugePhoto,
  onePixelPhoto,
  type Photo,
  rotatedPhoto,
  truncatedPhoto,
} from '#test/support/photos.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';

let user: TestUser;

beforeAll(async () => {
  user = await signUpUser(sharedCloud(), { plan: 'pro' });
});

const available = async () => (await user.call('getMe')).credits.available;

async function startJob(photo: Photo): Promise<string> {
  const uploadId = await uploadPhoto(user, photo);
  const id = ulid();
  await user.call('createGeneration', {
    body: {
      kind: 'studio',
      id,
      source: { type: 'upload', uploadId },
      productName: 'Dish',
      studio: { formatId: 'square_feed', creationPath: 'social', filter: { id: 'luxeglow' } },
    },
  });
  return id;
}

async function untilEnded(id: string) {
  for (let left = 300; left > 0; left -= 1) {
    const generation = await user.call('getGeneration', { params: { generationId: id } });
    if (generation.state === 'done' || generation.state === 'failed') return generation;
    await sleep(200);
  }
  throw new Error('The job did not end within a minute');
}

describe('a photo that nobody can use', () => {
  it.each<[string, () => Photo | Promise<Photo>, string]>([
    ['a web page named like a JPEG', htmlPhoto, 'upload_unreadable'],
    ['a single pixel', onePixelPhoto, 'upload_unreadable'],
    ['60 megapixels', hugePhoto, 'upload_unreadable'],
  ])('%s is refused before anything is charged', async (_name, photo, code) => {
    const before = await available();
    await expect(startJob(await photo())).rejects.toMatchObject({ code });
    expect(await available()).toBe(before);
  });

  it('of 12 MB is refused before it is sent, and cannot be sent with a false length', async () => {
    const photo = bulkyPhoto(12 * 1024 * 1024);
    await expect(uploadPhoto(user, photo)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('10 MB'),
    });
    const upload = await user.call('createUpload', {
      body: { contentType: 'image/jpeg', contentLength: 1000 },
    });
    const { 'content-length': _length, ...headers } = upload.headers;
    const put = await fetch(upload.url, { method: 'PUT', headers, body: new Uint8Array(photo.bytes) });
    expect(put.status).toBe(403);
  });

  it('cut off in the middle is told in plain words and given back', async () => {
    const before = await available();
    const generation = await untilEnded(await startJob(truncatedPhoto()));
    expect(generation).toMatchObject({ state: 'failed', refunded: true, variations: [] });
    expect(generation.message).toMatch(/\w+ \w+/);
    expect(await available()).toBe(before);
  });
});

describe('a photo that needs care', () => {
  it.each<[string, () => Promise<Photo>]>([
    ['in CMYK', cmykPhoto],
    ['animated', animatedPhoto],
  ])('%s becomes a correct picture', async (_name, photo) => {
    const generation = await untilEnded(await startJob(await photo()));
    expect(generation).toMatchObject({ state: 'done', fallback: false });
    const pictures = await Promise.all(
      generation.variations.map(async ({ previewUrl }) =>
        Buffer.from(await (await fetch(sharedCloud().url + previewUrl)).arrayBuffer()),
      ),
    );
    expect(new Set(pictures.map(fingerprint)).size).toBe(2);
    for (const picture of pictures)
      expect(await sharp(picture).metadata()).toMatchObject({
        format: 'jpeg',
        space: 'srgb',
        width: 1080,
        height: 1080,
      });
  });

  it('lying on its side is set upright', async () => {
    const generation = await untilEnded(await startJob(await rotatedPhoto()));
    expect(generation.state).toBe('done');
    const shown = Buffer.from(
      await (await fetch(`${sharedCloud().url}${generation.originalUrl}`)).arrayBuffer(),
    );
    const upright = await sharp(dishPhoto().bytes)
      .resize(900, 1200, { fit: 'cover' })
      .toBuffer()
      .then((bytes) => sharp(bytes).resize(16, 16, { fit: 'cover' }).removeAlpha().raw().toBuffer());
    const seen = await sharp(shown).resize(16, 16, { fit: 'cover' }).removeAlpha().raw().toBuffer();
    const distance = (a: Buffer, b: Buffer) =>
      a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
    const onItsSide = await sharp(seen, { raw: { width: 16, height: 16, channels: 3 } })
      .rotate(90)
      .raw()
      .toBuffer();
    expect(distance(seen, upright)).toBeLessThan(distance(onItsSide, upright) / 2);
    expect((await sharp(shown).metadata()).exif).toBeUndefined();
  });
});

describe('a request that does not fit', () => {
  const send = (path: string, init: RequestInit = {}, token = user.accessToken) =>
    fetch(`${sharedCloud().url}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...init.headers },
    });

  it.each<[string, () => Promise<Response>, number]>([
    ['that is no JSON', () => send('/api/generations', { method: 'POST', body: '{"id":' }), 400],
    [
      'with an unknown field',
      () =>
        send('/api/looks/random', { method: 'POST', body: '{"look":"filter","creationPath":"ugc","x":1}' }),
      400,
    ],
    [
      'of a wrong type',
      () =>
        send('/api/uploads', { method: 'POST', body: '{"contentType":"image/jpeg","contentLength":"1"}' }),
      400,
    ],
    ['for an id that does not exist', () => send(`/api/generations/${ulid()}`), 404],
    ['for an id that is none', () => send('/api/generations/..%2f..%2fetc'), 400],
  ])('%s is answered with a problem', async (_name, request, status) => {
    const reply = await request();
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toMatch('application/problem+json');
    expect(reply.headers.get('content-security-policy')).toMatch("default-src 'none'");
    const text = await reply.text();
    expect(JSON.parse(text)).toMatchObject({ status, code: expect.any(String), title: expect.any(String) });
    expect(text).not.toMatch(/\bat .+:\d+|node_modules|index\.mjs/);
  });

  it('with a forged token is not let in', async () => {
    const [header, payload] = user.accessToken.split('.');
    expect((await send('/api/me', {}, `${header}.${payload}.AAAA`)).status).toBe(401);
    expect((await send('/api/me', {}, '')).status).toBe(401);
  });

  it("for someone else's upload or generation is answered as if there were none", async () => {
    const other = await signUpUser(sharedCloud(), { plan: 'pro' });
    const id = await startJob(dishPhoto('pizza'));
    await expect(other.call('getGeneration', { params: { generationId: id } })).rejects.toMatchObject({
      code: 'not_found',
    });
    const uploadId = await uploadPhoto(user, dishPhoto());
    const theft = other.call('createGeneration', {
      body: {
        kind: 'studio',
        id: ulid(),
        source: { type: 'upload', uploadId },
        productName: 'Dish',
        studio: { formatId: 'square_feed', creationPath: 'social' },
      },
    });
    await expect(theft).rejects.toMatchObject({ code: 'upload_missing' });
    await untilEnded(id);
  });
});
