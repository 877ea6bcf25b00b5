import { expect, it } from 'vitest';
import { editStateOf, readEditState } from '#web/generations/edit-state.ts';
import { resultsOf } from '#web/generations/results.ts';
import { doneGeneration } from './stored-generation.ts';

it('passes a picture to the studio with its promotional text, as the specification names the state', () => {
  const [, second] = resultsOf(doneGeneration);
  if (second === undefined) throw new Error('There are two results');
  const state = editStateOf(second);
  expect(state).toEqual({
    editMode: true,
    goToStep: 3,
    finalTouchesOnly: true,
    existingImage: {
      generationId: doneGeneration.id,
      variation: 1,
      // Without the old words: the studio sets those of the draft over it.
      previewUrl: '/media/base-1.jpg',
      name: 'Classic Burger',
      choices: {
        formatId: 'square_feed',
        promoText: 'Two for one',
        promoPosition: 'bottom',
        promoLook: null,
      },
      foodLock: false,
      menu: null,
    },
  });
  expect(readEditState(structuredClone(state))).toEqual(state);
});

it('passes the picture itself where it was made without words', () => {
  const variations = doneGeneration.variations.map((each) => ({ ...each, basePreviewUrl: null }));
  const [first] = resultsOf({ ...doneGeneration, variations });
  expect(first && editStateOf(first).existingImage.previewUrl).toBe('/media/preview-0.jpg');
});

it('keeps the food lock of the picture, with the looks of its surroundings', () => {
  const [locked] = resultsOf({ ...doneGeneration, foodLock: true });
  expect(locked && editStateOf(locked).existingImage).toMatchObject({
    foodLock: true,
    choices: {
      formatId: 'square_feed',
      creationPath: 'ugc',
      filter: { id: 'liquidgold' },
      scene: { id: 'cafe-window-bite' },
      promoText: 'Two for one',
    },
  });
});

it.each([
  undefined,
  null,
  {},
  { editMode: true },
  { screen: { step: 3 } },
])('reads no edit from %j', (state) => {
  expect(readEditState(state)).toBeUndefined();
});
