import { describe, expect, it } from 'vitest';
import { closeUpOf, isCloseUp } from '#src/renderer/dish-mask/close-up.ts';
import { china, maskOf, pictureOf, stew, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('isCloseUp', () => {
  // As detailed and colourful at the border as in the middle.
  const busy = pictureOf((x, y) =>
    (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0 ? [0.7, 0.3, 0.1] : [0.4, 0.1, 0],
  );
  const seenAs = (radius: number, sure: number) => {
    const food = maskOf(within(radius));
    return [food, { ...food, values: food.values.map((value) => value * sure) }] as const;
  };

  it('is false if the network is sure of one object among others', () => {
    expect(isCloseUp(busy, ...seenAs(50, 0.97))).toBe(false);
  });

  it('is true if the network is in doubt, or saw most of the frame', () => {
    expect(isCloseUp(busy, ...seenAs(50, 0.6))).toBe(true);
    const most = maskOf((x, y) => Math.abs(x) < 80 && y < 60);
    expect(isCloseUp(busy, most, most)).toBe(true);
  });
});

describe('closeUpOf', () => {
  /** As busy as a flowered cloth, or as a stew. */
  const busy = (x: number, y: number) =>
    (Math.floor(x / 7) + Math.floor(y / 9)) % 2 === 0 ? [0.8, 0.2, 0.2] : china;
  const pan = pictureOf((x, y) =>
    within(70)(x, y) ? stew : within(85)(x, y) ? [0.08, 0.08, 0.08] : busy(x, y),
  );

  it('ends at the rim of a pan that is clear all around, without the flowered cloth under it', () => {
    const dish = closeUpOf(pan, pan, maskOf(within(84)));
    expect(mean(dish, 0.2, 0.2, 0.8, 0.8)).toBeGreaterThan(0.99);
    expect(mean(dish, 0, 0, 0.12, 0.12)).toBeLessThan(0.02);
    expect(mean(dish, 0.88, 0.88, 1, 1)).toBeLessThan(0.02);
  });

  it.each([
    ['food fills it', pictureOf(busy), maskOf(within(84))],
    ['the pan was not seen as a whole', pan, maskOf(within(60))],
    ['food was seen beyond the rim', pan, maskOf((x, y) => within(84)(x, y) || (x > 0 && Math.abs(y) < 45))],
  ])('is the whole frame where %s', (_, picture, food) => {
    expect(mean(closeUpOf(picture, picture, food), 0, 0, 1, 1)).toBe(1);
  });
});
