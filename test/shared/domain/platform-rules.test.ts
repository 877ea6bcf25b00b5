import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brighteningCurve } from '#shared/domain/brightening.ts';
import type { Size } from '#shared/domain/formats.ts';
import { darkBelow } from '#shared/domain/measure-photo.ts';
import {
  acceptedSize,
  type Box,
  type CheckName,
  checkFile,
  contentTexts,
  contradictionsIn,
  cropFor,
  type FileFacts,
  lostBelow,
  maxEnlargement,
  type PlatformRule,
  repairedSize,
  repairsOf,
  rulesFor,
  worstVerdict,
} from '#shared/domain/platform-rules.ts';
import { hasRatio, type PlatformId, platforms, satisfies } from '#shared/domain/platforms.ts';
import { goodPhoto as good } from '#test/support/platform-rules.ts';

function rule(platform: PlatformId, imageType: string, id?: string): PlatformRule {
  const found = rulesFor(platform, imageType).find((candidate) => id === undefined || candidate.id === id);
  if (!found) throw new Error(`There is no rule ${platform} ${imageType}`);
  return found;
}

function line(facts: FileFacts, of: PlatformRule, check: CheckName) {
  return checkFile(facts, of).find((result) => result.check === check);
}

const everyRule = platforms.flatMap(({ id, imageTypes }) =>
  imageTypes.flatMap((imageType) => rulesFor(id, imageType.id)),
);

describe('the rules of an image type', () => {
  it.each([
    ['uber', 'menu', ['uber-item-portal', 'uber-item-api']],
    ['uber', 'cover', ['uber-cover-portal']],
    ['grubhub', 'square', ['grubhub-item-api', 'grubhub-item-portal']],
    ['justeat', 'square', ['justeat-item-ours']],
    ['justeat', 'no such type', []],
  ] as const)('of %s %s are %j', (platform, imageType, ids) => {
    expect(rulesFor(platform, imageType).map(({ id }) => id)).toEqual(ids);
  });

  it('say what is asked of the content in the words of the platform', () => {
    for (const { id, imageTypes, contentRules } of platforms)
      for (const { id: imageType, use } of imageTypes)
        expect(contentTexts(rule(id, imageType))).toEqual(
          contentRules.filter(({ uses }) => uses.includes(use)).map(({ text }) => text),
        );
  });

  it('contain no contradiction', () => {
    for (const each of everyRule) expect([each.id, contradictionsIn(each)]).toEqual([each.id, []]);
  });
});

describe('a file', () => {
  it('passes where all is well, and says what was measured, asked for and read where', () => {
    const results = checkFile(good, rule('grubhub', 'square', 'grubhub-item-api'));
    expect(worstVerdict(results)).toBe('pass');
    expect(results[0]).toEqual({
      check: 'pixels',
      verdict: 'pass',
      measured: '1600×1200 px',
      required: 'at least 1600×1200 px',
      source: {
        name: 'Grubhub developer portal',
        collection: 'menuphotolab/delivery-app-photo-specs (CC BY 4.0, 2026-09-22)',
        readOn: '2026-08-27',
      },
      fix: null,
      instead: null,
    });
  });

  it('is judged by each route on its own', () => {
    const large = { ...good, width: 7000, height: 5000, bytes: 12_000_000 };
    const [portal, api] = rulesFor('uber', 'menu').map((each) => checkFile(large, each));
    const failed = (results: typeof portal) =>
      results?.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
    expect(failed(portal)).toEqual(['bytes']);
    expect(failed(api)).toEqual(['pixels']);
  });

  it.each([
    ['too few pixels', { width: 1000, height: 750 }, 'pixels', 'fail', 'resize'],
    ['far too few pixels', { width: 400, height: 300 }, 'pixels', 'fail', null],
    ['another ratio', { width: 1600, height: 1600 }, 'ratio', 'fail', 'crop'],
    ['another format', { format: 'webp' }, 'format', 'fail', 'format'],
    ['a dish that is cut off', { dish: { ...good.dish, touches: ['bottom'] } }, 'whole', 'advice', null],
    ['food that leaves the frame', { seen: { ...good.seen, cutOff: true } }, 'whole', 'advice', null],
    ['blur', { sharpness: 0.5 }, 'sharpness', 'advice', null],
    ['no edge at all', { sharpness: 0 }, 'sharpness', 'advice', null],
    ['darkness', { highlights: 60 }, 'light', 'advice', 'light'],
    ['night', { highlights: 20 }, 'light', 'advice', null],
    ['a guest', { seen: { ...good.seen, people: true } }, 'people', 'fail', null],
  ] as const)('with %s is told so', (_what, changed, check, verdict, fix) => {
    const found = line(
      { ...good, ...changed } as FileFacts,
      rule('grubhub', 'square', 'grubhub-item-api'),
      check,
    );
    expect(found).toMatchObject({ verdict, fix });
    expect(found?.instead === null).toBe(fix !== null);
  });

  it.each([
    ['uber', 'menu', 'writing', { writing: true }, 'fail'],
    ['uber', 'menu', 'oneDish', { severalDishes: true }, 'fail'],
    ['uber', 'menu', 'people', { people: true }, 'advice'],
    ['uber', 'cover', 'people', { people: true }, 'fail'],
    ['uber', 'cover', 'severalDishes', { severalDishes: false }, 'fail'],
    ['uber', 'cover', 'severalDishes', { severalDishes: true }, 'pass'],
    ['uber', 'cover', 'collage', { collage: true }, 'fail'],
    ['doordash', 'thumbnail', 'people', { people: true }, 'advice'],
  ] as const)('%s %s: %s of %j is %s', (platform, imageType, check, seen, verdict) => {
    const facts = { ...good, seen: { ...good.seen, ...seen } } as FileFacts;
    expect(line(facts, rule(platform, imageType), check)?.verdict).toBe(verdict);
  });

  it('in black and white is no cover of Uber Eats', () => {
    const facts = { ...good, blackAndWhite: true };
    expect(line(facts, rule('uber', 'cover'), 'colour')?.verdict).toBe('fail');
    expect(line(facts, rule('uber', 'menu'), 'colour')).toBeUndefined();
  });

  it('is unverified where the platform publishes nothing, whatever was measured', () => {
    const results = checkFile({ ...good, width: 300, height: 900 }, rule('justeat', 'square'));
    const official = results.filter(({ check }) => ['pixels', 'ratio', 'format'].includes(check));
    expect(official.map(({ verdict, source }) => [verdict, source])).toEqual([
      ['unverified', null],
      ['unverified', null],
      ['unverified', null],
    ]);
  });

  it('is unverified where nobody looked', () => {
    const facts = { ...good, dish: null, seen: null };
    const results = checkFile(facts, rule('uber', 'menu')).filter(({ verdict }) => verdict === 'unverified');
    expect(results.map(({ check, measured }) => [check, measured])).toEqual([
      ['whole', 'not looked at'],
      ['centred', 'not looked at'],
      ['writing', 'not looked at'],
      ['people', 'not looked at'],
      ['oneDish', 'not looked at'],
    ]);
  });

  it('may differ from a recommendation', () => {
    const facts = { ...good, width: 1000, height: 1000, bytes: 3_000_000 };
    expect(line(facts, rule('uber', 'menu'), 'ratio')?.verdict).toBe('advice');
    expect(line(facts, rule('doordash', 'thumbnail'), 'bytes')?.verdict).toBe('advice');
    expect(line(facts, rule('doordash', 'header'), 'bytes')?.verdict).toBe('fail');
  });

  it('with a dish outside the centre square is cropped where the dish allows it, else continued around it', () => {
    const at = (left: number, width: number, touches: readonly ['left'?] = []) =>
      ({
        ...good,
        width: 3000,
        height: 1700,
        dish: { box: { left, top: 0.3, width, height: 0.4 }, touches },
      }) as FileFacts;
    const doordash = rule('doordash', 'thumbnail');
    expect(line(at(0.1, 0.25), doordash, 'squareCrop')).toMatchObject({
      verdict: 'fail',
      measured: 'partly outside',
      fix: 'crop',
    });
    expect(line(at(0.1, 0.8), doordash, 'squareCrop')).toMatchObject({ fix: 'outpaint', instead: null });
    expect(line(at(0, 0.8, ['left']), doordash, 'squareCrop')).toMatchObject({ fix: null });
  });

  it('is cut to the right shape where only a recommendation about the place cannot be met', () => {
    const wide: FileFacts = {
      ...good,
      width: 1600,
      height: 1270,
      dish: { box: { left: 0.08, top: 0.12, width: 0.82, height: 0.7 }, touches: [] },
    };
    const grubhub = rule('grubhub', 'square');
    expect(line(wide, grubhub, 'ratio')?.fix).toBe('crop');
    expect(line(wide, grubhub, 'squareCrop')).toMatchObject({ verdict: 'advice', fix: 'outpaint' });
  });

  it('is not offered to be repaired where it would be refused all the same', () => {
    const of = (width: number, height: number) =>
      repairsOf(checkFile({ ...good, width, height }, rule('doordash', 'header')));
    expect(of(1200, 1000)).toEqual(['crop', 'resize']);
    // The dish is half as high as the photo, which leaves no 16:9 around it.
    expect(of(1000, 2000)).toEqual([]);
    expect(of(400, 225)).toEqual([]);
  });

  it('names where the dish lies', () => {
    const facts: FileFacts = {
      ...good,
      dish: { box: { left: 0.5, top: 0.05, width: 0.4, height: 0.5 }, touches: [] },
    };
    expect(line(facts, rule('uber', 'menu'), 'centred')?.measured).toBe('20 % too far right, 20 % too high');
  });
});

const boxes: fc.Arbitrary<Box> = fc
  .tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0.02, max: 0.98, noNaN: true })))
  .map(([a = 0, b = 0, c = 0, d = 0]) => ({
    left: Math.min(a, b),
    top: Math.min(c, d),
    width: Math.max(0.01, Math.abs(a - b)),
    height: Math.max(0.01, Math.abs(c - d)),
  }))
  .filter(({ left, top, width, height }) => left + width <= 1 && top + height <= 1);

const anyFacts: fc.Arbitrary<FileFacts> = fc.record({
  width: fc.integer({ min: 64, max: 8000 }),
  height: fc.integer({ min: 64, max: 8000 }),
  format: fc.constantFrom('jpeg', 'png', 'webp'),
  bytes: fc.integer({ min: 1000, max: 10_000_000 }),
  dish: fc.option(
    fc.record({ box: boxes, touches: fc.subarray(['left', 'right', 'top', 'bottom'] as const) }),
  ),
  sharpness: fc.double({ min: 0, max: 6, noNaN: true }),
  highlights: fc.integer({ min: 0, max: 255 }),
  blackAndWhite: fc.boolean(),
  seen: fc.option(
    fc.record({
      people: fc.boolean(),
      writing: fc.boolean(),
      severalDishes: fc.boolean(),
      collage: fc.boolean(),
      cutOff: fc.boolean(),
    }),
  ),
});

const anyRule = fc.constantFrom(...everyRule);

describe('any file and any rule', () => {
  it('every line that is not met says how to repair it or what to photograph instead, others say neither', () => {
    fc.assert(
      fc.property(anyFacts, anyRule, (facts, of) => {
        for (const { verdict, fix, instead, measured, required } of checkFile(facts, of)) {
          const ways = [fix, instead].filter((way) => way !== null).length;
          if (verdict === 'fail' || verdict === 'advice') expect(ways).toBe(1);
          if (verdict === 'pass') expect(ways).toBe(0);
          expect(measured).not.toBe('');
          expect(required).not.toBe('');
        }
      }),
    );
  });

  it('a crop lies in the picture, keeps the whole dish and repairs shape and place', () => {
    fc.assert(
      fc.property(anyFacts, anyRule, (facts, of) => {
        const crop = cropFor(facts, of);
        if (!crop) return;
        expect(Math.min(crop.left, crop.top)).toBeGreaterThanOrEqual(-1e-9);
        expect(Math.max(crop.left + crop.width, crop.top + crop.height)).toBeLessThanOrEqual(1 + 1e-9);
        const size = { width: crop.width * facts.width, height: crop.height * facts.height };
        const { ratio, minimum } = of;
        if (ratio) {
          expect(size.width / size.height).toBeGreaterThanOrEqual(ratio.from - 1e-6);
          expect(size.width / size.height).toBeLessThanOrEqual(ratio.to + 1e-6);
        }
        const enlargementOf = (kept: Size) =>
          Math.max((minimum?.width ?? 0) / kept.width, (minimum?.height ?? 0) / kept.height);
        // Cropping does not add pixels, and the check says so.
        if (enlargementOf(facts) <= maxEnlargement)
          expect(enlargementOf(size)).toBeLessThanOrEqual(maxEnlargement + 1e-9);
        if (!facts.dish) return;
        const { box, touches } = facts.dish;
        const inside = {
          left: (box.left - crop.left) / crop.width,
          top: (box.top - crop.top) / crop.height,
          width: box.width / crop.width,
          height: box.height / crop.height,
        };
        expect(Math.min(inside.left, inside.top)).toBeGreaterThanOrEqual(-1e-9);
        expect(Math.max(inside.left + inside.width, inside.top + inside.height)).toBeLessThanOrEqual(
          1 + 1e-9,
        );
        const after = { ...facts, ...size, dish: { box: inside, touches } };
        for (const check of ['centred', 'squareCrop'] as const)
          if (line(facts, of, check)?.fix === 'crop')
            expect(line(after, of, check)?.verdict).toMatch(/pass|unverified/);
      }),
      { numRuns: 500 },
    );
  });

  it('is repaired to a size within the limits where the check says so, in its own shape and the right ratio', () => {
    const square = fc.integer({ min: 64, max: 8000 });
    const shaped = fc.tuple(square, fc.constantFrom(1, 1.25, 4 / 3, 1.5, 16 / 9));
    fc.assert(
      fc.property(anyFacts, fc.option(shaped), anyRule, (facts, exact, of) => {
        const [height, ratio] = exact ?? [facts.height, facts.width / facts.height];
        const tried = { ...facts, width: Math.round(height * ratio), height };
        const size = repairedSize(tried, of);
        const shape = size.width / size.height / (tried.width / tried.height);
        expect(Math.abs(Math.log(shape))).toBeLessThan(0.06);
        const pixels = line(tried, of, 'pixels');
        const isReachable = pixels === undefined || pixels.instead === null;
        if (!isReachable) return;
        const { minimum, maximum } = of;
        expect(satisfies(size, { minimum, maximum, ratio: null })).toBe(true);
        if (of.ratio && hasRatio(tried, of.ratio)) expect(hasRatio(size, of.ratio)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('a repair leaves no reason to refuse the file itself', () => {
    fc.assert(
      fc.property(anyFacts, anyRule, (facts, of) => {
        const fixes = repairsOf(checkFile(facts, of));
        if (fixes.length === 0) return;
        const crop = fixes.includes('crop') ? cropFor(facts, of) : undefined;
        const kept = {
          width: Math.round((crop?.width ?? 1) * facts.width),
          height: Math.round((crop?.height ?? 1) * facts.height),
        };
        const size = repairedSize(kept, of);
        const file: FileFacts = { ...facts, ...size, format: of.formats[0] ?? 'jpeg', bytes: 100_000 };
        for (const check of ['pixels', 'ratio', 'format', 'bytes'] as const)
          expect([check, line(file, of, check)?.verdict]).not.toEqual([check, 'fail']);
      }),
      { numRuns: 1000 },
    );
  });

  it('a dark photo that can be brightened is bright then', () => {
    for (let highlights = lostBelow; highlights < darkBelow; highlights += 1)
      expect(brighteningCurve(highlights)[highlights]).toBeGreaterThanOrEqual(darkBelow);
  });

  it('the size that a rule accepts passes it', () => {
    for (const each of everyRule) {
      const size = acceptedSize(each);
      expect(size).toBeDefined();
      if (size) expect(satisfies(size, each)).toBe(true);
      const facts = { ...good, ...each.accepted, format: each.formats[0] ?? 'jpeg', bytes: 100_000 };
      const own = checkFile(facts, each).filter(({ check }) =>
        ['pixels', 'ratio', 'format', 'bytes'].includes(check),
      );
      for (const { verdict } of own) expect(verdict).toBe(each.source === null ? 'unverified' : 'pass');
    }
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

describe('ratios', () => {
  it('are met as exactly as whole pixels can', () => {
    const fourToThree = { from: 4 / 3, to: 4 / 3 };
    expect(hasRatio({ width: 1000, height: 750 }, fourToThree)).toBe(true);
    expect(hasRatio({ width: 1001, height: 751 }, fourToThree)).toBe(true);
    expect(hasRatio({ width: 1002, height: 750 }, fourToThree)).toBe(false);
  });
});
