import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leanOf } from '#lambdas/photos/dish-lean.ts';
import type { Mask } from '#shared/domain/dish-place.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const [width, height] = [320, 240];

/** A mask of a shape around the middle of the photo, whose points are given in the shape's own directions. */
function shape(degrees: number, isInside: (along: number, aside: number) => boolean, x = 160): Mask {
  const angle = (degrees * Math.PI) / 180;
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => {
      const [across, down] = [(at % width) - x, Math.floor(at / width) - 120];
      const along = across * Math.cos(angle) + down * Math.sin(angle);
      const aside = down * Math.cos(angle) - across * Math.sin(angle);
      return isInside(along, aside) ? 255 : 0;
    }),
  );
  return { data, width, height };
}

const plate = (degrees: number, { tall = 0.7, x = 160 } = {}) =>
  shape(degrees, (along, aside) => Math.hypot(along, aside / tall) <= 100, x);

describe('how far a dish leans', () => {
  it('is the angle of a round plate that is seen from the side', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 19, noNaN: true }),
        fc.boolean(),
        fc.double({ min: 0.5, max: 0.8, noNaN: true }),
        (angle, isLeft, tall) => {
          const degrees = isLeft ? -angle : angle;
          expect(Math.abs((leanOf(plate(degrees, { tall })) ?? 0) - degrees)).toBeLessThan(0.8);
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it.each([
    ['a level plate', plate(0)],
    ['a plate that is nearly level', plate(3)],
    ['an oval plate that lies across', plate(35)],
    ['a plate seen from above', plate(10, { tall: 0.95 })],
    ['a plate at the side, which leans by perspective', plate(10, { x: 215 })],
    ['a board', shape(10, (along, aside) => Math.abs(along) < 100 && Math.abs(aside) < 65)],
    [
      'a plate with a spoon in it',
      shape(10, (x, y) => Math.hypot(x, y / 0.7) <= 90 || (x > 0 && Math.abs(y) < 8 && x < 140)),
    ],
    ['an empty mask', shape(0, () => false)],
  ])('is not told of %s', (_what, mask) => {
    expect(leanOf(mask)).toBeUndefined();
  });
});
