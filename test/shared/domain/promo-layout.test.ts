import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingTypeface } from '#lambdas/pictures/drawing-text.ts';
import { formats } from '#shared/domain/formats.ts';
import { tidyPromoText, undrawableCharacters } from '#shared/domain/promo-characters.ts';
import { layOutPromo, promoSafeArea, promoShare, promoSvg } from '#shared/domain/promo-layout.ts';
import { maxPromoTextLength, promoPositions } from '#shared/domain/promo-text.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const typeface = drawingTypeface();
const sizes = formats.map(({ renderWidth, renderHeight }) => ({ width: renderWidth, height: renderHeight }));
const positions = promoPositions.map(({ id }) => id);

/** Any text that the API accepts: words of Latin, Greek and Cyrillic letters, and long ones without a space. */
const acceptedText = fc
  .string({
    unit: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'aeinrstW mi.,!5£€%–') },
      fc.integer({ min: 0x20, max: 0x2122 }).map((codePoint) => String.fromCodePoint(codePoint)),
    ),
    maxLength: maxPromoTextLength,
  })
  .map(tidyPromoText)
  .filter(
    (text) => text !== '' && text.length <= maxPromoTextLength && undrawableCharacters(text).length === 0,
  );

describe('promo text', () => {
  it('never leaves the safe area and never takes more than its share of the picture', () => {
    fc.assert(
      fc.property(
        acceptedText,
        fc.constantFrom(...positions),
        fc.constantFrom(...sizes),
        (text, position, size) => {
          const { lines, block, fontSize } = layOutPromo(typeface, text, position, size);
          const safe = promoSafeArea(size);
          expect(block.left).toBeGreaterThanOrEqual(safe.left - 0.01);
          expect(block.left + block.width).toBeLessThanOrEqual(safe.left + safe.width + 0.01);
          expect(block.top).toBeGreaterThanOrEqual(safe.top - 0.01);
          expect(block.top + block.height).toBeLessThanOrEqual(safe.top + safe.height + 0.01);
          const share = promoShare[position];
          expect(block.width).toBeLessThanOrEqual(size.width * share.width + 0.01);
          expect(block.height).toBeLessThanOrEqual(size.height * share.height + 0.01);
          for (const { text: line, left, baseline } of lines) {
            expect(left).toBeGreaterThanOrEqual(block.left - 0.01);
            expect(left + typeface.measure(line, fontSize)).toBeLessThanOrEqual(
              block.left + block.width + 0.01,
            );
            expect(baseline).toBeGreaterThan(block.top);
            expect(baseline).toBeLessThan(block.top + block.height);
          }
          expect(lines.length).toBeLessThanOrEqual(3);
          expect(
            lines
              .map(({ text: line }) => line)
              .join('')
              .replaceAll(' ', ''),
          ).toBe(text.replaceAll(' ', ''));
          // About seven pixels where the picture is as wide as a phone: for a hundred capital Ws without a space.
          expect(fontSize).toBeGreaterThan(size.width * 0.018);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is no larger than a headline, and in one line where that is as large', () => {
    for (const size of sizes)
      for (const position of positions)
        expect(layOutPromo(typeface, 'Hi', position, size).fontSize).toBeLessThanOrEqual(size.width * 0.085);
  });

  it('is an SVG of the picture’s size', () => {
    const svg = promoSvg(typeface, 'Two for one', 'top', { width: 1080, height: 1920 });
    expect(svg).toContain('viewBox="0 0 1080 1920"');
    expect(svg).not.toContain('NaN');
  });
});
