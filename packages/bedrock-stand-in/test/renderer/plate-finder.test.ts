import { describe, expect, it } from 'vitest';
import { findDish } from '#src/renderer/dish-mask.ts';
import { decode } from '#src/renderer/image-file.ts';
import { plane } from '#src/renderer/pixels.ts';
import {
  coverWithOval,
  findPlate,
  fitOval,
  isOval,
  isPartOfFood,
  joinOval,
} from '#src/renderer/plate-finder.ts';
import { mean } from './mean.ts';
import { type PhotoName, photo as photoFile } from './photos.ts';

describe('findPlate', () => {
  const load = async (name: PhotoName) => {
    const photo = await decode(await photoFile(name));
    const food = findDish(photo);
    return { photo, food, plate: findPlate(photo, food) };
  };

  it.each([
    ['burger-before', 0, 0.17, 0.34],
    ['wings-before', -0.04, 0.1, 0.31],
    ['pizza-before', 0, 0.07, 0.34],
  ] as const)('finds the plate of %s', async (name, x, y, rx) => {
    const { photo, food, plate } = await load(name);
    expect(plate?.x).toBeCloseTo(x, 1);
    expect(plate?.y).toBeCloseTo(y, 1);
    expect(Math.abs((plate?.rx ?? 0) - rx)).toBeLessThan(0.04);
    expect(plate && isPartOfFood(photo, food, plate)).toBe(false);
    expect(mean(joinOval(food, plate), 0, 0, 1, 1)).toBeGreaterThan(mean(food, 0, 0, 1, 1) + 0.02);
  });

  it("counts a pizza's crust as food", async () => {
    const { photo, food, plate } = await load('pizza');
    expect(plate && isPartOfFood(photo, food, plate)).toBe(true);
  });

  it('finds none under a glass on a table', async () => {
    expect((await load('smoothie')).plate).toBeUndefined();
    expect((await load('smoothie-before')).plate).toBeUndefined();
  });
});

describe('isOval', () => {
  it('tells a plate from a bowl with a plate under its foot', () => {
    const bowl = joinOval(plane(200, 200), { x: 0.15, y: 0, rx: 0.3, ry: 0.2 });
    const plated = joinOval(bowl, { x: -0.05, y: 0.25, rx: 0.35, ry: 0.12 });
    expect(isOval(bowl, fitOval(bowl))).toBe(true);
    expect(isOval(plated, fitOval(plated))).toBe(false);
  });
});

describe('fitOval', () => {
  it.each([
    { x: 0, y: 0.1, rx: 0.3, ry: 0.2, turn: 0 },
    { x: -0.2, y: 0, rx: 0.35, ry: 0.15, turn: 0.4 },
  ])('finds the ellipse that a mask is', (oval) => {
    const found = fitOval(joinOval(plane(240, 180), oval));
    for (const key of ['x', 'y', 'rx', 'ry', 'turn'] as const) expect(found[key]).toBeCloseTo(oval[key], 2);
  });
});

describe('coverWithOval', () => {
  const round = { x: 0.3, y: 0.3, rx: 0.4, ry: 0.4 };

  it('covers a plate that two edges of the picture cut off', () => {
    const seen = joinOval(plane(200, 200), round);
    const covers = (oval: Parameters<typeof joinOval>[1]) => {
      const { values } = joinOval(plane(200, 200), oval);
      const shown = values.map((value, i) => value * (seen.values[i] as number));
      return (
        shown.reduce((sum, value) => sum + value, 0) / seen.values.reduce((sum, value) => sum + value, 0)
      );
    };
    expect(covers(fitOval(seen))).toBeLessThan(0.95);
    expect(covers(coverWithOval(seen))).toBeGreaterThan(0.97);
  });

  it('is the fitted oval where the whole plate is seen', () => {
    const seen = joinOval(plane(200, 200), { ...round, x: 0, y: 0 });
    expect(coverWithOval(seen).rx).toBeCloseTo(fitOval(seen).rx, 2);
  });
});
