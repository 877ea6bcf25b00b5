import { describe, expect, it } from 'vitest';
import { findOnPlainBackground } from '#src/renderer/dish-mask/plain-background.ts';
import { type Plane, plane, type Raster, raster } from '#src/renderer/pixels.ts';
import { mean } from './mean.ts';

const SIDE = 300;

/** A value for each pixel of 300 × 300, by its place in pixels from the middle. */
function fill(channels: 1 | 3, value: (x: number, y: number) => readonly number[]): Plane & Raster {
  const out = { ...plane(SIDE, SIDE), ...raster(SIDE, SIDE) };
  const values = channels === 1 ? out.values : out.rgb;
  for (let i = 0; i < SIDE * SIDE; i++)
    values.set(value((i % SIDE) - 149.5, Math.floor(i / SIDE) - 149.5), i * channels);
  return out;
}

const grey = (value: number) => [value, value, value];
const stew = [0.5, 0.25, 0.1];
const isFood = (x: number, y: number) => Math.hypot(x, y * 1.5) < 60;
const food = fill(1, (x, y) => [isFood(x, y) ? 1 : 0]);
const radius = (x: number, y: number) => Math.hypot(x, y * 1.5) / 110;

/** A white plate whose rim has an edge on its left and its right only, and a shadow that fades below it. */
function whiteOnWhite(background: (x: number, y: number) => number): Raster {
  return fill(3, (x, y) => {
    if (isFood(x, y)) return stew;
    const r = radius(x, y);
    const rim = r > 0.96 && r < 1 && Math.abs(x) > 30 ? 0.1 : 0;
    if (r < 1) return grey(0.96 - rim);
    return grey(background(x, y) - 0.2 * Math.max(0, Math.min(1, (1.5 - r) * 2 - 0.1)) * (y > 20 ? 1 : 0));
  });
}

describe('findOnPlainBackground', () => {
  it('finds a white plate on a white table, without its shadow', () => {
    const dish = findOnPlainBackground(
      whiteOnWhite(() => 1),
      food,
    );
    if (!dish) throw new Error('Nothing was found');
    const plate = fill(1, (x, y) => [radius(x, y) < 0.9 ? 1 : 0]);
    const missed = plate.values.filter((value, i) => value === 1 && (dish.values[i] ?? 0) < 0.5).length;
    expect(missed / plate.values.filter((value) => value === 1).length).toBeLessThan(0.05);
    // The shadow below the plate, and the corners.
    expect(mean(dish, 0.45, 0.78, 0.55, 0.84)).toBeLessThan(0.05);
    expect(mean(dish, 0, 0, 0.1, 0.1)).toBe(0);
  });

  it('finds nothing around food without tableware, on a table of two colours, or in the dark', () => {
    const bare = (background: number) => fill(3, (x, y) => (isFood(x, y) ? stew : grey(background)));
    expect(findOnPlainBackground(bare(1), food)).toBeUndefined();
    expect(
      findOnPlainBackground(
        whiteOnWhite((x) => (x < 0 ? 1 : 0.7)),
        food,
      ),
    ).toBeUndefined();
    const dark = fill(3, (x, y) => (isFood(x, y) ? stew : grey(radius(x, y) < 1 ? 0.9 : 0.05)));
    expect(findOnPlainBackground(dark, food)).toBeUndefined();
  });
});
