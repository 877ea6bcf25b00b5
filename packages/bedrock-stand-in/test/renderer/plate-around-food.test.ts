import { describe, expect, it } from 'vitest';
import {
  fillBays,
  findPlateAround,
  isBehindFood,
  isCloth,
  leavesCorners,
} from '#src/renderer/dish-mask/plate-around-food.ts';
import { decode } from '#src/renderer/image-file.ts';
import { maskOf, SIDE, within } from './drawn-dish.ts';
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

it('findPlateAround finds a box whose open lid stands behind the food', async () => {
  const isFood = (x: number, y: number) => Math.hypot(x, 2 * (y - 37)) < 60;
  const crumbs = Array.from({ length: 60 }, (_, k) => {
    const [x, y, fill] = [
      110 + ((k * 53) % 180),
      235 + ((k * 29) % 80),
      ['#7a3b12', '#d98b2b', '#4f7a2a'][k % 3],
    ];
    return `<circle cx="${x}" cy="${y}" r="7" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">
    <rect width="400" height="400" fill="#3b3f42"/>
    <path d="M50 20h300l10 145h-320z" fill="#dcd9d2"/><path d="M40 165h320v12h-320z" fill="#b9b6ae"/>
    <path d="M40 175h320l25 195h-370z" fill="#f1efe9"/>
    <ellipse cx="200" cy="275" rx="120" ry="60" fill="#a85a1c"/>${crumbs.join('')}</svg>`;
  const box = await findPlateAround(await decode(Buffer.from(svg), SIDE, SIDE), maskOf(isFood));
  expect(box && mean(box, 0.2, 0.1, 0.8, 0.9)).toBeGreaterThan(0.97);
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
