import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import type { Generation } from '#shared/api/generations.ts';
import { emptyOverlay } from '#shared/domain/overlay.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { promptTestConfig } from '#test/support/prompt-test-config.ts';
import { readManifest } from '#test/support/read-manifest.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { ended, start, studioGeneration, until } from './generations.ts';

const cloud = sharedCloud();
let user: TestUser;
let generation: Generation;

beforeAll(async () => {
  user = await signUpUser(cloud);
  generation = await ended(
    user,
    await start(user, studioGeneration({ studio: { promoText: 'Two for one' } })),
  );
});

async function manifestAt(url: string) {
  return readManifest(Buffer.from(await (await fetch(url)).arrayBuffer()));
}

/** Made, with words on it, and a watermark. */
const signed = {
  state: 'Valid',
  // Nobody trusts the authority of the test certificate.
  failures: ['signingCredential.untrusted'],
  signer: 'PlatePost',
  actions: [
    { action: 'c2pa.created' },
    { action: 'c2pa.edited', description: 'Promotional text was set on it.' },
    { action: 'c2pa.edited', description: 'A watermark was set on it.' },
  ],
};

it('a downloaded picture is signed by the key of the stack: the official reader says Valid', async () => {
  const { url } = await user.call('createDownload', {
    params: { generationId: generation.id },
    body: { variation: 0 },
  });
  expect(await manifestAt(url)).toMatchObject(signed);
});

it('so is the picture of a share page, also after its words were changed', async () => {
  const params = { generationId: generation.id };
  const { shareId } = await user.call('createShare', { params, body: { variation: 1 } });
  const picture = `${cloud.url}/media/shares/${shareId}.jpg`;
  const before = await manifestAt(picture);
  expect(before).toMatchObject({ ...signed, title: 'Classic Burger' });

  await user.call('changeWords', { params, body: { id: ulid(), after: null, overlay: emptyOverlay() } });
  await until('a picture without words', async () => (await manifestAt(picture))?.actions.length === 2);
  expect(await manifestAt(picture)).toMatchObject({
    ...signed,
    actions: [{ action: 'c2pa.created' }, { description: 'A watermark was set on it.' }],
  });
});

it('what staff download of a prompt test is marked as made by AI, too', async () => {
  const admin = await signUpUser(cloud, { role: 'super_admin' });
  const id = ulid();
  const uploadId = await uploadPhoto(admin, dishPhoto());
  const config = promptTestConfig();
  await admin.call('createPromptTest', { body: { id, uploadId, a: config, b: config } });
  const download = () => admin.call('downloadPromptTest', { params: { testId: id }, body: { variant: 'b' } });
  await until('a picture of the prompt test', () => download().then(Boolean, () => false));
  const { url } = await download();
  const { xmp } = await sharp(await (await fetch(url)).arrayBuffer()).metadata();
  expect(xmp?.toString()).toMatch(/DigitalSourceType=".+rainedAlgorithmicMedia"/);
});
