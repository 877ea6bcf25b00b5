import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { ended, start, studioGeneration } from './generations.ts';

let user: TestUser;

beforeAll(async () => {
  user = await signUpUser(sharedCloud(), { plan: 'pro' });
});

const inGarden = (source: Parameters<typeof studioGeneration>[0]) =>
  studioGeneration({ ...source, studio: { scene: { text: 'a garden' } } });

async function cutOut(photoId: string) {
  const params = { photoId };
  await user.call('createCutOut', { params });
  await expect
    .poll(async () => (await user.call('getPhoto', { params })).cutOut?.state, { timeout: 30_000 })
    .toBe('made');
  return user.call('getMask', { params, query: {} });
}

it('the photo of an upload, a sample and a picture is cut out by its own worker', async () => {
  const uploadId = await uploadPhoto(user, dishPhoto('fries'));
  const upload = { type: 'upload', uploadId } as const;
  const generation = await start(user, inGarden({ source: upload }));
  await ended(user, generation);
  for (const source of [
    { type: 'sample', itemId: 'burger' },
    { type: 'generation', generationId: generation, variation: 0 },
  ] as const) {
    const { id } = await user.call('createPhoto', { body: { source } });
    expect((await cutOut(id)).corrected, source.type).toBe(false);
  }
  // The generation has made that of the upload.
  const { cutOut: made } = await user.call('createPhoto', { body: { source: upload } });
  expect(made?.state).toBe('made');
});

it('a mask is corrected and given up, and the photo is read', async () => {
  const { id } = await user.call('createPhoto', { body: { source: { type: 'sample', itemId: 'pizza' } } });
  const params = { photoId: id };
  const { width, height } = await cutOut(id);
  const half = Buffer.alloc(width * height).fill(255, 0, (width * height) >> 1);
  const png = await sharp(half, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const put = await user.call('putMask', { params, body: { png: png.toString('base64') } });
  expect(put.corrected).toBe(true);
  const source = { type: 'sample', itemId: 'pizza' } as const;
  expect((await ended(user, await start(user, inGarden({ source })))).state).toBe('done');
  expect((await user.call('deleteMask', { params, query: {} })).corrected).toBe(false);
  await user.call('createReading', { params });
  await expect
    .poll(async () => (await user.call('getPhoto', { params })).reading?.state, { timeout: 30_000 })
    .toBe('made');
});
