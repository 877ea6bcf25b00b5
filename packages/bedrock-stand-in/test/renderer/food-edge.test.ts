import { describe, expect, it } from 'vitest';
import { hasPartOfPlate } from '#src/renderer/dish-mask/food-edge.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';

describe('hasPartOfPlate', () => {
  const bowl = pictureOf((x, y) => (within(67)(x, y) ? stew : within(80)(x, y) ? china : cloth));
  const plate = maskOf(within(80));

  it('is so where the food was seen with a part of its bowl', () => {
    expect(
      hasPartOfPlate(
        bowl,
        maskOf((x, y) => within(x > 0 ? 73 : 67)(x, y)),
        plate,
      ),
    ).toBe(true);
  });

  const little = pictureOf((x, y) => (within(30)(x, y) ? stew : within(80)(x, y) ? china : cloth));

  it('is so where most of the food’s outline lies on a plate in its light', () => {
    expect(hasPartOfPlate(little, maskOf(within(45)), plate)).toBe(true);
  });

  it('is not so for food that ends where its colour does, and for little food on a large plate', () => {
    expect(hasPartOfPlate(bowl, maskOf(within(67)), plate)).toBe(false);
    expect(hasPartOfPlate(little, maskOf(within(30)), plate)).toBe(false);
  });
});
