import { describe, expect, it } from 'vitest';
import { isWallOfBowl } from '#src/renderer/dish-mask/wall-of-bowl.ts';
import { china, cloth, maskOf, pictureOf, stew, within } from './drawn-dish.ts';

describe('isWallOfBowl', () => {
  const bowl = pictureOf((x, y) => (within(67)(x, y) ? stew : within(80)(x, y) ? china : cloth));
  const plate = maskOf(within(80));

  it('is so where the food was seen with a part of its bowl', () => {
    expect(
      isWallOfBowl(
        bowl,
        maskOf((x, y) => within(x > 0 ? 73 : 67)(x, y)),
        plate,
      ),
    ).toBe(true);
  });

  it('is not so for food that ends where its colour does, and for little food on a large plate', () => {
    expect(isWallOfBowl(bowl, maskOf(within(67)), plate)).toBe(false);
    expect(isWallOfBowl(bowl, maskOf(within(30)), plate)).toBe(false);
  });
});
