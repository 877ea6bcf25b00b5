import { describe, expect, it } from 'vitest';
import { fillBays, isBehindFood, isCloth, leavesCorners } from '#src/renderer/dish-mask/plate-around-food.ts';
import { maskOf, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('fillBays', () => {
  it('restores a piece of a bowl’s rim that was overlooked', () => {
    const bitten = maskOf((x, y) => within(70)(x, y) && !within(14)(x + 52, y + 36));
    const bite = [0.24, 0.33, 0.28, 0.37] as const;
    expect(mean(bitten, ...bite)).toBeLessThan(0.2);
    expect(mean(fillBays(bitten), ...bite)).toBeGreaterThan(0.8);
  });

  it('does not change a mask that is not round', () => {
    const corner = maskOf((x, y) => Math.abs(x) < 70 && Math.abs(y) < 70 && !(x > 0 && y > 0));
    expect(fillBays(corner)).toBe(corner);
  });
});

describe('isCloth', () => {
  const food = maskOf(within(25));

  it('is true for a table without the objects on it, false for a plate of any shape', () => {
    expect(isCloth(maskOf(within(70)), food)).toBe(false);
    expect(
      isCloth(
        maskOf((x, y) => Math.abs(x) < 80 && Math.abs(y) < 40),
        food,
      ),
    ).toBe(false);
    const cloth = maskOf((x, y) => y > -30 && Math.abs(x) < 90 && !within(30)(x - 60, y + 10));
    expect(isCloth(cloth, food)).toBe(true);
    expect(isCloth(cloth, maskOf(within(60)))).toBe(false);
  });
});

describe('isBehindFood', () => {
  const food = maskOf((x, y) => Math.abs(x) < 60 && Math.abs(y - 30) < 20);

  it('is true for smoke that rises behind the food, false for a board in front of it and a round plate', () => {
    expect(
      isBehindFood(
        maskOf((x, y) => Math.abs(x) < 80 && y < 60),
        food,
      ),
    ).toBe(true);
    expect(
      isBehindFood(
        maskOf((x, y) => Math.abs(x) < 90 && y > 0 && y < 90),
        food,
      ),
    ).toBe(false);
    expect(isBehindFood(maskOf(within(95)), food)).toBe(false);
  });
});

describe('leavesCorners', () => {
  it('is true for a pan that each side of the frame cuts off', () => {
    expect(leavesCorners(maskOf(within(115)))).toBe(true);
  });

  it.each([
    ['a whole frame', () => true],
    ['a table with a wall behind it', (_x: number, y: number) => y > -60],
    ['a table whose edge cuts off one corner', (x: number, y: number) => x + y > -120],
    ['a plate that lies whole in the frame', within(80)],
  ])('is not so for %s', (_what, isSet) => {
    expect(leavesCorners(maskOf(isSet))).toBe(false);
  });
});
