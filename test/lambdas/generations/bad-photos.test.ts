import { describe, expect, it } from 'vitest';
import type { Generation } from '#shared/api/generations.ts';
import { type BadPhoto, badPhotos } from '#test/support/bad-photos.ts';
import { menuRequest, startGenerations, studioRequest } from './harness.ts';

// With the local image renderer behind the real wire contract.
const cloud = startGenerations();

const requests = {
  'studio picture with the food lock': (source: object) =>
    studioRequest({ source, foodLock: true, studio: { scene: { text: 'a garden' } } }),
  'studio picture without it': (source: object) =>
    studioRequest({ source, studio: { filter: { id: 'popcrush' } } }),
  'menu picture': (source: object) => menuRequest({ source }),
} as const;

type Kind = keyof typeof requests;

/** Makes pictures of a photo: how that ended, and the credits that it took. */
async function make(kind: Kind, name: BadPhoto): Promise<Generation & { readonly spent: number }> {
  const user = await cloud.signUp('pro');
  const uploadId = await cloud.upload(user, (await badPhotos[name]()).bytes);
  const before = await cloud.books(user);
  const ended = await cloud.generate(user, requests[kind]({ type: 'upload', uploadId }));
  const after = await cloud.books(user);
  expect(after.openGenerations).toBe(0);
  return { ...ended, spent: before.available - after.available };
}

const blank = 'There is hardly anything to see in this photo. Please choose another one.';
const full =
  'What we found fills this part of the photo, so there is no room for new surroundings. Please try a photo of a dish with more space around it, or mark what to keep.';

describe('a photo of which no picture can be made ends in a sentence that helps, refunded:', () => {
  it.each<[BadPhoto, Kind, string]>([
    ['black', 'studio picture with the food lock', blank],
    ['black', 'studio picture without it', blank],
    ['black', 'menu picture', blank],
    ['white', 'studio picture without it', blank],
    ['white', 'menu picture', blank],
    ['plain', 'menu picture', blank],
    ['menu card', 'studio picture with the food lock', full],
    ['menu card', 'menu picture', full],
    ['close-up', 'studio picture with the food lock', full],
    ['close-up', 'menu picture', full],
  ])('%s, %s', async (name, kind, sentence) => {
    expect(await make(kind, name)).toMatchObject({
      state: 'failed',
      refunded: true,
      spent: 0,
      variations: [],
      message: `${sentence} Your credit was returned.`,
    });
  });
});

// The site asks the customer before (test/web/photos/photo-question.test.tsx). The stand-in's background removal finds
// something in each of these photos.
describe('of a photo in which something is found, pictures are made for one credit:', () => {
  it.each<[BadPhoto, Kind]>([
    ['wall', 'menu picture'],
    ['screenshot', 'studio picture with the food lock'],
    ['selfie', 'menu picture'],
    ['collage', 'studio picture with the food lock'],
    ['close-up', 'studio picture without it'],
  ])('%s, %s', async (name, kind) => {
    const made = await make(kind, name);
    expect(made).toMatchObject({ state: 'done', refunded: false, fallback: false, spent: 1, message: null });
    expect(made.variations).toHaveLength(2);
  });
});
