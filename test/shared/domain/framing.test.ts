import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DishPlace, type Edge, edges } from '#shared/domain/dish-place.ts';
import { cropWindow, framingAround } from '#shared/domain/framing.ts';

const side = fc.integer({ min: 64, max: 8000 });
const size = fc.record({ width: side, height: side });
/** Photos are at most ten times as long as wide, formats less than three times. */
const photoSize = size.filter(({ width, height }) => Math.max(width / height, height / width) <= 10);
const targetSize = size.filter(({ width, height }) => Math.max(width / height, height / width) < 3);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const square = { width: 400, height: 400 };

/** A dish of any size in a photo; at an edge, it touches it. */
const dishPlace = fc
  .tuple(share, share, share, share, fc.subarray([...edges]))
  .map(([x, y, w, h, touches]): DishPlace => {
    const along = (at: number, length: number, first: Edge, last: Edge) => {
      const [begins, ends] = [touches.includes(first), touches.includes(last)];
      const span = begins && ends ? 1 : 0.05 + 0.9 * length;
      return { start: begins ? 0 : ends ? 1 - span : 0.01 + at * (0.98 - span), span };
    };
    const [across, down] = [along(x, w, 'left', 'right'), along(y, h, 'top', 'bottom')];
    return { box: { left: across.start, top: down.start, width: across.span, height: down.span }, touches };
  });

describe('the crop of a photo', () => {
  it('lies inside the photo, has the target’s ratio and keeps one side whole, at any framing', () => {
    fc.assert(
      fc.property(size, size, share, share, (photo, target, x, y) => {
        const window = cropWindow(photo, target, { x, y });
        expect(window.left).toBeGreaterThanOrEqual(0);
        expect(window.top).toBeGreaterThanOrEqual(0);
        expect(window.left + window.width).toBeLessThanOrEqual(photo.width);
        expect(window.top + window.height).toBeLessThanOrEqual(photo.height);
        expect(window.width === photo.width || window.height === photo.height).toBe(true);
      }),
    );
    const wide = { width: 1600, height: 900 };
    // C5.51
    expect(cropWindow(wide, square, { x: 0, y: 0.5 })).toEqual({ left: 0, top: 0, width: 900, height: 900 });
    expect(cropWindow(wide, square, { x: 1, y: 0.5 })).toEqual({
      left: 700,
      top: 0,
      width: 900,
      height: 900,
    });
  });

  it('reaches beyond the photo on one pair of sides at most, however small the zoom', () => {
    const zoom = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(size, size, share, share, zoom, (photo, target, x, y, small) => {
        const window = cropWindow(photo, target, { x, y, zoom: small });
        for (const [begin, part, whole] of [
          [window.left, window.width, photo.width],
          [window.top, window.height, photo.height],
        ] as const) {
          // Within the photo, or with all of it.
          expect(part <= whole ? begin >= 0 : begin <= 0).toBe(true);
          const [end, last] = [begin + part, whole];
          expect(part <= whole ? end <= last : end >= last).toBe(true);
        }
        expect(window.width <= photo.width + 1 || window.height <= photo.height + 1).toBe(true);
      }),
    );
  });
});

describe('the framing around a dish', () => {
  const shows = (
    { box }: DishPlace,
    photo: { width: number; height: number },
    crop: ReturnType<typeof cropWindow>,
  ) => ({
    // Two pixels of rounding.
    sideways:
      box.left * photo.width >= crop.left - 2 &&
      (box.left + box.width) * photo.width <= crop.left + crop.width + 2,
    upright:
      box.top * photo.height >= crop.top - 2 &&
      (box.top + box.height) * photo.height <= crop.top + crop.height + 2,
  });

  it('has the whole dish in the crop wherever the photo’s shape allows it', () => {
    fc.assert(
      fc.property(photoSize, targetSize, dishPlace, (photo, target, dish) => {
        const framing = framingAround(dish, photo, target, { widens: false });
        expect(framing.zoom).toBeUndefined();
        const crop = cropWindow(photo, target, framing);
        const shown = shows(dish, photo, crop);
        expect(shown.sideways || dish.box.width * photo.width > crop.width).toBe(true);
        expect(shown.upright || dish.box.height * photo.height > crop.height).toBe(true);
      }),
    );
  });

  it('shows a larger dish whole, and never ends it where the photo ends', () => {
    fc.assert(
      fc.property(photoSize, targetSize, dishPlace, (photo, target, dish) => {
        const crop = cropWindow(photo, target, framingAround(dish, photo, target, { widens: true }));
        const ends = {
          left: -crop.left,
          top: -crop.top,
          right: crop.left + crop.width - photo.width,
          bottom: crop.top + crop.height - photo.height,
        };
        const beyond = edges.filter((edge) => ends[edge] > 1);
        expect(beyond.filter((edge) => dish.touches.includes(edge))).toEqual([]);
        const across =
          photo.width * target.height > photo.height * target.width
            ? (['top', 'bottom'] as const)
            : (['left', 'right'] as const);
        if (across.every((edge) => dish.touches.includes(edge))) expect(beyond).toEqual([]);
        else expect(shows(dish, photo, crop)).toEqual({ sideways: true, upright: true });
      }),
    );
  });

  it('leaves room around a wide dish in an upright story', () => {
    const dish: DishPlace = { box: { left: 0.1, top: 0.3, width: 0.8, height: 0.5 }, touches: [] };
    const photo = { width: 4000, height: 3000 };
    const framing = framingAround(dish, photo, { width: 1080, height: 1920 }, { widens: true });
    const crop = cropWindow(photo, { width: 1080, height: 1920 }, framing);
    // 3,200 pixels of dish and 4 % of them on each side.
    expect(crop.width).toBeGreaterThanOrEqual(3456);
    expect(crop.width).toBeLessThan(3470);
    expect(crop.height / crop.width).toBeCloseTo(1920 / 1080, 2);
    // The dish is in the middle, as far as the photo reaches.
    expect(crop.top + crop.height / 2).toBeCloseTo(1650, -1);
  });

  it('leaves room around a tall dish in a square, and no more', () => {
    const dish: DishPlace = { box: { left: 0.2, top: 0.04, width: 0.5, height: 0.9 }, touches: [] };
    const photo = { width: 3000, height: 4000 };
    const crop = cropWindow(photo, square, framingAround(dish, photo, square, { widens: true }));
    // 3,600 pixels of dish and 4 % of them on each side.
    expect(crop.height).toBeGreaterThanOrEqual(3888);
    expect(crop.height).toBeLessThan(3900);
  });

  it.each([
    ['wide', { width: 4000, height: 3000 }, { left: 0.125, top: 0.2, width: 0.75, height: 0.5 }],
    ['tall', { width: 3000, height: 4000 }, { left: 0.2, top: 0.125, width: 0.5, height: 0.75 }],
  ])('does not widen where a %s dish just fits', (_name, photo, box) => {
    expect(framingAround({ box, touches: [] }, photo, square, { widens: true }).zoom).toBeUndefined();
  });
});
