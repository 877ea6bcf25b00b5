import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Making } from '#lambdas/pictures/manifest.ts';
import { noSigningKey } from '#shared/environment.ts';
import { readManifest } from '#test/support/read-manifest.ts';
import { type SigningWorld, startSigning } from '#test/support/signing.ts';

let world: SigningWorld;
let picture: Buffer;
let authority: string;
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  world = await startSigning();
  ({ item: world.item, authority } = await world.certificatesFrom(Date.now()));
  picture = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#d9381e' } })
    .jpeg()
    .toBuffer();
});

afterAll(() => world.close());

const making: Making = {
  title: 'platepost-classic-burger.jpg',
  actions: ['created', 'composited', 'cropped'],
  digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  fidelity: { ssim: 0.998, deltaE95: 0.8, worstDeltaE: 2.1, verdict: 'unchanged', maskCorrected: false },
};

/** Signs with a function that has just started; says what it counted. */
async function sign(
  change: Partial<Making> = {},
  file = picture,
): Promise<{ file: Buffer; counted: string[] }> {
  vi.resetModules();
  const { signFile } = await import('#lambdas/pictures/sign-file.ts');
  const { Metrics } = await import('@aws-lambda-powertools/metrics');
  const add = vi.spyOn(Metrics.prototype, 'addMetric').mockReturnThis();
  const signed = await signFile(file, { ...making, ...change });
  return { file: signed, counted: add.mock.calls.map(([name]) => name) };
}

const signed = async (change: Partial<Making> = {}) => (await sign(change)).file;

describe('a signed file', () => {
  it('is valid for the official reader, and trusted by whoever trusts the authority', async () => {
    const file = await signed();
    expect(await readManifest(file)).toMatchObject({
      state: 'Valid',
      failures: ['signingCredential.untrusted'],
      signer: 'PlatePost',
    });
    expect(await readManifest(file, { trusted: authority })).toMatchObject({
      state: 'Trusted',
      failures: [],
    });
  });

  it('says how it was made and how far the dish differs', async () => {
    expect(await readManifest(await signed())).toMatchObject({
      title: 'platepost-classic-burger.jpg',
      generator: 'PlatePost',
      ingredients: [{ title: 'Photo of the dish', relationship: 'componentOf' }],
      actions: [
        {
          action: 'c2pa.created',
          digitalSourceType: expect.stringMatching(/\/compositeWithTrainedAlgorithmicMedia$/),
        },
        { action: 'c2pa.placed' },
        { action: 'c2pa.cropped' },
      ],
      dish: {
        dish: 'unchanged',
        ssim: 0.998,
        deltaE2000P95: 0.8,
        deltaE2000Worst: 2.1,
        comparedWith: 'developed photo',
      },
    });
  });

  it.each<[string, Partial<Making>]>([
    [
      'drawn as a whole',
      { actions: ['created'], digitalSourceType: 'trainedAlgorithmicMedia', fidelity: null },
    ],
    [
      'a retouched photo',
      { actions: ['opened', 'retouched', 'cropped'], digitalSourceType: 'algorithmicallyEnhanced' },
    ],
    [
      'a picture made here, edited',
      {
        actions: ['reopened', 'surrounded', 'redrawn', 'retouched'],
        digitalSourceType: 'trainedAlgorithmicMedia',
        openedType: 'compositeWithTrainedAlgorithmicMedia',
        fidelity: null,
      },
    ],
    ['a photo of their own', { actions: ['opened', 'cropped'], digitalSourceType: null, fidelity: null }],
    [
      'changed in every way',
      { actions: ['created', 'composited', 'outpainted', 'upscaled', 'cropped', 'worded', 'watermarked'] },
    ],
    ['with a name of 300 characters and an emoji', { title: `${'ü'.repeat(299)}🍔` }],
  ])('is valid, too: %s', async (_what, change) => {
    expect(await readManifest(await signed(change))).toMatchObject({
      state: 'Valid',
      failures: ['signingCredential.untrusted'],
      ...(change.title && { title: change.title }),
    });
  });

  it('says of an edit which mark the picture had that was edited', async () => {
    const read = await readManifest(
      await signed({
        actions: ['reopened', 'retouched'],
        digitalSourceType: 'trainedAlgorithmicMedia',
        openedType: 'trainedAlgorithmicMedia',
        fidelity: null,
      }),
    );
    expect(read).toMatchObject({
      ingredients: [{ title: 'Earlier picture', relationship: 'parentOf' }],
      actions: [
        {
          action: 'c2pa.opened',
          description: 'A picture made here earlier, with generative models.',
          digitalSourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
        },
        {
          action: 'c2pa.edited',
          digitalSourceType: expect.stringMatching(/\/algorithmicallyEnhanced$/),
        },
      ],
    });
  });

  it('claims no model for a photo of their own', async () => {
    const read = await readManifest(
      await signed({ actions: ['opened'], digitalSourceType: null, fidelity: null }),
    );
    expect(read).toMatchObject({ ingredients: [{ relationship: 'parentOf' }] });
    expect(JSON.stringify(read?.actions)).not.toMatch(/digitalSourceType|AlgorithmicMedia/);
  });

  it('keeps its pixels and its XMP, and grows by less than 15 KB', async () => {
    const file = await signed();
    expect(await sharp(file).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer());
    expect((await sharp(file).metadata()).xmp).toEqual((await sharp(picture).metadata()).xmp);
    expect(file.length - picture.length).toBeLessThan(15_000);
  });

  it('is invalid once a byte of the picture was changed', async () => {
    const file = await signed();
    file.writeUInt8(file.readUInt8(file.length - 100) ^ 1, file.length - 100);
    const read = await readManifest(file);
    expect(read?.state).toBe('Invalid');
    expect(read?.failures).toContain('assertion.dataHash.mismatch');
  });
});

describe('a file that cannot be signed is as it was, and is counted:', () => {
  let good: { readonly item: SigningWorld['item']; readonly key: string };

  beforeAll(() => {
    good = { item: world.item, key: process.env.SIGNING_KEY_ARN ?? '' };
  });

  afterEach(() => {
    world.item = good.item;
    process.env.SIGNING_KEY_ARN = good.key;
  });

  it.each<[string, () => void | Promise<void>]>([
    [
      'the certificate has expired',
      async () => {
        ({ item: world.item } = await world.certificatesFrom(Date.now() - 366 * day));
      },
    ],
    [
      'KMS does not know the key',
      () => {
        process.env.SIGNING_KEY_ARN = `${good.key}-of-another-stack`;
      },
    ],
  ])('%s', async (_what, breakIt) => {
    await breakIt();
    expect(await sign()).toEqual({ file: picture, counted: expect.arrayContaining(['FileUnsigned']) });
  });

  // An authority takes weeks: an alarm that rings all that time would hide a fault.
  it('a stage whose certificate was not set yet does not count it, and logs it once', async () => {
    world.item = undefined;
    vi.resetModules();
    const { signFile } = await import('#lambdas/pictures/sign-file.ts');
    const { logger } = await import('#lambdas/runtime/logger.ts');
    const { Metrics } = await import('@aws-lambda-powertools/metrics');
    const add = vi.spyOn(Metrics.prototype, 'addMetric').mockReturnThis();
    const warn = vi.spyOn(logger, 'warn').mockReturnValue();
    add.mockClear();
    for (const file of [picture, picture]) expect(await signFile(file, making)).toBe(file);
    expect(add).not.toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([['Files leave unsigned: no certificate was set']]);
    warn.mockRestore();
  });

  it('a stage that signs nothing does not count it', async () => {
    process.env.SIGNING_KEY_ARN = noSigningKey;
    expect(await sign()).toEqual({ file: picture, counted: [] });
  });

  it('no JPEG', async () => {
    const file = Buffer.from('no picture');
    expect(await sign({}, file)).toEqual({ file, counted: ['FileUnsigned'] });
  });
});

// R10.4
it('counts that a certificate expires within thirty days, and signs', async () => {
  const before = world.item;
  expect((await sign()).counted).toEqual([]);
  ({ item: world.item } = await world.certificatesFrom(Date.now() - 336 * day));
  const { file, counted } = await sign();
  world.item = before;
  expect(counted).toEqual(['SigningCertificateExpires']);
  expect(await readManifest(file)).toMatchObject({ state: 'Valid' });
});
