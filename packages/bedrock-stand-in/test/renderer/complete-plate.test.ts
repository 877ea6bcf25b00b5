import { describe, expect, it } from 'vitest';
import { completePlate, completePlates } from '#src/renderer/dish-mask/complete-plate.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';
import { mean } from './mean.ts';

describe('completePlate', () => {
  const isPlate = (x: number, y: number) => Math.hypot(x / 68, (y - 5) / 60) < 1;
  const isFood = within(36);
  const food = maskOf(isFood);
  const right = [0.68, 0.45, 0.75, 0.6] as const;
  const photoOn = (plate: readonly number[]) =>
    pictureOf((x, y) => (isFood(x, y) ? stew : isPlate(x, y) ? plate : cloth));

  it.each([
    ['a part', maskOf((x, y) => isFood(x, y) || (isPlate(x, y) && x < -5))],
    ['none', undefined],
  ])('finds the rim of a pale plate of which the network saw %s', (_name, seen) => {
    const plate = completePlate(photoOn(china), food, seen);
    expect(plate && mean(plate, ...right)).toBeGreaterThan(0.95);
    expect(plate && mean(plate, 0.02, 0.02, 0.15, 0.2)).toBe(0);
  });

  it('keeps a plate that was seen whole, and does not take a dark or colourful oval for a plate', () => {
    const whole = maskOf(within(50));
    expect(completePlate(photoOn(china), food, whole)).toBe(whole);
    for (const colour of [
      [0.1, 0.1, 0.1],
      [0.9, 0.3, 0.1],
    ])
      expect(completePlate(photoOn(colour), food, undefined)).toBeUndefined();
  });

  it('takes the rim of a dark bowl that its food fills', () => {
    const filling = (x: number, y: number) => Math.hypot(x / 62, (y - 5) / 54) < 1;
    const bowl = pictureOf((x, y) => (filling(x, y) ? stew : isPlate(x, y) ? [0.1, 0.1, 0.1] : cloth));
    const found = completePlate(
      bowl,
      maskOf((x, y) => filling(x, y) && y > -25),
      undefined,
    );
    expect(found && mean(found, 0.4, 0.24, 0.6, 0.3)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.02, 0.02, 0.15, 0.2)).toBe(0);
  });

  it('finds a plate that the frame cuts off, and does not take a round table for one', () => {
    const isCutOff = (x: number, y: number) => Math.hypot((x - 60) / 130, y / 110) < 1;
    const isWide = (x: number, y: number) => isFood(x - 50, y);
    const cutOff = (isDish: typeof isFood) =>
      completePlate(
        pictureOf((x, y) => (isDish(x, y) ? stew : isCutOff(x, y) ? [0.2, 0.3, 0.5] : cloth)),
        maskOf(isDish),
        undefined,
      );
    const plate = cutOff((x, y) => Math.hypot((x - 60) / 90, y / 80) < 1);
    expect(plate && mean(plate, 0.16, 0.45, 0.22, 0.55)).toBeGreaterThan(0.95);
    expect(plate && mean(plate, 0, 0, 0.1, 0.1)).toBe(0);
    expect(cutOff(isWide)).toBeUndefined();
  });
});

describe('completePlates', () => {
  it('finds the plate of each of several dishes that lie apart', () => {
    const plates = [
      (x: number, y: number) => within(48)(x + 50, y + 46),
      (x: number, y: number) => within(46)(x - 50, y - 48),
    ];
    const isToast = (x: number, y: number) => Math.abs(x) < 26 && Math.abs(y) < 26;
    const isFood = (x: number, y: number) => isToast(x + 50, y + 46) || isToast(x - 50, y - 48);
    const picture = pictureOf((x, y) =>
      isFood(x, y) ? stew : plates.some((isPlate) => isPlate(x, y)) ? china : cloth,
    );
    const found = completePlates(picture, maskOf(isFood), undefined);
    expect(found && mean(found, 0.06, 0.22, 0.12, 0.3)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.56, 0.7, 0.62, 0.78)).toBeGreaterThan(0.95);
    expect(found && mean(found, 0.6, 0.1, 0.9, 0.4)).toBe(0);
  });
});
