import { beforeAll, expect, it } from 'vitest';
import { makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

/** A user with a photo whose cut-out keeps this share of each pixel. */
async function withCutOut(keeps: number): Promise<string> {
  const user = await cloud.signUp('pro');
  const { body } = await cloud.callPhotos(user, 'createPhoto', {
    body: { source: { type: 'sample', itemId: 'burger' } },
  });
  await cloud.callPhotos(user, 'createCutOut', { params: { photoId: body.id } });
  await cloud.workOnPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''));
  const { png } = await makeCutOut(await jpeg(), async () => {
    const sharp = (await import('sharp')).default;
    return sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: keeps } },
    })
      .png()
      .toBuffer();
  });
  await cloud.putObject('ORIGINALS_BUCKET', `photos/${user}/${body.id}/cut-out.png`, png);
  return user;
}

// In both, no other adapter may draw.
const requests = {
  picture: () => studioRequest({ foodLock: true, studio: { scene: { text: 'a garden' } } }),
  'menu picture': () => menuRequest(),
};

it.each([
  [0, 'picture', /^We could not find a dish/],
  [0, 'menu picture', /^We could not find a dish/],
  [0.98, 'picture', /^What we found fills this part of the photo/],
  [0.98, 'menu picture', /^What we found fills this part of the photo/],
  [1, 'picture', /^What we found fills this part of the photo/],
  [1, 'menu picture', /^What we found fills this part of the photo/],
] as const)('a cut-out that keeps %d of the photo ends a %s in a sentence that helps, refunded', async (keeps, kind, words) => {
  const user = await withCutOut(keeps);
  const before = await cloud.books(user);
  const ended = await cloud.generate(user, requests[kind]());
  expect(ended).toMatchObject({ state: 'failed', refunded: true, message: expect.stringMatching(words) });
  expect(await cloud.stored(user, ended.id)).toMatchObject({ inputRefused: true });
  expect((await cloud.books(user)).available).toBe(before.available);
});

it('a dish that fills the photo can be retouched: nothing is drawn around it', async () => {
  const user = await withCutOut(1);
  const request = studioRequest({ foodLock: true, studio: { adjustment: 'warmer_lighting' } });
  expect(await cloud.generate(user, request)).toMatchObject({ state: 'done', fallback: false });
});

it.each([
  ['a picture', () => studioRequest({ foodLock: true, studio: { scene: { text: 'a garden' } } })],
  ['a menu picture', () => menuRequest()],
])('a cut-out too faint to be compared ends %s in a sentence that helps, refunded', async (_what, request) => {
  const user = await withCutOut(0.4);
  const before = await cloud.books(user);
  expect(await cloud.generate(user, request())).toMatchObject({
    state: 'failed',
    refunded: true,
    message: expect.stringMatching(/^We could not find enough of the dish/),
  });
  expect((await cloud.books(user)).available).toBe(before.available);
});
