import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CutOutFindings, Photo } from '#shared/api/photos.ts';
import { brighteningCurve } from '#shared/domain/brightening.ts';
import { measuredSide, measurePhoto } from '#shared/domain/measure-photo.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { adviceOn, unsolvableIn } from '#web/photos/photo-advice.ts';
import { words } from '#web/photos/words.ts';

const burger = join(import.meta.dirname, '../../../web/public/samples/burger.jpg');

async function measured(picture: Sharp) {
  const { data, info } = await picture
    .resize(measuredSide, measuredSide, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return measurePhoto({ data, width: info.width, height: info.height });
}

const photo: Photo = {
  id: '0'.repeat(64),
  width: 1600,
  height: 1200,
  cutOut: null,
  dish: null,
  corrected: false,
  reading: null,
};

/** A cut-out that was made, about which these findings differ from those of a good one. */
function cutOutWith(findings: Partial<CutOutFindings>): Photo['cutOut'] {
  const good = { covered: 0.4, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] };
  return { state: 'made', width: 100, height: 100, findings: { ...good, ...findings }, message: null };
}

describe('the measures of a photo', () => {
  it('of a good one lead to no advice', async () => {
    expect(adviceOn(await measured(sharp(burger)), photo)).toEqual([]);
  });

  it.each([
    ['dark', (picture: Sharp) => picture.linear(0.25, 0), ['dark']],
    ['blurred', (picture: Sharp) => picture.resize(640).blur(3), ['blurred']],
    ['black', (picture: Sharp) => picture.linear(0, 0), ['empty']],
  ] as const)('of a %s one say so', async (_name, spoil, advice) => {
    const spoilt = sharp(await spoil(sharp(burger)).png().toBuffer());
    expect(adviceOn(await measured(spoilt), photo)).toEqual(advice);
  });
});

describe('advice', () => {
  it('does not miss a dish where it is too dark to see one', async () => {
    const unseen: Photo = {
      ...photo,
      reading: { state: 'made', content: { ...plainReading, isFood: false }, message: null },
    };
    const [dark, light] = [sharp(burger).linear(0.25, 0), sharp(burger)];
    expect(adviceOn(await measured(dark), unseen)).toEqual(['dark']);
    expect(adviceOn(await measured(light), unseen)).toEqual(['noFood']);
  });

  it.each([
    [
      'people',
      { people: true },
      'person',
      'This looks like a picture of a person. Choose a photo of the dish itself.',
    ],
    [
      'writing',
      { writing: true },
      'card',
      'This looks like a menu card or a screenshot. Choose a photo of the dish itself.',
    ],
    ['nothing else', {}, 'noFood', 'We can’t see a dish here. Choose a photo with the food in front.'],
  ] as const)('says what a picture of no food looks like: with %s', async (_what, seen, problem, sentence) => {
    const content = { ...plainReading, isFood: false, ...seen };
    const foodless: Photo = { ...photo, reading: { state: 'made', content, message: null } };
    expect(adviceOn(undefined, foodless)).toEqual([problem]);
    expect(words.advice[problem]).toBe(sentence);
    // What is said about a dish is not said where there is none.
    const cutOut = cutOutWith({ edges: ['left'], lean: -6, doubtful: true, reasons: ['edge', 'small'] });
    expect(adviceOn(undefined, { ...foodless, cutOut })).toEqual([problem]);
    expect(unsolvableIn(undefined, foodless)).toEqual([problem]);
    // Beside a dish, people and writing are only what platforms refuse.
    const dish: Photo = {
      ...foodless,
      reading: { state: 'made', content: { ...content, isFood: true }, message: null },
    };
    expect(adviceOn(undefined, dish)).toEqual(Object.keys(seen));
    expect(unsolvableIn(undefined, dish)).toEqual([]);
    const dark = sharp(burger).linear(0.25, 0);
    expect(unsolvableIn(await measured(dark), foodless)).toEqual([]);
  });

  it('is to straighten a photo whose plate leans', () => {
    const cutOut = cutOutWith({ lean: -6 });
    expect(adviceOn(undefined, { ...photo, cutOut })).toEqual(['leaning']);
  });

  it('is not about an edge that somebody has corrected', () => {
    const cutOut = cutOutWith({ edges: ['left'], doubtful: true, reasons: ['edge'] });
    expect(adviceOn(undefined, { ...photo, cutOut })).toEqual(['cutOff']);
    expect(adviceOn(undefined, { ...photo, cutOut, corrected: true })).toEqual([]);
  });

  it('needs nothing but what is known so far', () => {
    expect(adviceOn(undefined, undefined)).toEqual([]);
  });

  it('follows size, cut-out and reading, most important first', () => {
    const cutOut = cutOutWith({
      covered: 0.02,
      edges: ['left'],
      doubtful: true,
      reasons: ['small', 'edge'],
    });
    const content = {
      ...plainReading,
      isFood: false,
      severalDishes: true,
      collage: true,
      people: true,
      writing: true,
      cluttered: true,
    };
    const known = { state: 'made' as const, content, message: null };
    expect(adviceOn(undefined, { ...photo, width: 320, cutOut, reading: known })).toEqual([
      'person',
      'collage',
      'small',
      'severalDishes',
      'cluttered',
      'writing',
    ]);
    const food = { ...known, content: { ...content, isFood: true } };
    expect(adviceOn(undefined, { ...photo, width: 320, cutOut, reading: food })).toEqual([
      'collage',
      'small',
      'cutOff',
      'severalDishes',
      'cluttered',
      'tinyDish',
      'people',
      'writing',
    ]);
  });
});

describe('brightening', () => {
  it('raises the highlights to a light tone and burns nothing out', () => {
    const curve = brighteningCurve(60);
    expect(curve[0]).toBe(0);
    expect(curve[255]).toBe(255);
    expect(curve[60]).toBeGreaterThan(120);
    for (let value = 1; value < 256; value += 1)
      expect(curve[value]).toBeGreaterThanOrEqual(curve[value - 1] ?? 0);
  });

  it('leaves a light photo as it is', () => {
    expect([...brighteningCurve(240)]).toEqual(Array.from({ length: 256 }, (_, value) => value));
  });
});
