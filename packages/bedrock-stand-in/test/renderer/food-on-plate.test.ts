import { describe, expect, it } from 'vitest';
import { foodOnPlate } from '#src/renderer/dish-mask/food-on-plate.ts';
import { type Plane, plane, raster } from '#src/renderer/pixels.ts';
import { mean } from './mean.ts';

const SIDE = 200;
type Shape = (x: number, y: number) => boolean;
const disc =
  (x: number, y: number, radius: number): Shape =>
  (px, py) =>
    Math.hypot(px - x, py - y) < radius;

const plate = disc(100, 100, 90);
const chicken = disc(90, 90, 25);
const china = [0.92, 0.92, 0.9];
const broccoli = [0.15, 0.35, 0.12];

function maskOf(shape: Shape): Plane {
  const mask = plane(SIDE, SIDE);
  mask.values = mask.values.map((_, i) => Number(shape(i % SIDE, Math.floor(i / SIDE))));
  return mask;
}

/**
 * The mask of the food that is found beside the chicken, if the pixels of `shape` have `colour` in this light. `ground`
 * is the mask of the dish.
 */
function found(
  shape: Shape,
  colour: readonly number[],
  ground: Shape = plate,
  light: readonly number[] = [1, 1, 1],
): Plane {
  const picture = raster(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const pixel = chicken(x, y)
      ? [0.7, 0.45, 0.2]
      : shape(x, y)
        ? colour
        : plate(x, y)
          ? china
          : [0.4, 0.25, 0.15];
    picture.rgb.set(
      pixel.map((value, c) => value * (light[c] ?? 1)),
      i * 3,
    );
  }
  return foodOnPlate(picture, maskOf(chicken), maskOf(ground))?.found ?? plane(SIDE, SIDE);
}

describe('food on a plate', () => {
  it('includes a piece beside the rest in another colour than the plate', () => {
    const added = found(disc(130, 110, 18), broccoli);
    expect(mean(added, 0.58, 0.48, 0.72, 0.62)).toBeGreaterThan(0.95);
    expect(mean(added, 0.2, 0.7, 0.8, 0.9)).toBe(0);
  });

  it('includes a dark piece that lies apart, like a charred lemon', () => {
    expect(mean(found(disc(130, 150, 18), [0.2, 0.16, 0.14]), 0.6, 0.7, 0.7, 0.8)).toBeGreaterThan(0.95);
  });

  it('includes a small isolated piece on a plain plate', () => {
    const added = found(disc(130, 150, 7), broccoli);
    expect(mean(added, 0.63, 0.73, 0.67, 0.77)).toBeGreaterThan(0.95);
    expect(mean(added, 0.2, 0.5, 0.55, 0.9)).toBe(0);
  });

  it('includes a small piece at the rim, without the plate between two pieces', () => {
    expect(mean(found(disc(100, 178, 7), broccoli), 0.49, 0.86, 0.51, 0.88)).toBeGreaterThan(0.95);
    const leaves = found(
      (x, y) => Math.abs(x - 140) < 12 && Math.abs(y - 130) < 20 && Math.abs(y - 130) >= 1,
      broccoli,
    );
    expect(mean(leaves, 0.68, 0.58, 0.72, 0.62)).toBeGreaterThan(0.95);
    expect(mean(leaves, 0.68, 0.65, 0.72, 0.655)).toBe(0);
  });

  it('is found in the light of a lamp that colours the plate', () => {
    const added = found(disc(130, 110, 18), broccoli, plate, [0.9, 0.75, 0.35]);
    expect(mean(added, 0.58, 0.48, 0.72, 0.62)).toBeGreaterThan(0.95);
  });

  it.each([
    ['a shadow of the food', disc(115, 115, 30), [0.66, 0.66, 0.65]],
    [
      'the line along the rim',
      (x: number, y: number) => plate(x, y) && !disc(100, 100, 82)(x, y),
      [0.1, 0.2, 0.6],
    ],
    ['a speck of parsley', disc(130, 140, 3), broccoli],
    ['a pattern', (x: number, y: number) => plate(x, y) && x % 30 < 14 && y % 30 < 14, [0.1, 0.2, 0.6]],
  ] as const)('is not %s', (_what, shape, colour) => {
    expect(mean(found(shape, colour), 0, 0, 1, 1)).toBe(0);
  });

  it('excludes the table in a corner of the dish mask', () => {
    const corner: Shape = (x, y) => x > 150 && y < 45;
    const withCorner: Shape = (x, y) => plate(x, y) || corner(x, y);
    expect(mean(found(corner, [0.5, 0.3, 0.15], withCorner), 0, 0, 1, 1)).toBe(0);
  });
});
