import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedSize } from '#shared/domain/accepted-size.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { satisfies } from '#shared/domain/platforms.ts';
import { contradictionsIn } from '#shared/domain/rule-contradictions.ts';
import { exactly, openRule, sized } from '#test/support/platform-rules.ts';

describe('a contradiction', () => {
  it.each<[string, Partial<PlatformRule>, string[]]>([
    ['one allowed size', { minimum: sized('900x600'), maximum: sized('900x600') }, []],
    [
      'a smallest size that is higher than the largest',
      { minimum: sized('900x601'), maximum: sized('900x600') },
      ['The smallest size, 900×601 px, is larger than the largest, 900×600 px.'],
    ],
    ['files of ten thousand pixels on a side', { minimum: sized('7500x10000'), ratio: exactly(0.75) }, []],
    [
      'larger files only, which are no photos for a page',
      { minimum: sized('9000x12000'), ratio: exactly(0.75) },
      ['No file between 9000×12000 px and any size has the ratio 3:4.'],
    ],
    [
      'larger files of any shape',
      { minimum: sized('9000x12000') },
      ['No file between 9000×12000 px and any size can be made here.'],
    ],
    ['just enough bytes', { maxBytes: 50_000 }, []],
    ['a byte too few', { maxBytes: 49_999 }, ['No photo fits in 50 kB. Please allow at least 50 kB.']],
  ])('in a rule with %s is told only where there is one', (_what, values, sentences) => {
    expect(contradictionsIn({ ...openRule, ...values })).toEqual(sentences);
  });
});

describe('a rule that contradicts itself', () => {
  const sound = {
    minimum: { width: 1000, height: 800 },
    maximum: { width: 2000, height: 1600 },
    ratio: { from: 1.25, to: 1.5 },
    formats: ['jpeg'],
    maxBytes: 2_000_000,
    content: {},
  } as const;

  it.each([
    [
      'a minimum above the maximum',
      { minimum: { width: 3000, height: 800 } },
      'The smallest size, 3000×800 px, is larger than the largest, 2000×1600 px.',
    ],
    [
      'a ratio that ends before it begins',
      { ratio: { from: 1.5, to: 1 } },
      'The ratio begins at 3:2 and ends below it, at 1:1.',
    ],
    [
      'a ratio that no allowed size has',
      { ratio: { from: 4, to: 4.1 } },
      'No file between 1000×800 px and 2000×1600 px has the ratio 4.00:1 to 4.10:1.',
    ],
    ['no format', { formats: [] }, 'No format is allowed. Please choose at least one.'],
    ['too few bytes', { maxBytes: 2000 }, 'No photo fits in 2 kB. Please allow at least 50 kB.'],
    [
      'one dish and several',
      { content: { oneDish: 'fail', severalDishes: 'fail' } },
      'It asks for one dish and for several at the same time.',
    ],
  ] as const)('%s is named', (_what, changed, sentence) => {
    expect(contradictionsIn({ ...sound, ...changed })).toEqual([sentence]);
    expect(contradictionsIn(sound)).toEqual([]);
  });

  it('is found exactly where no file can meet the rule', () => {
    const side = fc.integer({ min: 1, max: 3000 });
    const size = fc.record({ width: side, height: side });
    const edge = fc.double({ min: 0.2, max: 5, noNaN: true });
    fc.assert(
      fc.property(size, size, edge, edge, (minimum, maximum, from, to) => {
        const tried = { ...sound, minimum, maximum, ratio: { from, to } };
        const found = acceptedSize(tried);
        if (contradictionsIn(tried).length > 0) {
          // Corners of the allowed sizes are the widest and the tallest files there are.
          const widest = maximum.width / minimum.height;
          const tallest = minimum.width / maximum.height;
          const isPossible =
            minimum.width <= maximum.width &&
            minimum.height <= maximum.height &&
            from <= to &&
            widest > from * 1.01 &&
            tallest < to / 1.01 &&
            to / from > 1.01;
          expect(isPossible).toBe(false);
        } else expect(found && satisfies(found, tried)).toBe(true);
      }),
    );
  });
});
