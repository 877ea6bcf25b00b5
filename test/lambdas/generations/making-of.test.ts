import { describe, expect, it } from 'vitest';
import { isDrawn, madeHereOf, makingOf, provenanceOf } from '#lambdas/generations/making-of.ts';
import type { PhotoFile } from '#lambdas/photos/photo.ts';
import { describeActions } from '#lambdas/pictures/manifest.ts';
import type { DigitalSourceType } from '#lambdas/pictures/provenance.ts';

const drawn = { adapter: 'stability-structure', fidelity: null, width: 1080, height: 1080 };
const photo: PhotoFile = { store: 'uploads', key: 'photo' };
const generation = { studio: null, photo };
const file = { width: 1080, height: 1080, isWatermarked: false };

it.each([
  ['the exact size', file, ['created']],
  ['an enlarged copy, a pixel off', { ...file, width: 2160, height: 2161 }, ['created']],
  ['another ratio', { ...file, width: 1200 }, ['created', 'cropped']],
  ['with a watermark', { ...file, isWatermarked: true }, ['created', 'watermarked']],
])('what was done to a picture: %s', (_what, of, actions) => {
  expect(makingOf(generation, drawn, of, 'dish.jpg')).toMatchObject({
    actions,
    digitalSourceType: 'trainedAlgorithmicMedia',
  });
});

it('no model is claimed for a photo of their own', () => {
  expect(makingOf(generation, { ...drawn, adapter: null }, file, 'dish.jpg')).toEqual({
    title: 'dish.jpg',
    actions: ['opened', 'cropped'],
    digitalSourceType: null,
    fidelity: null,
  });
});

it('of the restaurant’s photo is said only what we know: others may have drawn in it', () => {
  const ofPhoto = { ...drawn, adapter: null };
  expect(describeActions(makingOf(generation, ofPhoto, file, 'dish.jpg'))).toEqual([
    'A photo that the restaurant chose; no model of ours drew in it.',
    'Cut to the size of the format.',
  ]);
  expect(describeActions(makingOf(generation, ofPhoto, { ...file, isContinued: true }, 'dish.jpg'))[0]).toBe(
    'A photo that the restaurant chose.',
  );
});

it('the watermark on a photo that stands in for pictures is named', () => {
  const { actions } = makingOf(
    generation,
    { ...drawn, adapter: null },
    { ...file, isWatermarked: true },
    'dish.jpg',
  );
  expect(actions).toEqual(['opened', 'cropped', 'watermarked']);
});

it('a retouched photo is opened, and no model is claimed to have drawn', () => {
  const made = makingOf(generation, { ...drawn, adapter: 'photo-retouch' }, file, 'dish.jpg');
  expect(made).toMatchObject({
    actions: ['opened', 'retouched'],
    digitalSourceType: 'algorithmicallyEnhanced',
  });
});

it.each([
  ['photo-retouch', 'compositeWithTrainedAlgorithmicMedia', ['opened', 'retouched', 'outpainted', 'cropped']],
  [null, 'compositeWithTrainedAlgorithmicMedia', ['opened', 'outpainted', 'cropped']],
  ['stability-structure', 'trainedAlgorithmicMedia', ['created', 'outpainted', 'cropped']],
])('what a model continued is marked as drawn: %s', (adapter, digitalSourceType, actions) => {
  const made = makingOf(generation, { ...drawn, adapter }, { ...file, isContinued: true }, 'dish.jpg');
  expect(made).toMatchObject({ actions, digitalSourceType });
  expect(describeActions(made).join(' ')).not.toContain('no model');
});

it('the dish of a composite is the photo’s', () => {
  const made = makingOf(generation, { ...drawn, adapter: 'stability-composite' }, file, 'dish.jpg');
  expect(made).toMatchObject({
    actions: ['created', 'composited'],
    digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  });
});

const unchanged = {
  ssim: 1,
  deltaE95: 0,
  worstDeltaE: 0,
  verdict: 'unchanged',
  maskCorrected: false,
} as const;

/** A generation whose photo is a picture that was made here. */
function madeOf(type: DigitalSourceType, isDishUnchanged = true) {
  return { studio: null, photo: { ...photo, madeHere: { type, isDishUnchanged } } };
}

describe('an edit of a picture that was made here', () => {
  const [retouched, composite, whole] = [
    'algorithmicallyEnhanced',
    'compositeWithTrainedAlgorithmicMedia',
    'trainedAlgorithmicMedia',
  ] as const;

  it.each([
    [composite, 'photo-retouch', composite, ['reopened', 'retouched']],
    [whole, 'photo-retouch', whole, ['reopened', 'retouched']],
    [whole, 'stability-composite', whole, ['reopened', 'surrounded']],
    [retouched, 'stability-composite', composite, ['reopened', 'surrounded']],
    [composite, 'stability-structure', whole, ['reopened', 'redrawn']],
    [retouched, 'photo-retouch', retouched, ['reopened', 'retouched']],
    [composite, null, composite, ['reopened', 'cropped']],
    [whole, null, whole, ['reopened', 'cropped']],
  ] as const)('keeps the stronger mark: %s, then %s', (of, adapter, digitalSourceType, actions) => {
    const made = makingOf(madeOf(of), { ...drawn, adapter }, file, 'dish.jpg');
    expect(made).toMatchObject({ actions, digitalSourceType, openedType: of });
    const text = describeActions(made).join(' ');
    expect(text).not.toMatch(/no model|cut from the photo|the restaurant/);
    expect(text.includes('made here earlier, with generative models')).toBe(of !== retouched);
    expect(isDrawn(madeOf(of), { ...drawn, adapter })).toBe(digitalSourceType !== retouched);
  });

  it('has figures of the dish only if they tell how far it is from the photo', () => {
    const locked = { adapter: 'stability-composite', fidelity: unchanged };
    expect(provenanceOf(madeOf(composite), locked)?.fidelity).toEqual(unchanged);
    expect(provenanceOf(madeOf(whole, false), locked)?.fidelity).toBeNull();
    expect(makingOf(madeOf(whole, false), { ...drawn, ...locked }, file, 'dish.jpg').fidelity).toBeNull();
  });
});

describe('what is remembered of a picture that becomes a photo', () => {
  const locked = { adapter: 'stability-composite', fidelity: unchanged };

  it.each([
    ['one with the dish as it was', unchanged, true],
    ['one whose plate was drawn', { ...unchanged, foodOnly: true }, false],
    ['one whose plate was not found, and stayed', { ...unchanged, foodOnly: false }, true],
    ['one of which a person chose what stays', { ...unchanged, maskCorrected: true }, false],
    ['one whose dish was restyled', { ...unchanged, verdict: 'restyled' as const }, false],
    ['one that was not compared', null, false],
  ])('%s', (_what, fidelity, isDishUnchanged) => {
    const type = 'compositeWithTrainedAlgorithmicMedia';
    expect(madeHereOf({ photo }, { ...locked, fidelity })).toEqual({ type, isDishUnchanged });
  });

  it('nothing of the customer’s own photo', () => {
    expect(madeHereOf({ photo }, { adapter: null, fidelity: null })).toBeUndefined();
  });

  it('what was remembered before, of a picture that came back as it was', () => {
    const before = madeOf('trainedAlgorithmicMedia');
    expect(madeHereOf(before, { adapter: null, fidelity: null })).toEqual(before.photo.madeHere);
  });

  it('that its dish was changed before, of an edit that kept that dish', () => {
    expect(madeHereOf(madeOf('trainedAlgorithmicMedia', false), locked)).toEqual({
      type: 'trainedAlgorithmicMedia',
      isDishUnchanged: false,
    });
  });
});
