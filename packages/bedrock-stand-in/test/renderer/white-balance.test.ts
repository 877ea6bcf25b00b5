import { describe, expect, it } from 'vitest';
import type { Raster } from '#src/renderer/pixels.ts';
import { removeStrongCast } from '#src/renderer/white-balance.ts';
import { china, cloth, pictureOf, SIDE, stew, within } from './drawn-dish.ts';

/** Stew on a white plate, in this light. */
const stewIn = (light: readonly [number, number, number]) =>
  pictureOf((x, y) => {
    const colour = within(40)(x, y) ? stew : within(80)(x, y) ? china : cloth;
    return colour.map((value, c) => value * (light[c] ?? 1));
  });
const colourAt = ({ rgb }: Raster, x: number, y: number) => {
  const from = (y * SIDE + x) * 3;
  return [...rgb.subarray(from, from + 3)];
};

describe('removeStrongCast', () => {
  it('makes a white plate grey again that a lamp made yellow', () => {
    const picture = removeStrongCast(stewIn([1, 0.85, 0.45]));
    const [red = 0, green = 0, blue = 0] = colourAt(picture, 35, 100);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(0.01);
    const [stewRed = 0, , stewBlue = 0] = colourAt(picture, 100, 100);
    expect(stewRed).toBeGreaterThan(3 * stewBlue);
  });

  it('returns a picture in the light of a warm lamp, or without bright pixels, unchanged', () => {
    for (const light of [
      [1, 1, 1],
      [1, 0.9, 0.65],
      [0.1, 0.09, 0.04],
    ] as const) {
      const picture = stewIn(light);
      expect(removeStrongCast(picture)).toBe(picture);
    }
  });
});
