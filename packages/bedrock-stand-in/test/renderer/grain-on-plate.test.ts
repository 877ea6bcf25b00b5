import { describe, expect, it } from 'vitest';
import { hasGrain } from '#src/renderer/dish-mask/grain-on-plate.ts';
import type { Colour } from '#src/renderer/pixels.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';

describe('hasGrain', () => {
  const isStew = (x: number, y: number) => within(45)(x, y) && x < 0;
  const isBeside = (x: number, y: number) => within(45)(x, y) && x > 0;
  const seen = (picture: Parameters<typeof hasGrain>[0]) =>
    hasGrain(picture, maskOf(isStew), maskOf(within(80)));
  const served = (plate: Colour, beside: (x: number, y: number) => Colour) =>
    pictureOf((x, y) =>
      isStew(x, y) ? stew : isBeside(x, y) ? beside(x, y) : within(80)(x, y) ? plate : cloth,
    );
  const darker = ([r, g, b]: Colour, by: number): Colour => [r - by, g - by, b - by];
  /** Grains of some pixels, as rice has. */
  const grains = (plate: Colour) => (x: number, y: number) =>
    darker(plate, 0.06 * Number((Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0));

  it('is true for rice beside the food on a pale plate', () => {
    expect(seen(served(china, grains(china)))).toBe(true);
  });

  it('is false for a bare plate, for lines, and for grain apart from the food', () => {
    expect(seen(served(china, () => china))).toBe(false);
    expect(seen(served(china, (x) => darker(china, 0.06 * (Math.floor(x / 3) % 2))))).toBe(false);
    expect(seen(served(china, (x, y) => (x > 15 ? grains(china)(x, y) : china)))).toBe(false);
  });

  it('is false for a dark plate, whose glaze may be grainy', () => {
    const dark: Colour = [0.2, 0.2, 0.2];
    expect(seen(served(dark, grains(dark)))).toBe(false);
  });
});

describe('hasGrain on any plate', () => {
  const isPie = (x: number, y: number) => within(45)(x, y) && x < 0;
  const chips = (x: number, y: number): Colour =>
    (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0 ? stew : [0.8, 0.6, 0.3];
  const seen = (plate: (x: number, y: number) => Colour) => {
    const picture = pictureOf((x, y) => (isPie(x, y) ? chips(x, y) : within(80)(x, y) ? plate(x, y) : cloth));
    return hasGrain(picture, maskOf(isPie), maskOf(within(80)));
  };

  it('is true where food of the same kind was taken for the plate', () => {
    expect(seen((x, y) => (within(72)(x, y) ? chips(x, y) : china))).toBe(true);
  });

  it('is false for a bare plate, for one with a few crumbs, and for lines on it', () => {
    expect(seen(() => china)).toBe(false);
    expect(seen((x, y) => (Math.hypot(x - 30, y) < 12 ? chips(x, y) : china))).toBe(false);
    expect(seen((x) => (x % 8 === 0 ? [0.7, 0.7, 0.7] : china))).toBe(false);
  });
});
