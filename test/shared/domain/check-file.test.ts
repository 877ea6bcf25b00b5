import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brighteningCurve } from '#shared/domain/brightening.ts';
import { type CheckName, checkFile, lostBelow, repairsOf, worstVerdict } from '#shared/domain/check-file.ts';
import type { Edge } from '#shared/domain/dish-place.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import { blurredBelow, darkBelow } from '#shared/domain/measure-photo.ts';
import { type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import type { ContentChecks, PhotoFormat } from '#shared/domain/platforms.ts';
import {
  anyFacts,
  anyRule,
  boxOf,
  exactly,
  goodPhoto,
  lineOf,
  openRule,
  ruleOf,
  sized,
} from '#test/support/platform-rules.ts';

describe('a file', () => {
  it('passes where all is well, and says what was measured, asked for and read where', () => {
    const results = checkFile(goodPhoto, ruleOf('grubhub', 'square', 'grubhub-item-api'));
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
    const large = { ...goodPhoto, width: 7000, height: 5000, bytes: 12_000_000 };
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
    ['a dish that is cut off', { dish: { ...goodPhoto.dish, touches: ['bottom'] } }, 'whole', 'advice', null],
    ['food that leaves the frame', { seen: { ...goodPhoto.seen, cutOff: true } }, 'whole', 'advice', null],
    ['blur', { sharpness: 0.5 }, 'sharpness', 'advice', null],
    ['no edge at all', { sharpness: 0 }, 'sharpness', 'advice', null],
    ['darkness', { highlights: 60 }, 'light', 'advice', 'light'],
    ['night', { highlights: 20 }, 'light', 'advice', null],
    ['a guest', { seen: { ...goodPhoto.seen, people: true } }, 'people', 'fail', null],
  ] as const)('with %s is told so', (_what, changed, check, verdict, fix) => {
    const found = lineOf(
      { ...goodPhoto, ...changed } as FileFacts,
      ruleOf('grubhub', 'square', 'grubhub-item-api'),
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
    const facts = { ...goodPhoto, seen: { ...goodPhoto.seen, ...seen } } as FileFacts;
    expect(lineOf(facts, ruleOf(platform, imageType), check)?.verdict).toBe(verdict);
  });

  it('in black and white is no cover of Uber Eats', () => {
    const facts = { ...goodPhoto, blackAndWhite: true };
    expect(lineOf(facts, ruleOf('uber', 'cover'), 'colour')?.verdict).toBe('fail');
    expect(lineOf(facts, ruleOf('uber', 'menu'), 'colour')).toBeUndefined();
  });

  it('is unverified where the platform publishes nothing, whatever was measured', () => {
    const results = checkFile({ ...goodPhoto, width: 300, height: 900 }, ruleOf('justeat', 'square'));
    const official = results.filter(({ check }) => ['pixels', 'ratio', 'format'].includes(check));
    expect(official.map(({ verdict, source }) => [verdict, source])).toEqual([
      ['unverified', null],
      ['unverified', null],
      ['unverified', null],
    ]);
  });

  it('is unverified where nobody looked', () => {
    const facts = { ...goodPhoto, dish: null, seen: null };
    const results = checkFile(facts, ruleOf('uber', 'menu')).filter(
      ({ verdict }) => verdict === 'unverified',
    );
    expect(results.map(({ check, measured }) => [check, measured])).toEqual([
      ['whole', 'not looked at'],
      ['centred', 'not looked at'],
      ['writing', 'not looked at'],
      ['people', 'not looked at'],
      ['oneDish', 'not looked at'],
    ]);
  });

  it('may differ from a recommendation', () => {
    const facts = { ...goodPhoto, width: 1000, height: 1000, bytes: 3_000_000 };
    expect(lineOf(facts, ruleOf('uber', 'menu'), 'ratio')?.verdict).toBe('advice');
    expect(lineOf(facts, ruleOf('doordash', 'thumbnail'), 'bytes')?.verdict).toBe('advice');
    expect(lineOf(facts, ruleOf('doordash', 'header'), 'bytes')?.verdict).toBe('fail');
  });

  it('with a dish outside the centre square is cropped where the dish allows it, else continued around it', () => {
    const at = (left: number, width: number, touches: readonly ['left'?] = []) =>
      ({
        ...goodPhoto,
        width: 3000,
        height: 1700,
        dish: { box: { left, top: 0.3, width, height: 0.4 }, touches },
      }) as FileFacts;
    const doordash = ruleOf('doordash', 'thumbnail');
    expect(lineOf(at(0.1, 0.25), doordash, 'squareCrop')).toMatchObject({
      verdict: 'fail',
      measured: 'partly outside',
      fix: 'crop',
    });
    expect(lineOf(at(0.1, 0.8), doordash, 'squareCrop')).toMatchObject({ fix: 'outpaint', instead: null });
    expect(lineOf(at(0, 0.8, ['left']), doordash, 'squareCrop')).toMatchObject({ fix: null });
  });

  it('is cut to the right shape where only a recommendation about the place cannot be met', () => {
    const wide: FileFacts = {
      ...goodPhoto,
      width: 1600,
      height: 1270,
      dish: { box: { left: 0.08, top: 0.12, width: 0.82, height: 0.7 }, touches: [] },
    };
    const grubhub = ruleOf('grubhub', 'square');
    expect(lineOf(wide, grubhub, 'ratio')?.fix).toBe('crop');
    expect(lineOf(wide, grubhub, 'squareCrop')).toMatchObject({ verdict: 'advice', fix: 'outpaint' });
  });

  it('is not offered to be repaired where it would be refused all the same', () => {
    const of = (width: number, height: number) =>
      repairsOf(checkFile({ ...goodPhoto, width, height }, ruleOf('doordash', 'header')));
    expect(of(1200, 1000)).toEqual(['crop', 'resize']);
    // The dish is half as high as the photo, which leaves no 16:9 around it.
    expect(of(1000, 2000)).toEqual([]);
    expect(of(400, 225)).toEqual([]);
  });

  it('names where the dish lies', () => {
    const facts: FileFacts = {
      ...goodPhoto,
      dish: { box: { left: 0.5, top: 0.05, width: 0.4, height: 0.5 }, touches: [] },
    };
    expect(lineOf(facts, ruleOf('uber', 'menu'), 'centred')?.measured).toBe(
      '20 % too far right, 20 % too high',
    );
  });
});

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

  it('a dark photo that can be brightened is bright then', () => {
    for (let highlights = lostBelow; highlights < darkBelow; highlights += 1)
      expect(brighteningCurve(highlights)[highlights]).toBeGreaterThanOrEqual(darkBelow);
  });
});

function line(
  facts: Partial<FileFacts>,
  changed: Partial<PlatformRule>,
  check: CheckName,
): ReturnType<typeof checkFile>[number] | undefined {
  return checkFile({ ...goodPhoto, ...facts }, { ...openRule, ...changed }).find(
    (result) => result.check === check,
  );
}

describe('the worst verdict', () => {
  it.each([
    [[], 'pass'],
    [['pass', 'pass'], 'pass'],
    [['pass', 'unverified'], 'unverified'],
    [['unverified', 'pass', 'advice'], 'advice'],
    [['advice', 'unverified', 'fail', 'pass'], 'fail'],
  ] as const)('of %j is %s', (found, worst) => {
    expect(worstVerdict(found.map((verdict) => ({ verdict })))).toBe(worst);
  });
});

describe('the pixels of a file', () => {
  it('are not asked for where a rule has no limits', () => {
    expect(line({}, {}, 'pixels')).toBeUndefined();
  });

  it.each([
    ['1000x800', 'pass'],
    ['999x800', 'fail'],
    ['1000x799', 'fail'],
    ['2000x1600', 'pass'],
    ['2001x1600', 'fail'],
    ['2000x1601', 'fail'],
  ])('%s are a %s between 1000×800 and 2000×1600', (size, verdict) => {
    const limits = { minimum: sized('1000x800'), maximum: sized('2000x1600') };
    expect(line(sized(size), limits, 'pixels')?.verdict).toBe(verdict);
  });

  it.each([
    [{ minimum: sized('1000x800') }, 'at least 1000×800 px', 'pass'],
    [{ maximum: sized('1500x1500') }, 'at most 1500×1500 px', 'fail'],
  ])('may have one limit only: %j', (limit, required, verdict) => {
    expect(line({}, limit, 'pixels')).toMatchObject({ required, verdict });
  });
});

describe('the shape of a file', () => {
  it('that we make where nothing is published is that of our own size', () => {
    const [ours] = rulesFor('justeat', 'square');
    expect(line({ width: 1300, height: 1300 }, { ...ours }, 'ratio')).toMatchObject({
      measured: '1:1',
      required: '1:1',
      verdict: 'unverified',
      fix: null,
      instead: null,
    });
  });

  it.each<[string, string, number, Edge, 'outpaint' | null]>([
    ['a tall photo cut off at the top', '1000x1000', 2, 'top', 'outpaint'],
    ['a tall photo cut off at the bottom', '1000x1000', 2, 'bottom', 'outpaint'],
    ['a tall photo cut off on the left', '1000x1000', 2, 'left', null],
    ['a tall photo cut off on the right', '1000x1000', 2, 'right', null],
    ['a wide photo cut off on the left', '2000x1000', 1, 'left', 'outpaint'],
    ['a wide photo cut off on the right', '2000x1000', 1, 'right', 'outpaint'],
    ['a wide photo cut off at the top', '2000x1000', 1, 'top', null],
    ['a wide photo cut off at the bottom', '2000x1000', 1, 'bottom', null],
  ])('of %s is continued only where no food is cut', (_what, size, ratio, edge, fix) => {
    const dish = { box: boxOf([0.02, 0.02, 0.96, 0.96]), touches: [edge] };
    const found = line({ ...sized(size), dish }, { ratio: exactly(ratio) }, 'ratio');
    expect(found).toMatchObject({ verdict: 'fail', fix });
    expect(found?.instead === null).toBe(fix !== null);
  });

  it('is continued where a crop would leave too few pixels, even if the dish is not known', () => {
    const limits = { minimum: sized('800x800'), ratio: exactly(2) };
    expect(line({ ...sized('600x1000'), dish: null }, limits, 'ratio')?.fix).toBe('outpaint');
    expect(line({ ...sized('1000x1000'), dish: null }, limits, 'ratio')?.fix).toBe('crop');
  });

  it.each([
    [1.75, 1.78, '16:9'],
    [1.335, 1.336, '4:3'],
    [4 / 3, 1.36, '4:3'],
    [1.31, 4 / 3, '4:3'],
    [1.05, 1.06, '1.05:1 to 1.06:1'],
    [1.2, 1.3, '1.20:1 to 1.30:1'],
    [1, 1.03, '1:1 to 1.03:1'],
    [9 / 16, 1, '9:16 to 1:1'],
  ])('from %f to %f is called %s', (from, to, name) => {
    expect(line({}, { ratio: { from, to } }, 'ratio')?.required).toBe(name);
  });
});

describe('format and bytes of a file', () => {
  it.each<[PhotoFormat[], string]>([
    [['jpeg'], 'JPEG'],
    [['jpeg', 'png'], 'JPEG or PNG'],
    [['jpeg', 'png', 'webp'], 'JPEG, PNG or WebP'],
  ])('may be %j', (formats, required) => {
    expect(line({}, { formats }, 'format')?.required).toBe(required);
  });

  it('fit exactly at the limit, and need a repair one byte beyond it', () => {
    const of = (bytes: number) => line({ bytes }, { maxBytes: 2_000_000 }, 'bytes');
    expect(of(2_000_000)).toMatchObject({ verdict: 'pass', measured: '2 MB', fix: null });
    expect(of(2_000_001)).toMatchObject({ verdict: 'fail', required: 'at most 2 MB', fix: 'bytes' });
  });
});

describe('a dish', () => {
  const at = (touches: readonly Edge[]) => ({ dish: { box: boxOf([0.3, 0.3, 0.4, 0.4]), touches } });
  const seen = { people: false, writing: false, severalDishes: false, collage: false, cutOff: false };

  it.each<[string, Partial<FileFacts>, string, string]>([
    ['is whole', {}, 'pass', 'whole'],
    ['is whole for its mask alone', { seen: null }, 'pass', 'whole'],
    ['is whole for a model alone', { dish: null }, 'pass', 'whole'],
    ['is not looked at', { dish: null, seen: null }, 'unverified', 'not looked at'],
    ['is cut off for a model', { seen: { ...seen, cutOff: true } }, 'advice', 'cut off'],
    ['is cut off for a model alone', { dish: null, seen: { ...seen, cutOff: true } }, 'advice', 'cut off'],
    ['is cut off at one edge', at(['left']), 'advice', 'cut off on the left'],
    ['is cut off at two edges', at(['right', 'top']), 'advice', 'cut off on the right and at the top'],
    [
      'is cut off at three edges',
      at(['left', 'right', 'bottom']),
      'advice',
      'cut off on the left, on the right and at the bottom',
    ],
  ])('that %s is told so', (_what, facts, verdict, measured) => {
    expect(line(facts, {}, 'whole')).toMatchObject({ verdict, measured });
  });

  it.each([
    ['in the middle', [0.4, 0.4, 0.2, 0.2], 'pass'],
    ['in the middle', [0.62, 0.5, 0, 0], 'pass'],
    ['in the middle', [0.5, 0.62, 0, 0], 'pass'],
    ['13 % too far right', [0.53, 0.4, 0.2, 0.2], 'fail'],
    ['13 % too far left', [0.27, 0.4, 0.2, 0.2], 'fail'],
    ['13 % too low', [0.4, 0.53, 0.2, 0.2], 'fail'],
    ['13 % too high', [0.4, 0.27, 0.2, 0.2], 'fail'],
    ['20 % too far left, 30 % too low', [0.2, 0.7, 0.2, 0.2], 'fail'],
  ] as const)('%s, at %j, is a %s where it has to be centred', (measured, box, verdict) => {
    const dish = { box: boxOf(box), touches: [] };
    expect(line({ dish }, { content: { centred: 'fail' } }, 'centred')).toMatchObject({ verdict, measured });
  });

  // The square is the middle half, and a thousandth is allowed for.
  it.each([
    ['inside', 0.25, 0.5],
    ['inside', 0.249, 0.3],
    ['partly outside', 0.248, 0.3],
    ['inside', 0.5, 0.251],
    ['partly outside', 0.5, 0.252],
    ['partly outside', 0, 1],
  ])('lies %s the centre square of a long photo from %f on for %f', (measured, start, length) => {
    const of = (size: string, ...box: [number, number, number, number]) =>
      line(
        { ...sized(size), dish: { box: boxOf(box), touches: [] } },
        { content: { squareCrop: 'fail' } },
        'squareCrop',
      );
    const verdict = measured === 'inside' ? 'pass' : 'fail';
    expect(of('2000x1000', start, 0, length, 1)).toMatchObject({ measured, verdict });
    expect(of('1000x2000', 0, start, 1, length)).toMatchObject({ measured, verdict });
  });

  it('outside the square of a list is no reason to need an image model for the file itself', () => {
    expect(repairsOf([{ check: 'squareCrop', verdict: 'fail', fix: 'outpaint' }])).toEqual([]);
    expect(
      repairsOf([
        { check: 'squareCrop', verdict: 'fail', fix: 'outpaint' },
        { check: 'bytes', verdict: 'fail', fix: 'bytes' },
      ]),
    ).toEqual(['bytes']);
  });
});

describe('sharpness and light', () => {
  it.each([
    [blurredBelow, 'pass', 'sharp (1.0)'],
    [blurredBelow - 0.1, 'advice', 'blurred (0.9)'],
    [0, 'advice', 'hardly an edge to see'],
  ])('at a sharpness of %f are a %s', (sharpness, verdict, measured) => {
    expect(line({ sharpness }, {}, 'sharpness')).toMatchObject({ verdict, measured });
  });

  it.each([
    [darkBelow, 'pass', 'bright (95 of 255)', null, null],
    [darkBelow - 1, 'advice', 'dark (94 of 255)', 'light', null],
    [lostBelow, 'advice', 'dark (40 of 255)', 'light', null],
    [lostBelow - 1, 'advice', 'dark (39 of 255)', null, expect.stringContaining('beside a window')],
  ])('at highlights of %i are a %s, with a repair or advice', (highlights, verdict, measured, fix, instead) => {
    expect(line({ highlights }, {}, 'light')).toMatchObject({ verdict, measured, fix, instead });
  });
});

describe('what is seen in a photo', () => {
  const guest = { people: true, writing: false, severalDishes: false, collage: false, cutOff: false };

  it.each<[string, Partial<FileFacts>, ContentChecks, CheckName, object]>([
    ['nobody', {}, { people: 'fail' }, 'people', { measured: 'nobody seen', required: 'no people' }],
    [
      'hands where they may be allowed',
      { seen: guest },
      { people: 'advice' },
      'people',
      { verdict: 'advice', measured: 'people or hands', required: 'no people; hands may be allowed' },
    ],
    [
      'no writing where hands may be allowed',
      {},
      { people: 'advice', writing: 'fail' },
      'writing',
      { verdict: 'pass', measured: 'none seen', required: 'no writing, logo or watermark' },
    ],
    [
      'writing',
      { seen: { ...guest, writing: true } },
      { writing: 'fail' },
      'writing',
      { verdict: 'fail', measured: 'writing or a logo' },
    ],
  ])('%s is told in words', (_what, facts, content, check, expected) => {
    expect(line(facts, { content }, check)).toMatchObject(expected);
  });

  it('is unverified where the platform publishes nothing', () => {
    const unpublished = { source: null, content: { people: 'fail' } } as const;
    expect(line({ seen: guest }, unpublished, 'people')?.verdict).toBe('unverified');
    expect(line({}, unpublished, 'people')?.verdict).toBe('unverified');
  });
});
