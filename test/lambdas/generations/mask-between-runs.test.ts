import { AwsError } from 'local-cloud/aws/aws-error.ts';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });
const side = 1024;
const source = { type: 'sample', itemId: 'burger' } as const;

/** A mask that keeps these columns, from 0 to 1, of which the ordered crop shows the last ones. */
function columns(from: number, to: number): Promise<Buffer> {
  const isKept = (at: number) => at % side >= from * side && at % side < to * side;
  const data = Buffer.from(Array.from({ length: side * side }, (_, at) => (isKept(at) ? 255 : 0)));
  return sharp(data, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
const [outside, within, alsoWithin] = await Promise.all([
  columns(0, 0.3),
  columns(0.6, 0.8),
  columns(0.7, 0.9),
]);

let user: string;
let photoId: string;
let before: number;

beforeEach(async () => {
  await cloud.reset();
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg(side, side));
  user = await cloud.signUp('pro');
  photoId = (await cloud.callPhotos(user, 'createPhoto', { body: { source } })).body.id;
  await cloud.callPhotos(user, 'createCutOut', { params: { photoId } });
  await cloud.workOnPhoto(JSON.parse(cloud.messages.pop()?.body ?? ''));
  before = (await cloud.books(user)).available;
});

const correct = (mask: Buffer) =>
  cloud.callPhotos(user, 'putMask', { params: { photoId }, body: { png: mask.toString('base64') } });

/** Orders pictures with the dish's own pixels, of which the models make this many before they throttle. */
async function orderUntilThrottled(made: number): Promise<string> {
  const request = studioRequest({
    source,
    foodLock: true,
    framing: { x: 1, y: 0.5 },
    studio: { formatId: 'story_vertical', scene: { text: 'on a beach at sunset' } },
  });
  const { id } = await cloud.created(user, request);
  const error = new AwsError(429, 'ThrottlingException', 'Too many requests');
  cloud.faults.add({ service: 'bedrock', nth: made + 1, times: 12, action: { kind: 'error', error } });
  await cloud.workOn(user, id);
  expect(await cloud.stored(user, id)).toMatchObject({ state: 'queued', variations: { length: made } });
  cloud.faults.clear();
  return id;
}

const creditsUsed = async () => before - (await cloud.books(user)).available;

it('the other picture is drawn with the mask of the first, whatever was corrected in between', async () => {
  await correct(within);
  const id = await orderUntilThrottled(1);
  expect((await correct(outside)).status).toBe(200);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: { length: 2 },
    message: null,
  });
  expect(await creditsUsed()).toBe(1);
});

it('and with the cut-out if the first was', async () => {
  const id = await orderUntilThrottled(1);
  expect((await correct(outside)).status).toBe(200);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: [{ fidelity: { maskCorrected: false } }, { fidelity: { maskCorrected: false } }],
    refunded: false,
  });
  expect(await creditsUsed()).toBe(1);
});

it('a correction saved before there is a picture is used', async () => {
  const id = await orderUntilThrottled(0);
  expect((await correct(alsoWithin)).status).toBe(200);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: [{ fidelity: { maskCorrected: true } }, { fidelity: { maskCorrected: true } }],
  });
});

it('one picture is not free because its mask was removed before the other was made', async () => {
  await cloud.putObject('ORIGINALS_BUCKET', `photos/${user}/${photoId}/cut-out.png`, outside);
  await correct(within);
  const id = await orderUntilThrottled(1);
  expect((await cloud.callPhotos(user, 'deleteMask', { params: { photoId } })).status).toBe(200);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: { length: 1 },
    refunded: false,
    message: expect.stringMatching(/^Only one of the two images could be made. We could not find a dish/),
  });
  expect(await creditsUsed()).toBe(1);
});
