import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blend,
  colorsUnder,
  contrast,
  hexOf,
  type Rgb,
  readableContrast,
  readableOn,
  rgbOf,
  shadeFor,
  smallSize,
} from '#shared/domain/contrast.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const channel = fc.integer({ min: 0, max: 255 });
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
    expect(contrast(rgbOf('#767676'), [255, 255, 255])).toBeCloseTo(4.54, 2);
    expect(hexOf(rgbOf('#d9381e'))).toBe('#d9381e');
  });

  it('of words on their shade is always enough, and there is no shade where it is enough without', () => {
    fc.assert(
      fc.property(color, fc.array(color, { minLength: 1, maxLength: 30 }), (words, under) => {
        const { fill, opacity } = shadeFor(hexOf(words), under);
        for (const each of under)
          expect(contrast(words, blend(each, rgbOf(fill), opacity))).toBeGreaterThanOrEqual(readableContrast);
        const least = Math.min(...under.map((each) => contrast(words, each)));
        if (least >= readableContrast) expect(opacity).toBe(0);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('of words is not enough on a shade that is thinner by a hundredth', () => {
    fc.assert(
      fc.property(color, color, (words, under) => {
        const { fill, opacity } = shadeFor(hexOf(words), [under]);
        if (opacity === 0) return;
        // At the corners of the words, where the shade has nine tenths of its opacity.
        const thinner = blend(under, rgbOf(fill), 0.9 * (opacity - 0.01));
        expect(contrast(words, thinner)).toBeLessThan(readableContrast);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('of a price on its badge is enough, in the wanted colour where that can be read', () => {
    fc.assert(
      fc.property(color, color, (badge, wanted) => {
        const chosen = readableOn(hexOf(badge), hexOf(wanted));
        expect(contrast(rgbOf(chosen), badge)).toBeGreaterThanOrEqual(readableContrast);
        if (contrast(wanted, badge) >= readableContrast) expect(chosen).toBe(hexOf(wanted));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('the colours under a part', () => {
  const picture = {
    width: 2,
    height: 2,
    channels: 4,
    data: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255],
  } as const;

  it('are those that it touches', () => {
    expect(colorsUnder(picture, { left: 0, top: 0, width: 0.4, height: 0.4 })).toEqual([[255, 0, 0]]);
    expect(colorsUnder(picture, { left: 0.6, top: 0, width: 0.4, height: 1 })).toEqual([
      [0, 255, 0],
      [9, 9, 9],
    ]);
  });

  it('are those of the picture’s edge where the part lies beyond it', () => {
    expect(colorsUnder(picture, { left: 1, top: 1, width: 0.2, height: 0.2 })).toEqual([[9, 9, 9]]);
  });

  it('are the worst where the picture is not known', () => {
    expect(colorsUnder(undefined, { left: 0, top: 0, width: 1, height: 1 })).toHaveLength(2);
  });

  it('come from a small picture of the same shape', () => {
    expect(smallSize({ width: 1080, height: 1920 })).toEqual({ width: 27, height: 48 });
  });
});
