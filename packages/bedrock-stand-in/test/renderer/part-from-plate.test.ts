import { describe, expect, it } from 'vitest';
import { findFoodOfDish, partFromPlate } from '#src/renderer/dish-mask/part-from-plate.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('partFromPlate', () => {
  const dish = maskOf(within(85));
  const sure = maskOf(within(50));
  /** The network is sure of the stew, and less sure of the rest of the dish. */
  const salient = { ...dish, values: dish.values.map((value, i) => (sure.values[i] ? 1 : value * 0.7)) };
  const seen = { salient, food: dish, dish };
  const pictureOn = (colour: (x: number, y: number) => readonly number[]) =>
    pictureOf((x, y) => (within(50)(x, y) ? stew : colour(x, y)));

  it('returns the food of which the network is surer than of its plain plate', () => {
    const parted = partFromPlate(
      pictureOn((x, y) => (within(85)(x, y) ? china : cloth)),
      seen,
    );
    expect(parted && mean(parted.food, 0.35, 0.35, 0.65, 0.65)).toBeGreaterThan(0.99);
    expect(parted && mean(parted.food, 0.1, 0.45, 0.2, 0.55)).toBeLessThan(0.01);
  });

  it('is undefined if a colourful salad lies around the food', () => {
    const salad = pictureOn((x, y) =>
      Math.floor((x + y) / 9) % 2 === 0 ? [0.3, 0.6, 0.1] : [0.8, 0.2, 0.1],
    );
    expect(partFromPlate(salad, seen)).toBeUndefined();
  });

  it('is undefined if much food along the rim would be lost', () => {
    const isSauce = (x: number, y: number) => y > 0 && within(79)(x, y) && !within(70)(x, y);
    const dressed = pictureOn((x, y) => (isSauce(x, y) ? [0.6, 0.2, 0.1] : china));
    expect(partFromPlate(dressed, seen)).toBeUndefined();
  });

  it('fills a small hole in the food that is darker than the plate, but not one that shows the plate', () => {
    const isOnion = (x: number, y: number) => Math.hypot(x - 20, y) < 7;
    const isPlate = (x: number, y: number) => Math.hypot(x + 20, y) < 7;
    const isHole = (x: number, y: number) => isOnion(x, y) || isPlate(x, y);
    const picture = pictureOf((x, y) => {
      if (isOnion(x, y)) return [0.76, 0.76, 0.74];
      return within(50)(x, y) && !isPlate(x, y) ? stew : china;
    });
    const holes = maskOf(isHole);
    const values = salient.values.map((value, i) => (holes.values[i] ? 0.3 : value));
    const parted = partFromPlate(picture, { ...seen, salient: { ...salient, values } });
    expect(parted && mean(parted.food, 0.58, 0.48, 0.62, 0.52)).toBe(1);
    expect(parted && mean(parted.food, 0.38, 0.48, 0.42, 0.52)).toBe(0);
  });

  it('includes a piece at the rim of which the network is less sure', () => {
    const isSlice = (x: number, y: number) => x > 66 && x < 78 && Math.abs(y) < 12;
    const picture = pictureOn((x, y) => (isSlice(x, y) ? [0.6, 0.7, 0.35] : china));
    const parted = partFromPlate(picture, seen);
    expect(parted && mean(parted.food, 0.84, 0.46, 0.87, 0.54)).toBe(1);
    expect(parted && mean(parted.food, 0.1, 0.45, 0.2, 0.55)).toBeLessThan(0.01);
  });
});

describe('findFoodOfDish', () => {
  const dish = maskOf(within(85));
  const seen = { salient: dish, food: dish, dish };
  /** Pasta on a plate on a dark table, drawn as strands of three colours. */
  const pastaOn = (plate: readonly number[]) =>
    pictureOf((x, y) => {
      if (!within(85)(x, y)) return [0.1, 0.09, 0.08];
      if (!within(45)(x, y)) return plate;
      const strand = Math.sin(x * 0.5 + 4 * Math.sin(y * 0.09)) + Math.sin(y * 0.45 + 3 * Math.sin(x * 0.11));
      return strand > 0.5 ? [0.85, 0.7, 0.35] : strand > -0.6 ? [0.72, 0.5, 0.2] : [0.45, 0.2, 0.1];
    });

  it('separates food from a pale plate of which the network is as sure', async () => {
    const food = await findFoodOfDish(pastaOn(china), seen);
    expect(food && mean(food, 0.35, 0.35, 0.65, 0.65)).toBeGreaterThan(0.98);
    expect(food && mean(food, 0.1, 0.45, 0.2, 0.55)).toBeLessThan(0.02);
  });

  it('is undefined on a dark plate, which cannot be told from shadows', async () => {
    expect(await findFoodOfDish(pastaOn([0.16, 0.16, 0.17]), seen)).toBeUndefined();
  });
});
