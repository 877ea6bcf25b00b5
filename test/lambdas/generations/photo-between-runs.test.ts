import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { beforeEach, expect, it } from 'vitest';
import { startGenerations, studioRequest } from './harness.ts';
import { jpeg } from './photos.ts';

const cloud = startGenerations({ models: 'plain' });
const look = { studio: { filter: { id: 'popcrush' } } };

let user: string;

beforeEach(async () => {
  await cloud.reset();
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
  user = await cloud.signUp('starter');
});

const books = async () => {
  const { available, openGenerations } = await cloud.books(user);
  return { available, openGenerations };
};

/** Orders pictures of a picture in the gallery, and can delete that picture. */
async function orderFromGallery() {
  const { id: generationId } = await cloud.generate(user, studioRequest(look));
  const source = { type: 'generation', generationId, variation: 1 };
  const { id } = await cloud.created(user, studioRequest({ source, ...look }));
  const deleteSource = () => cloud.call(user, 'deleteGeneration', { params: { generationId } });
  return { id, deleteSource };
}

/** Lets the models make one picture and throttle the other, so that the generation is queued again. */
async function makeOne(id: string): Promise<void> {
  const error = new AwsError(429, 'ThrottlingException', 'Too many requests');
  cloud.faults.add({ service: 'bedrock', nth: 2, times: 12, action: { kind: 'error', error } });
  await cloud.workOn(user, id);
  expect(await cloud.stored(user, id)).toMatchObject({ state: 'queued', variations: { length: 1 } });
  cloud.faults.clear();
}

/** Kills the worker after it has recorded both pictures. */
async function dieWithBoth(id: string): Promise<void> {
  const namesBoth = ({ body }: { body: Buffer }) =>
    [0, 1].every((index) => body.includes(`"index":{"N":"${index}"}`));
  expect(await cloud.killAfter(1, () => cloud.workOn(user, id), namesBoth)).toBe(true);
  expect(await cloud.stored(user, id)).toMatchObject({ state: 'processing', variations: { length: 2 } });
  await cloud.setTimes(user, id, { leaseUntil: new Date(Date.now() - 1000).toISOString() });
}

const onlyOne =
  'Only one of the two images could be made. The photo is no longer there. Please upload it again.';

it('one picture stays, and is not free, when the person deletes the picture that both start from', async () => {
  const { id, deleteSource } = await orderFromGallery();
  await makeOne(id);
  const { available } = await books();
  expect((await deleteSource()).status).toBe(204);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: { length: 1 },
    refunded: false,
    message: onlyOne,
  });
  expect(await books()).toEqual({ available, openGenerations: 0 });
  expect(await cloud.orphans()).toEqual([]);
});

it('both pictures stay, when the worker was killed before it could say so', async () => {
  const { id, deleteSource } = await orderFromGallery();
  await dieWithBoth(id);
  const { available } = await books();
  await deleteSource();
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: { length: 2 },
    refunded: false,
    message: null,
  });
  expect(await books()).toEqual({ available, openGenerations: 0 });
});

it('one picture of an uploaded photo stays and is refunded, because nobody but us can delete the photo', async () => {
  const uploadId = await cloud.upload(user, await jpeg());
  const { id } = await cloud.created(user, studioRequest({ source: { type: 'upload', uploadId }, ...look }));
  await makeOne(id);
  const { available } = await books();
  await cloud.removeObject('UPLOADS_BUCKET', (await cloud.stored(user, id)).photo.key);
  await cloud.workOn(user, id);
  expect(await cloud.get(user, id)).toMatchObject({
    state: 'done',
    variations: { length: 1 },
    refunded: true,
    message: `${onlyOne} Your credit was returned.`,
  });
  expect(await books()).toEqual({ available: available + 1, openGenerations: 0 });
});
