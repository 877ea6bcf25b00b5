import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tier } from '#shared/domain/plans.ts';
import { type GenerationRequest, menuRequest, startGenerations, studioRequest } from './harness.ts';

// With the local image renderer behind the real wire contract.
const cloud = startGenerations();

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await readFile('web/public/samples/burger.jpg'));
});

async function fullFile(user: string, id: string, variation: number): Promise<Buffer> {
  const body = { variation, size: 'large' };
  const reply = await cloud.call(user, 'createDownload', { params: { generationId: id }, body });
  expect(reply.status).toBe(201);
  return Buffer.from(await (await fetch(reply.body.url)).arrayBuffer());
}

/** Mean difference of two pictures, 0 to 255. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const pixels = (file: Buffer) => sharp(file).resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [left, right] = [await pixels(a), await pixels(b)];
  let sum = 0;
  for (let i = 0; i < left.length; i += 1) sum += Math.abs((left[i] ?? 0) - (right[i] ?? 0));
  return sum / left.length;
}

async function callsOf(id: string) {
  const items = await cloud.table.allItems();
  return items.filter(({ pk, generationId }) => String(pk).startsWith('USAGE#') && generationId === id);
}

describe('a studio generation', () => {
  // C1.3, C1.4, B1.9
  it('turns a photo into two different finished variations for one credit', async () => {
    const user = await cloud.signUp('starter');
    const uploadId = await cloud.upload(user, await readFile('web/public/samples/pizza-before.jpg'));
    const request = studioRequest({
      source: { type: 'upload', uploadId },
      studio: { creationPath: 'ugc', filter: { id: 'popcrush' } },
    });
    const done = await cloud.generate(user, request);
    expect(done).toMatchObject({
      state: 'done',
      fallback: false,
      refunded: false,
      message: null,
      width: 1080,
      height: 1080,
      watermarked: false,
    });
    expect(done.variations).toHaveLength(2);
    const files = [await fullFile(user, request.id, 0), await fullFile(user, request.id, 1)] as const;
    for (const file of files) {
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    }
    expect(await difference(...files)).toBeGreaterThan(2);
    expect(await cloud.books(user)).toMatchObject({ available: 11, openGenerations: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });
});

const requests: [string, Tier, () => GenerationRequest, string, string, number][] = [
  [
    'a filter',
    'starter',
    () => studioRequest({ studio: { filter: { id: 'luxeglow' } } }),
    'stability-structure',
    'sd35-image-to-image',
    3,
  ],
  [
    'a camera angle',
    'starter',
    () => studioRequest({ studio: { cameraAngle: 'overhead' } }),
    'stability-structure',
    'sd35-image-to-image',
    3,
  ],
  [
    'an enhancement',
    'starter',
    () => studioRequest({ studio: { adjustment: 'warmer_lighting' } }),
    'stability-structure',
    'sd35-image-to-image',
    3,
  ],
  [
    'a scene',
    'starter',
    () => studioRequest({ studio: { scene: { text: 'A marble table in a garden' } } }),
    'stability-composite',
    'stability-search-replace',
    3,
  ],
  [
    'a filter under the food lock',
    'starter',
    () => studioRequest({ foodLock: true, studio: { filter: { id: 'luxeglow' } } }),
    'stability-composite',
    '',
    3,
  ],
  [
    'a blurred background under the food lock',
    'starter',
    () => studioRequest({ foodLock: true, studio: { adjustment: 'blur_background' } }),
    'photo-retouch',
    '',
    1,
  ],
  [
    'a blurred background beyond the photo’s edges',
    'starter',
    () =>
      studioRequest({
        foodLock: true,
        framing: { x: 0.5, y: 0.5, zoom: 0.8 },
        studio: { adjustment: 'blur_background' },
      }),
    'stability-composite',
    '',
    3,
  ],
  ['a menu background', 'pro', () => menuRequest(), 'stability-composite', '', 3],
  [
    'a menu plate',
    'pro',
    () => menuRequest({ menu: { plateStyle: 'rustic' } }),
    'stability-composite',
    '',
    4,
  ],
];

describe('each kind of generation', () => {
  // C7.18
  it.each(
    requests,
  )('%s: is made by its first adapter as the contract wants it', async (_, tier, request, adapter, _next, calls) => {
    const user = await cloud.signUp(tier);
    const { id } = await cloud.generate(user, request());
    expect(await cloud.stored(user, id)).toMatchObject({
      state: 'done',
      fallback: false,
      variations: [{ adapter }, { adapter }],
    });
    expect((await callsOf(id)).map(({ outcome }) => outcome)).toEqual(Array(calls).fill('made'));
    const unchanged = { ssim: 1, deltaE95: 0, verdict: 'unchanged' };
    const keeping = ['stability-composite', 'photo-retouch'];
    const fidelity = keeping.includes(adapter) ? unchanged : { verdict: 'restyled' };
    expect((await cloud.get(user, id)).variations).toMatchObject([{ fidelity }, { fidelity }]);
    expect(await difference(await fullFile(user, id, 0), await fullFile(user, id, 1))).toBeGreaterThan(0.3);
  });

  it('with a new plate finds the old one once for a photo, and leaves the food as it is', async () => {
    const user = await cloud.signUp('pro');
    const wings = await readFile('packages/bedrock-stand-in/test/photos/wings.jpg');
    const source = { type: 'upload', uploadId: await cloud.upload(user, wings) };
    const first = await cloud.generate(user, menuRequest({ source, menu: { plateStyle: 'rustic' } }));
    const second = await cloud.generate(user, menuRequest({ source, menu: { plateStyle: 'white-square' } }));
    const models = async ({ id }: { id: string }) =>
      (await callsOf(id)).map(({ model }) => String(model).replace(/.*stable-image-|-v1.*/g, '')).toSorted();
    expect(await models(first)).toEqual(['inpaint', 'inpaint', 'remove-background', 'search-replace']);
    expect(await models(second)).toEqual(['inpaint', 'inpaint']);
    for (const { variations } of [first, second])
      for (const { fidelity } of variations)
        expect(fidelity).toMatchObject({ verdict: 'unchanged', maskCorrected: false, foodOnly: true });
  });

  it('with a new plate keeps what a person left of the dish when removing the old one', async () => {
    const user = await cloud.signUp('pro');
    const wings = await readFile('packages/bedrock-stand-in/test/photos/wings.jpg');
    const source = { type: 'upload', uploadId: await cloud.upload(user, wings) };
    const request = () => menuRequest({ source, menu: { plateStyle: 'rustic' } });
    const first = await cloud.generate(user, request());
    const photo = (await cloud.callPhotos(user, 'createPhoto', { body: { source } })).body;
    const params = { photoId: photo.id };
    const { body: cutOut } = await cloud.callPhotos(user, 'getMask', { params });
    const plateFile = await cloud.readObject('ORIGINALS_BUCKET', `photos/${user}/${photo.id}/plate.png`);
    const { width, height } = cutOut;
    const pixels = (file: Buffer) =>
      sharp(file).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
    const [dish, plate] = [await pixels(Buffer.from(cutOut.png, 'base64')), await pixels(plateFile)];
    // Stands for food that was taken for plate: the plate's lower left.
    const isMarked = (at: number) => at % width < width / 2 && at > (width * height * 2) / 3;
    const left = dish.map((value, at) => ((plate[at] ?? 0) > 127 && !isMarked(at) ? 0 : value));
    const mask = await sharp(left, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const put = await cloud.callPhotos(user, 'putMask', { params, body: { png: mask.toString('base64') } });
    expect(put.status).toBe(200);
    const second = await cloud.generate(user, request());
    for (const { fidelity } of second.variations) {
      expect(fidelity).toMatchObject({ verdict: 'unchanged', maskCorrected: true });
      expect(fidelity?.foodOnly).toBeUndefined();
    }
    const kept = async ({ variations: [made] }: typeof first) => {
      const file = await cloud.readObject('MEDIA_BUCKET', made?.dishMaskUrl?.slice(1) ?? '');
      const alpha = await sharp(file).extractChannel('alpha').raw().toBuffer();
      return alpha.reduce((sum, value) => sum + value, 0) / alpha.length / 255;
    };
    expect(await kept(second)).toBeGreaterThan((await kept(first)) + 0.01);
  });

  it('with a new plate says where no old one was found', async () => {
    const user = await cloud.signUp('pro');
    const fruits = await readFile('packages/bedrock-stand-in/test/photos/fruits-opencv.jpg');
    const source = { type: 'upload', uploadId: await cloud.upload(user, fruits) };
    const { variations } = await cloud.generate(
      user,
      menuRequest({ source, menu: { plateStyle: 'rustic' } }),
    );
    for (const { fidelity } of variations)
      expect(fidelity).toMatchObject({ verdict: 'unchanged', foodOnly: false });
  });

  // One generation of each chain of adapters.
  it.each(
    requests.filter(([kind]) => ['a filter', 'a scene'].includes(kind)),
  )('%s: is made by the next adapter when the first one’s model fails', async (_, tier, request, first, next) => {
    const model =
      {
        'stability-structure': 'control-structure',
        'stability-composite': 'inpaint',
        'stability-search-replace': 'search-replace',
      }[first] ?? '';
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { model });
    const user = await cloud.signUp(tier);
    const { id } = await cloud.generate(user, request());
    expect(await cloud.stored(user, id)).toMatchObject({
      state: 'done',
      variations: [{ adapter: next }, { adapter: next }],
    });
    expect((await callsOf(id)).some(({ outcome }) => outcome === 'invalid')).toBe(false);
  });

  it('with a new plate fails and is refunded rather than deliver food that the next adapter has redrawn', async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'inpaint' });
    const user = await cloud.signUp('pro');
    const wings = await readFile('packages/bedrock-stand-in/test/photos/wings.jpg');
    const source = { type: 'upload', uploadId: await cloud.upload(user, wings) };
    const { id } = await cloud.generate(user, menuRequest({ source, menu: { plateStyle: 'rustic' } }));
    expect(await cloud.get(user, id)).toMatchObject({ state: 'failed', refunded: true, variations: [] });
    expect((await callsOf(id)).some(({ model }) => String(model).includes('search-replace'))).toBe(true);
  });

  it('under the food lock ends with the own photo rather than with a dish that was drawn', async () => {
    cloud.modelFaults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'inpaint' });
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(
      user,
      studioRequest({ foodLock: true, studio: { filter: { id: 'luxeglow' } } }),
    );
    expect(await cloud.stored(user, id)).toMatchObject({
      state: 'done',
      fallback: true,
      variations: [{ adapter: null }],
    });
    expect((await callsOf(id)).map(({ model }) => String(model))).not.toContainEqual(
      expect.stringMatching(/control-structure|sd3|search-replace/),
    );
  });

  it('with a new setting keeps the dish as it is', async () => {
    const user = await cloud.signUp('starter');
    const { id, originalUrl } = await cloud.generate(
      user,
      studioRequest({ studio: { scene: { text: 'A dark slate table at night' } } }),
    );
    const centre = (file: Buffer) =>
      sharp(file).extract({ left: 440, top: 440, width: 200, height: 200 }).png().toBuffer();
    const corner = (file: Buffer) =>
      sharp(file).extract({ left: 0, top: 0, width: 150, height: 150 }).png().toBuffer();
    const original = await cloud.readObject('MEDIA_BUCKET', originalUrl?.slice(1) ?? '');
    const made = await fullFile(user, id, 0);
    expect(await difference(await centre(original), await centre(made))).toBeLessThan(6);
    expect(await difference(await corner(original), await corner(made))).toBeGreaterThan(12);
    const { xmpAsString } = await sharp(made).metadata();
    expect(xmpAsString).toContain('compositeWithTrainedAlgorithmicMedia');
    expect(xmpAsString).toContain('platepost:Dish="unchanged"');
    const { variations } = await cloud.get(user, id);
    const mask = await cloud.readObject('MEDIA_BUCKET', variations[0]?.dishMaskUrl?.slice(1) ?? '');
    expect(await sharp(mask).metadata()).toMatchObject({ format: 'webp', width: 540, hasAlpha: true });
  });
});
