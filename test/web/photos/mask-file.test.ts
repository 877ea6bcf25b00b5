import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, readMask, writeMask } from '#web/photos/mask-file.ts';

const masks = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((data) => ({ width, height, data })),
  );

describe('a mask', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(masks, (mask) => {
        expect(readMask(writeMask(mask))).toEqual(mask);
      }),
    );
  });

  it('of a megapixel fits into a request', () => {
    const data = new Uint8Array(1024 * 1024).map((_, index) => (index % 1024 < 500 ? 255 : 0));
    expect(writeMask({ width: 1024, height: 1024, data }).length).toBeLessThan(100_000);
  });

  it('covers the share of its pixels that are kept', () => {
    expect(coverageOf({ data: Uint8Array.of(255, 0, 0, 255) })).toBe(0.5);
    expect(coverageOf({ data: new Uint8Array() })).toBe(0);
  });

  it('that is no greyscale PNG is refused', () => {
    expect(() => readMask(btoa('no picture'))).toThrow();
  });
});
