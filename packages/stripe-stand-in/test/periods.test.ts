import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, periodEnd } from '#src/periods.ts';

describe('periods', () => {
  it('follow one another without gaps, a month each, whatever the anchor', () => {
    const start = fc.integer({ min: 1_500_000_000, max: 2_500_000_000 });
    fc.assert(
      fc.property(start, (anchor) => {
        let from = anchor;
        for (let month = 1; month <= 26; month += 1) {
          const end = periodEnd(anchor, from, 'month', 1);
          expect(end).toBe(addMonths(anchor, month));
          expect((end - from) / 86_400).toBeGreaterThanOrEqual(28);
          expect((end - from) / 86_400).toBeLessThanOrEqual(31);
          from = end;
        }
      }),
    );
  });
});
