import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFile, repairsOf } from '#shared/domain/check-file.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import type { Size } from '#shared/domain/formats.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { hasRatio, satisfies } from '#shared/domain/platforms.ts';
import { cropFor, maxEnlargement, repairedSize } from '#shared/domain/repair-file.ts';
import {
  anyFacts,
  anyRule,
  boxOf,
  exactly,
  lineOf,
  openRule,
  published,
  sized,
} from '#test/support/platform-rules.ts';

type Place = readonly [number, number, number, number];
type Asked = Partial<Pick<PlatformRule, 'minimum' | 'ratio' | 'content'>>;

describe('a crop', () => {
  const square = { ratio: exactly(1) };
  const long = { ratio: { from: 1.5, to: 2 } };
  const tall = { ratio: { from: 1 / 2, to: 2 / 3 } };
  const whole: Place = [0, 0, 1, 1];

  it.each<[string, string, Place | null, Asked, Place | null]>([
    ['is the middle without a dish', '2000x1000', null, square, [0.25, 0, 0.5, 1]],
    ['is around the dish of a wide photo', '2000x1000', [0.6, 0.4, 0.2, 0.2], square, [0.45, 0, 0.5, 1]],
    ['is around the dish of a tall photo', '1000x2000', [0.4, 0.6, 0.2, 0.2], square, [0, 0.45, 1, 0.5]],
    ['keeps a dish at the left edge', '2000x1000', [0, 0.2, 0.48, 0.5], square, [0, 0, 0.5, 1]],
    ['needs a margin right of it', '2000x1000', [0, 0.2, 0.49, 0.5], square, null],
    ['keeps a dish at the right edge', '2000x1000', [0.52, 0.2, 0.48, 0.5], square, [0.5, 0, 0.5, 1]],
    ['needs a margin left of it', '2000x1000', [0.51, 0.2, 0.49, 0.5], square, null],
    ['keeps a dish at the top', '1000x2000', [0.2, 0, 0.5, 0.48], square, [0, 0, 1, 0.5]],
    ['needs a margin below it', '1000x2000', [0.2, 0, 0.5, 0.49], square, null],
    ['keeps a dish at the bottom', '1000x2000', [0.2, 0.52, 0.5, 0.48], square, [0, 0.5, 1, 0.5]],
    ['needs a margin above it', '1000x2000', [0.2, 0.51, 0.5, 0.49], square, null],
    ['leaves a dish anywhere if nothing else is asked', '1600x1200', [0.1, 0.1, 0.2, 0.2], {}, whole],
    [
      'of a photo with too few pixels has its shape',
      '400x300',
      null,
      { ...square, minimum: sized('1600x1200') },
      [0.125, 0, 0.75, 1],
    ],
    ['may need twofold enlargement', '600x600', null, { minimum: sized('1200x1200') }, whole],
    [
      'does not centre a dish beyond twofold enlargement',
      '1000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { minimum: sized('2000x2000'), content: { centred: 'fail' } },
      whole,
    ],
    [
      'centres a dish as it is advised',
      '1000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { content: { centred: 'advice' } },
      [0, 0.11, 0.78, 0.78],
    ],
    [
      'has the dish in its centre square',
      '2000x1000',
      [0.6, 0.4, 0.2, 0.2],
      { ...long, content: { squareCrop: 'fail' } },
      [0.2, 0.1, 0.8, 0.8],
    ],
    [
      'has the dish in its centre square in a tall photo',
      '1000x2000',
      [0.4, 0.6, 0.2, 0.2],
      { ...tall, content: { squareCrop: 'fail' } },
      [0.1, 0.2, 0.8, 0.8],
    ],
    [
      'does what it must where it cannot do what is advised too',
      '2000x1000',
      [0.2, 0.4, 0.2, 0.2],
      { ...long, minimum: sized('3180x1590'), content: { squareCrop: 'fail', centred: 'advice' } },
      [0, 0.1, 0.8, 0.8],
    ],
    [
      'has its shape at least',
      '3000x1700',
      [0.05, 0.3, 0.8, 0.4],
      { ratio: { from: 1.6, to: 1.8 }, content: { squareCrop: 'fail' } },
      whole,
    ],
  ])('%s', (_what, size, dish, asked, expected) => {
    const facts = { ...sized(size), dish: dish && { box: boxOf(dish), touches: [] } };
    const crop = cropFor(facts, { ...openRule, ...asked });
    const found = crop && [crop.left, crop.top, crop.width, crop.height].map((share) => +share.toFixed(3));
    expect(found).toEqual(expected ?? undefined);
  });
});

type Limits = Partial<Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>>;

describe('a repaired file', () => {
  const wideSide = { ratio: { from: 1.25, to: 1.5 } };

  it.each<[string, string, Limits, string]>([
    ['keeps its size without limits', '1600x1200', {}, '1600x1200'],
    ['is at most 3000 pixels wide', '6000x4000', {}, '3000x2000'],
    ['is at most 3000 pixels high', '4000x6000', {}, '2000x3000'],
    ['is as wide as allowed', '8000x2000', { maximum: sized('2000x1500') }, '2000x500'],
    ['is as high as allowed', '2000x8000', { maximum: sized('1500x2000') }, '500x2000'],
    ['is enlarged twofold', '600x600', { minimum: sized('1200x1200') }, '1200x1200'],
    ['is enlarged no further', '599x599', { minimum: sized('1200x1200') }, '599x599'],
    [
      'is enlarged no further below a maximum',
      '400x400',
      { minimum: sized('1200x1200'), maximum: sized('5000x5000') },
      '400x400',
    ],
    ['loses a pixel that is too much', '1601x1200', { ratio: exactly(4 / 3) }, '1600x1200'],
    ['keeps another shape', '1700x1200', { ratio: exactly(4 / 3) }, '1700x1200'],
    [
      'is smaller than allowed where only that has the ratio',
      '2956x2366',
      { maximum: sized('1920x1080'), ratio: exactly(5 / 4) },
      '1347x1078',
    ],
    ['is made no wider than allowed', '1501x1000', wideSide, '1500x1000'],
    ['keeps almost the widest shape', '1499x1000', wideSide, '1499x1000'],
    ['keeps almost the tallest shape', '1251x1000', wideSide, '1251x1000'],
    ['is made no taller than allowed', '1249x1000', wideSide, '1250x1000'],
    ['gets a missing pixel', '1024x1025', { ratio: exactly(1) }, '1025x1025'],
    ['gets its ratio from the shorter side', '2000x999', { ratio: exactly(2) }, '1998x999'],
  ])('%s', (_what, kept, limits, size) => {
    expect(repairedSize(sized(kept), { ...openRule, ...limits })).toEqual(sized(size));
  });

  it.each([
    ['uber-cover-portal', '4954x3962', '2998x2398'],
    ['deliveroo-item-api', '1290x736', '1921x1096'],
    ['uber-cover-portal', '2639x2112', '2880x2304'],
    ['grubhub-cover-api', '1316x988', '2400x1800'],
    ['grubhub-item-api', '1410x1058', '1600x1200'],
    ['deliveroo-item-api', '1521x857', '1920x1080'],
    ['deliveroo-item-api', '1280x719', '1920x1080'],
    ['justeat-item-ours', '748x749', '1200x1200'],
  ])('for %s from %s is %s, which it accepts', (id, kept, size) => {
    expect(repairedSize(sized(kept), published(id))).toEqual(sized(size));
  });
});

describe('any file and any rule', () => {
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
          if (lineOf(facts, of, check)?.fix === 'crop')
            expect(lineOf(after, of, check)?.verdict).toMatch(/pass|unverified/);
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
        const pixels = lineOf(tried, of, 'pixels');
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
          expect([check, lineOf(file, of, check)?.verdict]).not.toEqual([check, 'fail']);
      }),
      { numRuns: 1000 },
    );
  });
});
