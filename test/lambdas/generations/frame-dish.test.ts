import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framingAround } from '#lambdas/generations/frame-dish.ts';
import { cropWindow } from '#lambdas/photos/normalise-photo.ts';

const side = fc.integer({ min: 300, max: 6000 });
const size = fc.record({ width: side, height: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });

it('has the whole dish in the crop wherever the photo’s shape allows it', () => {
  fc.assert(
    fc.property(size, size, share, share, share, share, (photo, target, x, y, w, h) => {
      const window = cropWindow(photo, target, { x: 0, y: 0 });
      const width = (0.05 + 0.9 * w) * (window.width / photo.width);
      const height = (0.05 + 0.9 * h) * (window.height / photo.height);
      const dish = { left: x * (1 - width), top: y * (1 - height), width, height };
      const framing = framingAround(dish, photo, target);
      const crop = cropWindow(photo, target, framing);
      // A pixel of rounding.
      expect(dish.left * photo.width).toBeGreaterThanOrEqual(crop.left - 1);
      expect(dish.top * photo.height).toBeGreaterThanOrEqual(crop.top - 1);
      expect((dish.left + dish.width) * photo.width).toBeLessThanOrEqual(crop.left + crop.width + 1);
      expect((dish.top + dish.height) * photo.height).toBeLessThanOrEqual(crop.top + crop.height + 1);
    }),
  );
});
