import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutsDish,
  frameFor,
  middleOf,
  platformFileShape,
  reachesBeyond,
} from '#shared/domain/platform-frame.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { boxOf, openRule, sized } from '#test/support/platform-rules.ts';

const side = fc.integer({ min: 300, max: 6000 });
const picture = fc.record({ width: side, height: side });
/** Of a usual shape. */
const plain = fc.record({
  width: fc.integer({ min: 1000, max: 2500 }),
  height: fc.integer({ min: 1000, max: 2500 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** A dish anywhere in the picture, at least a twentieth of each side. */
const dish = fc
  .record({ left: share, top: share, width: share, height: share })
  .map(({ left, top, width, height }) => ({
    left: left * 0.95,
    top: top * 0.95,
    width: 0.05 + width * (0.95 - left * 0.95),
    height: 0.05 + height * (0.95 - top * 0.95),
  }));
/** Left, top, width and height. */
type Four = readonly [number, number, number, number];

const ratio = fc.constantFrom(1, 1.25, 4 / 3, 1.5, 16 / 9, 2, 4);

describe('the frame of a platform file', () => {
  it('has the wanted shape and all of the dish', () => {
    fc.assert(
      fc.property(picture, dish, ratio, fc.boolean(), (size, box, wanted, inSquare) => {
        const frame = frameFor(size, box, { ratio: wanted, inSquare });
        expect(frame.width / frame.height).toBeCloseTo(wanted, 6);
        const left = box.left * size.width;
        const top = box.top * size.height;
        expect(left).toBeGreaterThanOrEqual(frame.left - 1e-6);
        expect(top).toBeGreaterThanOrEqual(frame.top - 1e-6);
        expect(left + box.width * size.width).toBeLessThanOrEqual(frame.left + frame.width + 1e-6);
        expect(top + box.height * size.height).toBeLessThanOrEqual(frame.top + frame.height + 1e-6);
      }),
    );
  });

  it('has the dish inside the square in its middle, where the app cuts that out', () => {
    fc.assert(
      fc.property(picture, dish, ratio, (size, box, wanted) => {
        const frame = frameFor(size, box, { ratio: wanted, inSquare: true });
        const half = Math.min(frame.width, frame.height) / 2 + 1e-6;
        const x = frame.left + frame.width / 2;
        const y = frame.top + frame.height / 2;
        expect(box.left * size.width).toBeGreaterThanOrEqual(x - half);
        expect((box.left + box.width) * size.width).toBeLessThanOrEqual(x + half);
        expect(box.top * size.height).toBeGreaterThanOrEqual(y - half);
        expect((box.top + box.height) * size.height).toBeLessThanOrEqual(y + half);
      }),
    );
  });

  it('is the largest part of the picture where that holds the dish, and needs no model then', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(1, 1.25, 4 / 3, 1.5, 16 / 9), (size, wanted) => {
        const small = { left: 0.45, top: 0.45, width: 0.1, height: 0.1 };
        const frame = frameFor(size, small, { ratio: wanted, inSquare: false });
        expect(reachesBeyond(frame, size)).toBe(false);
        const touches = Math.abs(frame.width - size.width) < 1 || Math.abs(frame.height - size.height) < 1;
        expect(touches).toBe(true);
      }),
    );
  });

  it('continues a square picture to the sides rather than cutting a plate that fills it', () => {
    const plate = { left: 0.05, top: 0.05, width: 0.9, height: 0.9 };
    const size = { width: 1200, height: 1200 };
    const frame = frameFor(size, plate, { ratio: 16 / 9, inSquare: false });
    expect(reachesBeyond(frame, size)).toBe(true);
    expect(frame.left).toBeLessThan(-200);
    expect(frame.top).toBeGreaterThanOrEqual(0);
    expect(frame.height).toBeLessThanOrEqual(1200);
  });

  it('takes the middle of a picture whose dish is not known, and cuts at most a tenth off each side', () => {
    const size = { width: 1500, height: 1000 };
    expect(frameFor(size, null, { ratio: 1.5, inSquare: false })).toEqual({
      left: 0,
      top: 0,
      width: 1500,
      height: 1000,
    });
    expect(reachesBeyond(frameFor(size, null, { ratio: 1, inSquare: false }), size)).toBe(true);
    expect(reachesBeyond(frameFor(size, null, { ratio: 4 / 3, inSquare: false }), size)).toBe(false);
  });
});

describe('the place of a frame', () => {
  it.each<[string, string, Four, number, boolean, Four]>([
    ['has the dish in its middle', '2000x1000', [0.6, 0.4, 0.2, 0.2], 1, false, [900, 0, 1000, 1000]],
    ['stays in the picture on the left', '2000x1000', [0.05, 0.3, 0.2, 0.2], 1, false, [0, 0, 1000, 1000]],
    [
      'stays in the picture on the right',
      '2000x1000',
      [0.75, 0.3, 0.2, 0.2],
      1,
      false,
      [1000, 0, 1000, 1000],
    ],
    ['stays in the picture at the top', '1000x2000', [0.3, 0.05, 0.2, 0.2], 1, false, [0, 0, 1000, 1000]],
    [
      'stays in the picture at the bottom',
      '1000x2000',
      [0.3, 0.75, 0.2, 0.2],
      1,
      false,
      [0, 1000, 1000, 1000],
    ],
    ['leaves room beside a wide dish', '2000x1000', [0.25, 0.25, 0.5, 0.5], 1, false, [460, -40, 1080, 1080]],
    ['leaves room above a tall dish', '1000x2000', [0.25, 0.25, 0.5, 0.5], 1, false, [-40, 460, 1080, 1080]],
    ['leaves room in its square', '2000x1000', [0.25, 0.25, 0.5, 0.5], 2, true, [-80, -40, 2160, 1080]],
  ])('%s', (_what, size, box, wanted, inSquare, expected) => {
    const { left, top, width, height } = frameFor(sized(size), boxOf(box), { ratio: wanted, inSquare });
    expect([left, top, width, height].map(Math.round)).toEqual(expected);
  });

  it.each<[Four, boolean]>([
    [[0, 0, 1000, 800], false],
    [[-1, -1, 1000, 800], false],
    [[1, 1, 1000, 800], false],
    [[-2, 0, 1000, 800], true],
    [[0, -2, 1000, 800], true],
    [[2, 0, 1000, 800], true],
    [[0, 2, 1000, 800], true],
  ])('%j reaches beyond a picture of 1000×800: %s', (frame, isBeyond) => {
    expect(reachesBeyond(boxOf(frame), sized('1000x800'))).toBe(isBeyond);
  });
});

describe('the file of a platform', () => {
  const size = { width: 1600, height: 900 };
  /** Wider than a square of the photo's height. */
  const box = boxOf([0.1, 0.3, 0.8, 0.4]);
  const [inSquare, anywhere] = (['fail', 'advice'] as const).map((squareCrop) => ({
    ...openRule,
    content: { squareCrop },
  }));

  it.each([
    ['has our size if that is accepted', 'uber', 'menu', '1200x800'],
    ['has the size that is accepted instead', 'grubhub', 'square', '1600x1200'],
  ] as const)('%s', (_what, platform, imageType, expected) => {
    const rules = rulesFor(platform, imageType);
    const shape = platformFileShape(size, box, { platform, imageType }, rules);
    expect(shape.size).toEqual(sized(expected));
    expect(shape.frame.width / shape.frame.height).toBeCloseTo(shape.size.width / shape.size.height, 6);
  });

  it('has our size where there is no rule', () => {
    const target = { platform: 'uber', imageType: 'menu' };
    expect(platformFileShape(size, box, target, []).size).toEqual(sized('1200x800'));
  });

  it('keeps the dish in the square of the list where any rule demands it, not where it is advised', () => {
    const target = { platform: 'uber', imageType: 'menu' };
    const isCut = (rules: (typeof inSquare)[]) => {
      const { frame } = platformFileShape(
        size,
        box,
        target,
        rules.filter((rule) => rule !== undefined),
      );
      return cutsDish(middleOf(frame, 1), box, size);
    };
    expect(isCut([inSquare])).toBe(false);
    expect(isCut([anywhere, inSquare])).toBe(false);
    expect(isCut([anywhere])).toBe(true);
    expect(isCut([])).toBe(true);
  });
});

describe('what an app shows of a file', () => {
  it('is the middle of the file in the shape of the place, and never more than the file', () => {
    fc.assert(
      fc.property(picture, dish, ratio, ratio, (size, box, wanted, shown) => {
        const file = frameFor(size, box, { ratio: wanted, inSquare: false });
        const part = middleOf(file, shown);
        expect(part.width / part.height).toBeCloseTo(shown, 6);
        expect(part.width).toBeLessThanOrEqual(file.width + 1e-6);
        expect(part.height).toBeLessThanOrEqual(file.height + 1e-6);
        expect(part.left + part.width / 2).toBeCloseTo(file.left + file.width / 2, 6);
        expect(part.top + part.height / 2).toBeCloseTo(file.top + file.height / 2, 6);
        expect(middleOf(file, null)).toEqual(file);
      }),
    );
  });

  it('never cuts the dish where the file keeps it inside the square in its middle', () => {
    fc.assert(
      fc.property(picture, dish, ratio, (size, box, wanted) => {
        const file = frameFor(size, box, { ratio: wanted, inSquare: true });
        expect(cutsDish(middleOf(file, 1), box, size)).toBe(false);
      }),
    );
  });

  it('cuts a dish that reaches to the end of a wide file', () => {
    const wide = { left: 0, top: 0, width: 1600, height: 900 };
    const whole = { left: 0, top: 0.2, width: 1, height: 0.5 };
    expect(cutsDish(wide, whole, wide)).toBe(false);
    expect(cutsDish(middleOf(wide, 1), whole, wide)).toBe(true);
  });

  // The dish lies from 250 to 750 and from 200 to 600; five and four pixels are a hundredth of it.
  it.each<[string, Four, boolean]>([
    ['a hundredth on every side', [255, 204, 490, 392], false],
    ['more on the left', [256, 204, 489, 392], true],
    ['more at the top', [255, 205, 490, 391], true],
    ['more on the right', [255, 204, 489, 392], true],
    ['more at the bottom', [255, 204, 490, 391], true],
    ['nothing', [0, 0, 1000, 800], false],
  ])('cuts %s off a dish: %j, %s', (_what, part, isCut) => {
    expect(cutsDish(boxOf(part), boxOf([0.25, 0.25, 0.5, 0.5]), sized('1000x800'))).toBe(isCut);
  });
});
