import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsOf, keepMore } from '#lambdas/photos/mask-findings.ts';
import type { Mask } from '#shared/domain/dish-place.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const [width, height] = [60, 40];

/** A mask in which `value` says how much of each pixel is dish. */
function mask(value: (x: number, y: number) => number): Mask {
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))),
  );
  return { data, width, height };
}

const disc = (x: number, y: number, radius: number) => (px: number, py: number) =>
  Math.hypot(px - x, py - y) <= radius;
const plate = disc(30, 20, 12);
const of = (isDish: (x: number, y: number) => boolean) => mask((x, y) => (isDish(x, y) ? 255 : 0));

describe('findings', () => {
  it('are none for one whole dish in the middle', () => {
    expect(findingsOf(of(plate))).toMatchObject({
      parts: 1,
      holes: 0,
      edges: [],
      doubtful: false,
      reasons: [],
    });
  });

  it.each([
    ['a second piece', of((x, y) => plate(x, y) || disc(52, 20, 4)(x, y)), ['parts']],
    ['an opening', of((x, y) => plate(x, y) && !disc(30, 20, 3)(x, y)), ['holes']],
    ['a dish at the lower edge', of(disc(30, 34, 14)), ['edge']],
    ['a crumb', of(disc(30, 20, 3)), ['small']],
    ['everything', of(() => true), ['edge', 'large']],
    ['nothing', of(() => false), ['small']],
  ])('doubt %s', (_what, doubted, reasons) => {
    expect(findingsOf(doubted)).toMatchObject({ doubtful: true, reasons });
  });

  it('name each edge that the dish touches', () => {
    expect(findingsOf(of((x) => x < 9)).edges).toEqual(['left', 'top', 'bottom']);
    expect(findingsOf(of((x, y) => y < 9 && x > 9)).edges).toEqual(['right', 'top']);
  });

  it('take for one part what meets further up or down, and for two what meets at a corner', () => {
    const box = (x: number, y: number, side: number) => (px: number, py: number) =>
      px >= x && px < x + side && py >= y && py < y + side;
    const comb = (x: number, y: number) => box(10, 8, 24)(x, y) && (y === 8 || y === 31 || x % 4 < 2);
    expect(findingsOf(of((x, y) => comb(x, y) && y < 31)).parts).toBe(1);
    expect(findingsOf(of((x, y) => comb(x, y) && y > 8)).parts).toBe(1);
    expect(findingsOf(of(comb))).toMatchObject({ parts: 1, holes: 5 });
    expect(findingsOf(of((x, y) => box(10, 8, 10)(x, y) || box(20, 18, 10)(x, y))).parts).toBe(2);
  });

  it('tell by how much a plate leans, unless the frame cuts it off', () => {
    const leaning = (x: number) => (px: number, py: number) => {
      const [across, down] = [px - x, py - 20];
      const [along, aside] = [across * 0.985 + down * 0.174, down * 0.985 - across * 0.174];
      return Math.hypot(along, aside / 0.7) <= 19;
    };
    expect(Math.abs((findingsOf(of(leaning(30))).lean ?? 0) - 10)).toBeLessThan(1);
    expect(findingsOf(of(leaning(38))).edges).toEqual([]);
    expect(findingsOf(of(leaning(42))).lean).toBeUndefined();
  });

  it('leave crumbs out of the parts', () => {
    expect(findingsOf(of((x, y) => plate(x, y) || (x === 2 && y === 2))).parts).toBe(1);
  });
});

describe('keeping more', () => {
  it('closes a small opening and leaves a large one', () => {
    const small = keepMore(of((x, y) => plate(x, y) && !disc(30, 20, 1)(x, y)));
    expect(findingsOf(small).holes).toBe(0);
    const large = keepMore(of((x, y) => plate(x, y) && !disc(30, 20, 5)(x, y)));
    expect(findingsOf(large).holes).toBe(1);
  });

  it('counts half-transparent pixels as dish and a veil as background', () => {
    expect(keepMore(mask(() => 128)).data.every((value) => value === 255)).toBe(true);
    expect(keepMore(mask(() => 30)).data.every((value) => value === 0)).toBe(true);
  });

  it('keeps every pixel that was more dish than not, whatever the mask', () => {
    const masks = fc.uint8Array({ minLength: 12 * 9, maxLength: 12 * 9 });
    fc.assert(
      fc.property(masks, (values) => {
        const { data } = keepMore({ data: Buffer.from(values), width: 12, height: 9 });
        values.forEach((value, at) => {
          if (value >= 128) expect(data[at]).toBe(255);
        });
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
