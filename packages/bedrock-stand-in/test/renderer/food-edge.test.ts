import { describe, expect, it } from 'vitest';
import { hasPartOfPlate } from '#src/renderer/dish-mask/food-edge.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';

describe('hasPartOfPlate', () => {
  const bowl = pictureOf((x, y) => (within(67)(x, y) ? stew : within(80)(x, y) ? china : cloth));
  const plate = maskOf(within(80));

  it('is true if the food mask contains a part of the bowl', () => {
    expect(
      hasPartOfPlate(
        bowl,
        maskOf((x, y) => within(x > 0 ? 73 : 67)(x, y)),
        plate,
      ),
    ).toBe(true);
  });

  const little = pictureOf((x, y) => (within(30)(x, y) ? stew : within(80)(x, y) ? china : cloth));

  it('is true if the food casts its colour on the plate along most of its outline', () => {
    expect(hasPartOfPlate(little, maskOf(within(45)), plate)).toBe(true);
  });

  it('is true if the food mask has lost the end of a roll', () => {
    const isRoll = (x: number, y: number) => Math.abs(x) < 65 && Math.abs(y) < 18;
    const roll = pictureOf((x, y) => (isRoll(x, y) ? stew : within(80)(x, y) ? china : cloth));
    expect(hasPartOfPlate(roll, maskOf(isRoll), plate)).toBe(false);
    expect(
      hasPartOfPlate(
        roll,
        maskOf((x, y) => isRoll(x, y) && x < 45),
        plate,
      ),
    ).toBe(true);
  });

  it('is false for food that ends where its colour does, and for little food on a large plate', () => {
    expect(hasPartOfPlate(bowl, maskOf(within(67)), plate)).toBe(false);
    expect(hasPartOfPlate(little, maskOf(within(30)), plate)).toBe(false);
  });
});
