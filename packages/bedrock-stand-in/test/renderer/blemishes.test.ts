import { beforeAll, describe, expect, it } from 'vitest';
import { blemishesOf, type Outline, outlineOf, type Pixels } from './blemishes.ts';
import { dishOn } from './composites.ts';
import { around, cutOut, pixelsOf } from './look-drawings.ts';
import { lookTexts } from './look-texts.ts';

describe('blemishes', () => {
  let photo: Pixels;
  let clean: Pixels;
  let outline: Outline;
  beforeAll(async () => {
    const coffee = await dishOn('coffee-cc0', 'letters');
    photo = await pixelsOf(coffee.file);
    clean = await pixelsOf(await around(lookTexts.backgrounds[1]?.text ?? '')(coffee));
    outline = outlineOf(await cutOut(coffee), coffee.width, coffee.height);
  });

  /** The kinds of blemishes after `change` was applied to every value outside of the dish. */
  function spoilt(change: (value: number, pixel: number, away: number, old: number) => number) {
    const data = clean.data.map((value, i) => {
      const pixel = Math.floor(i / 3);
      const away = outline.away[pixel] ?? 0;
      return away > 0 ? Math.round(change(value, pixel, away, photo.data[i] ?? 0)) : value;
    });
    return [...blemishesOf(photo, { ...clean, data }, outline).keys()];
  }

  const row = (pixel: number) => Math.floor(pixel / clean.width);
  const column = (pixel: number) => pixel % clean.width;

  it('are not found in an unchanged picture', () => {
    expect(spoilt((value) => value)).toEqual([]);
  });

  it('include a light or dark halo, even if it is thin or goes around most of the dish only', () => {
    expect(spoilt((value, _pixel, away) => (away < 3 ? 235 : value))).toEqual(['light seam']);
    expect(spoilt((value, _pixel, away) => (away < 1.2 ? 235 : value))).toEqual(['light seam']);
    expect(spoilt((value, _pixel, away) => (away < 3 ? 8 : value))).toEqual(['dark seam']);
    const half = (pixel: number) => row(pixel) < clean.height * 0.6;
    expect(spoilt((value, pixel, away) => (away < 3 && half(pixel) ? 235 : value))).toEqual(['light seam']);
  });

  it('do not include a shadow that spreads from the dish, nor its edge with a dark or light place', () => {
    const shade = (pixel: number, away: number) =>
      row(pixel) > clean.height / 2 ? 1 - 0.6 * Math.exp(-away / 20) : 1;
    expect(spoilt((value, pixel, away) => value * shade(pixel, away))).toEqual([]);
    expect(spoilt((value) => value * 0.3)).toEqual([]);
    expect(spoilt((value) => 255 - 0.2 * (255 - value))).toEqual([]);
  });

  it('include the old surroundings at 5 % or 20 % opacity', () => {
    for (const share of [0.05, 0.2])
      expect(spoilt((value, _pixel, _away, old) => value * (1 - share) + old * share)).toEqual(['ghost']);
  });

  it('include darkened rows or columns, from every second to every fifth', () => {
    for (const period of [2, 3, 4, 5]) {
      expect(spoilt((value, pixel) => (row(pixel) % period ? value : value * 0.92))).toEqual(['lines']);
      expect(spoilt((value, pixel) => (column(pixel) % period ? value : value * 0.92))).toEqual(['lines']);
    }
  });
});
