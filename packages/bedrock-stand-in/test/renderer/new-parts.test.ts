import { describe, expect, it } from 'vitest';
import { clearElsewhere, clearTable, goesOn, newParts } from '#src/renderer/dish-mask/new-parts.ts';
import { toLab } from '#src/renderer/pixels.ts';
import { china, cloth, maskOf, pictureOf, SIDE, stew, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('newParts', () => {
  const food = maskOf((x, y) => y > 20 && within(90)(x, y));
  /** Fruit on a stick to the left, and a warm cloth without detail to the right. */
  const isFruit = (x: number, y: number) => x < -20 && y < 0 && within(90)(x, y);
  const isWarm = (x: number, y: number) => x > 20 && y < 0 && within(90)(x, y);
  const picture = pictureOf((x, y) => {
    if (isWarm(x, y)) return [0.9, 0.6, 0.3];
    const isLight = Math.floor(x / 4) % 2 === 0;
    if (food.values[Math.round(y + 99.5) * SIDE + Math.round(x + 99.5)] === 1 || isFruit(x, y))
      return isLight ? [0.9, 0.7, 0.1] : [0.5, 0.2, 0.1];
    return china;
  });
  const seen = maskOf((x, y) => isFruit(x, y) || isWarm(x, y));

  it('adds parts as sharp as the food, but not an out-of-focus cloth', () => {
    const added = newParts(picture, food, seen, { above: 0.5, leastDetail: 0.4 });
    expect(mean(added, 0.2, 0.3, 0.35, 0.45)).toBe(1);
    expect(mean(added, 0.65, 0.3, 0.8, 0.45)).toBe(0);
  });

  it('adds only colourful parts above the probability', () => {
    const unsure = { ...seen, values: seen.values.map((value) => value * 0.9) };
    const sharp = { above: 0.93, leastDetail: 0 };
    expect(mean(newParts(picture, food, unsure, sharp), 0, 0, 1, 1)).toBe(0);
    const pale = pictureOf(() => china);
    expect(mean(newParts(pale, food, seen, sharp), 0, 0, 1, 1)).toBe(0);
  });
});

describe('clearTable', () => {
  const plate = maskOf(within(60));
  /** The plate's rim with the table to the right of it, and a second dish above. */
  const isTable = (x: number) => x > 65;
  const isSecond = (x: number, y: number) => within(12)(x + 40, y + 80);
  const added = () =>
    maskOf((x, y) => (within(60)(x, y) && !within(40)(x, y)) || (isTable(x) && y > 0) || isSecond(x, y));

  it('removes the table beside a plate that lies whole in the frame, but not a second dish', () => {
    const seen = added();
    clearTable(seen, plate);
    expect(mean(seen, 0.9, 0.6, 1, 1)).toBe(0);
    expect(mean(seen, 0.28, 0.08, 0.32, 0.12)).toBe(1);
    expect(mean(seen, 0.22, 0.48, 0.28, 0.52)).toBe(1);
  });

  it('changes nothing if the frame cuts the plate off, or without a plate', () => {
    for (const none of [maskOf((x, y) => within(60)(x - 50, y)), undefined]) {
      const seen = added();
      clearTable(seen, none);
      expect(seen).toEqual(added());
    }
  });
});

it('clearElsewhere removes the wall above food that the lower border cuts off, but no food beside it', () => {
  const food = maskOf((x, y) => y > 40 && within(40)(x, y - 90));
  const added = maskOf((x, y) => y < -40 || (y > 70 && x > 60) || (x > 80 && y > 20 && y < 50));
  clearElsewhere(added, food);
  expect(mean(added, 0, 0, 1, 0.3)).toBe(0);
  expect(mean(added, 0.85, 0.9, 1, 1)).toBe(1);
  expect(mean(added, 0.92, 0.62, 1, 0.73)).toBe(1);
});

describe('goesOn', () => {
  const food = maskOf((x, y) => y < 0 && within(60)(x, y));
  const part = [...maskOf((x, y) => y > 20 && x < 10).values.entries()].flatMap(([i, set]) =>
    set ? [i] : [],
  );

  it('distinguishes a piece of a table from one of a dish', () => {
    const table = pictureOf((x, y) => (y < 0 && within(60)(x, y) ? stew : cloth));
    expect(goesOn(toLab(table), food, part)).toBe(true);
    const second = pictureOf((x, y) => (y > 20 && x < 10 ? stew : cloth));
    expect(goesOn(toLab(second), food, part)).toBe(false);
  });
});
