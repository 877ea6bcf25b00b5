import { describe, expect, it } from 'vitest';
import { isCertainPlate } from '#src/renderer/dish-mask/certain-plate.ts';
import { maskOf, within } from './drawn-dish.ts';

describe('isCertainPlate', () => {
  const plate = maskOf(within(90));

  it('is true for a plate around its food, also if the network saw both as one', () => {
    for (const isSeen of [true, false]) expect(isCertainPlate(maskOf(within(50)), plate, isSeen)).toBe(true);
  });

  it('is false for a table in pieces between the dishes on it', () => {
    const dishes = maskOf(
      (x, y) => (within(88)(x, y) && Math.min(Math.abs(x), Math.abs(y)) < 18) || within(40)(x, y),
    );
    expect(isCertainPlate(dishes, plate, true)).toBe(false);
  });

  it('is false for two plates with food on each, and true for two pieces of food on one plate', () => {
    const onEach = (radius: number) => (x: number, y: number) => Math.hypot(Math.abs(x) - 42, y) < radius;
    expect(isCertainPlate(maskOf(onEach(22)), maskOf(onEach(41)), true)).toBe(false);
    expect(isCertainPlate(maskOf(onEach(22)), plate, true)).toBe(true);
  });

  it('is false for a plate with a bowl behind it, true for a pot that stands on the plate', () => {
    const isPasta = (x: number, y: number) => within(28)(x + 20, y - 25);
    const isPlate = (x: number, y: number) => within(70)(x + 20, y - 25);
    const isBowl = (x: number, y: number) => within(35)(x - 35, y + 60);
    const food = maskOf((x, y) => isPasta(x, y) || isBowl(x, y));
    const dish = maskOf((x, y) => isPlate(x, y) || isBowl(x, y));
    expect(isCertainPlate(food, dish, true)).toBe(false);
    const isPot = (x: number, y: number) => within(16)(x - 22, y + 5);
    const served = maskOf((x, y) => isPasta(x, y) || isPot(x, y));
    expect(isCertainPlate(served, maskOf(isPlate), true)).toBe(true);
  });

  it('is false for pieces of food that lie apart without a plate around them', () => {
    const isBiscuit = (radius: number) => (x: number, y: number) =>
      Math.hypot(Math.abs(x) - 45, Math.abs(y) - 45) < radius;
    expect(isCertainPlate(maskOf(isBiscuit(25)), maskOf(isBiscuit(35)), false)).toBe(false);
  });
});
