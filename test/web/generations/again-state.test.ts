import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { anotherLike, newSizeOf, readAgainState } from '#web/generations/again-state.ts';
import { choicesOf } from '#web/generations/choices.ts';
import { resultsOf } from '#web/generations/results.ts';

const madeAt = Date.parse(doneGeneration.createdAt);
const day = 24 * 3_600_000;

test('a picture like another has all of its choices and no photo', () => {
  const state = anotherLike(doneGeneration);
  expect(state.again).toEqual({ choices: choicesOf(doneGeneration), menu: null, photo: null });
  expect(readAgainState(structuredClone(state))).toEqual(state.again);
});

test('a new size has the photo and the look, and no format', () => {
  const [result] = resultsOf(doneGeneration);
  const { again } = newSizeOf(result ?? fail(), madeAt + 30 * day);
  expect(again.choices).toEqual({ ...choicesOf(doneGeneration), formatId: null });
  expect(again.photo).toEqual({
    source: doneGeneration.source,
    name: 'Classic Burger',
    imageUrl: '/samples/burger.jpg',
  });
});

test.each([
  { type: 'upload', uploadId: ulid(madeAt) },
  { type: 'generation', generationId: '01J00000000000000000000002', variation: 1 },
] as const)('a new size does not take the cropped photo for the whole one, which is loaded: $type', (source) => {
  const [result] = resultsOf({ ...doneGeneration, source });
  expect(newSizeOf(result ?? fail(), madeAt).again.photo).toEqual({
    source,
    name: 'Classic Burger',
    imageUrl: null,
  });
});

test('a new size is made of the finished picture once its upload is gone, without applying the look twice', () => {
  // A dish of a menu that waited for three days.
  const uploadedAt = madeAt - 3 * day;
  const source = { type: 'upload', uploadId: ulid(uploadedAt) } as const;
  const [, second] = resultsOf({ ...doneGeneration, source });
  expect(newSizeOf(second ?? fail(), uploadedAt + 7.9 * day).again.photo?.source).toEqual(source);
  const { again } = newSizeOf(second ?? fail(), uploadedAt + 8.1 * day);
  expect(again.photo).toEqual({
    source: { type: 'generation', generationId: doneGeneration.id, variation: 1 },
    name: 'Classic Burger',
    imageUrl: '/media/base-1.jpg',
  });
  expect(again.choices).toEqual({
    formatId: null,
    promoText: 'Two for one',
    promoPosition: 'bottom',
    promoLook: null,
  });
});

test('a menu picture keeps the choices of the Menu Pack', () => {
  const menu = {
    platform: 'uber',
    imageType: 'menu',
    backgroundStyle: 'marble',
    plateStyle: 'rustic',
    imageStyle: 'natural',
  };
  expect(anotherLike({ ...doneGeneration, studio: null, menu }).again).toEqual({
    choices: null,
    menu,
    photo: null,
  });
});

test.each([[null], [undefined], [{}], [{ editMode: true }]])('%j begins nothing', (state) => {
  expect(readAgainState(state)).toBeUndefined();
});

function fail(): never {
  throw new Error('The generation has no results');
}
