import { expect, it } from 'vitest';
import { makingOf } from '#lambdas/generations/making-of.ts';

const drawn = { adapter: 'stability-structure', fidelity: null, width: 1080, height: 1080 };
const file = { width: 1080, height: 1080, isWatermarked: false };

it.each([
  ['the exact size', file, ['created']],
  ['an enlarged copy, a pixel off', { ...file, width: 2160, height: 2161 }, ['created']],
  ['another ratio', { ...file, width: 1200 }, ['created', 'cropped']],
  ['with a watermark', { ...file, isWatermarked: true }, ['created', 'watermarked']],
])('what was done to a picture: %s', (_what, of, actions) => {
  expect(makingOf({ studio: null }, drawn, of, 'dish.jpg')).toMatchObject({
    actions,
    digitalSourceType: 'trainedAlgorithmicMedia',
  });
});

it('no model is claimed for a photo of their own', () => {
  expect(makingOf({ studio: null }, { ...drawn, adapter: null }, file, 'dish.jpg')).toEqual({
    title: 'dish.jpg',
    actions: ['opened', 'cropped'],
    digitalSourceType: null,
    fidelity: null,
  });
});

it('the watermark on a photo that stands in for pictures is named', () => {
  const { actions } = makingOf(
    { studio: null },
    { ...drawn, adapter: null },
    { ...file, isWatermarked: true },
    'dish.jpg',
  );
  expect(actions).toEqual(['opened', 'cropped', 'watermarked']);
});

it('a retouched photo is opened, and no model is claimed to have drawn', () => {
  const made = makingOf({ studio: null }, { ...drawn, adapter: 'photo-retouch' }, file, 'dish.jpg');
  expect(made).toMatchObject({
    actions: ['opened', 'retouched'],
    digitalSourceType: 'algorithmicallyEnhanced',
  });
});

it('the dish of a composite is the photo’s', () => {
  const made = makingOf({ studio: null }, { ...drawn, adapter: 'stability-composite' }, file, 'dish.jpg');
  expect(made).toMatchObject({
    actions: ['created', 'composited'],
    digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  });
});
