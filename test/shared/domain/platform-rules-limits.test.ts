import { describe, expect, it } from 'vitest';
import { blurredBelow, darkBelow } from '#shared/domain/measure-photo.ts';
import {
  allRules,
  type CheckName,
  checkFile,
  contentTexts,
  type Edge,
  type FileFacts,
  fileSize,
  lostBelow,
  type PlatformRule,
  type RuleChange,
  repairsOf,
  rulesFor,
  worstVerdict,
} from '#shared/domain/platform-rules.ts';
import { type ContentChecks, type PhotoFormat, platforms } from '#shared/domain/platforms.ts';
import {
  boxOf,
  exactly,
  goodPhoto,
  openRule,
  published,
  sized,
  source,
} from '#test/support/platform-rules.ts';

function line(
  facts: Partial<FileFacts>,
  changed: Partial<PlatformRule>,
  check: CheckName,
): ReturnType<typeof checkFile>[number] | undefined {
  return checkFile({ ...goodPhoto, ...facts }, { ...openRule, ...changed }).find(
    (result) => result.check === check,
  );
}

describe('all rules', () => {
  it('are those of every image type, each once', () => {
    const ids = allRules().map(({ id }) => id);
    const expected = platforms.flatMap(({ id, imageTypes }) =>
      imageTypes.flatMap((imageType) => rulesFor(id, imageType.id).map((rule) => rule.id)),
    );
    expect(new Set(ids)).toEqual(new Set(expected));
    expect(ids).toHaveLength(new Set(expected).size);
  });
});

describe('a change of an operator', () => {
  const { minimum, maximum, ratio, formats, maxBytes, advised, content } = published('uber-item-portal');
  const change: RuleChange = {
    ruleId: 'uber-item-portal',
    ...{ minimum, maximum, ratio, formats, maxBytes, advised, content, source },
  };

  function changed(values: Partial<RuleChange>): PlatformRule | undefined {
    return allRules([{ ...change, ...values }]).find(({ id }) => id === 'uber-item-portal');
  }

  it('replaces the values of its own rule only', () => {
    const rules = allRules([{ ...change, maxBytes: 123_000 }]);
    for (const rule of rules)
      if (rule.id === 'uber-item-portal') expect(rule).toMatchObject({ maxBytes: 123_000, source });
      else expect(rule).toEqual(published(rule.id));
    expect(rulesFor('uber', 'menu', [{ ...change, maxBytes: 123_000 }])[0]?.maxBytes).toBe(123_000);
  });

  it.each([
    ['no limit', {}, 'Any size'],
    ['a smallest size', { minimum: sized('1000x800') }, 'At least 1000×800 px'],
    ['a largest size', { maximum: sized('2000x1600') }, 'At most 2000×1600 px'],
    ['a shape', { ratio: exactly(1) }, '1:1'],
    [
      'all of these',
      { minimum: sized('1000x800'), maximum: sized('2000x1600'), ratio: { from: 1.25, to: 1.5 } },
      'At least 1000×800 px, at most 2000×1600 px, 5:4 to 3:2',
    ],
  ])('with %s is told as a sentence', (_what, values, size) => {
    expect(changed({ minimum: null, maximum: null, ratio: null, ...values })?.size).toBe(size);
  });

  it('keeps the size of the files that we make where that still meets the rule, and else finds another', () => {
    const { accepted } = published('uber-item-portal');
    expect(changed({ minimum: accepted })?.accepted).toEqual(accepted);
    expect(changed({ minimum: null, ratio: exactly(1), maximum: sized('900x900') })?.accepted).toEqual(
      sized('900x900'),
    );
    // No file can meet this one.
    expect(changed({ minimum: sized('9000x9000'), maximum: sized('10x10') })?.accepted).toEqual(accepted);
  });

  it.each<[string, 'uber' | 'deliveroo', ContentChecks, string[]]>([
    ['nothing', 'uber', {}, ['Reviewed within 3 business days']],
    [
      'half of a sentence',
      'uber',
      { centred: 'fail', people: 'advice' },
      ['No people except hands', 'Reviewed within 3 business days', 'The dish in the middle'],
    ],
    [
      'more than the platform',
      'uber',
      { oneDish: 'fail', centred: 'fail', squareCrop: 'advice', collage: 'fail' },
      [
        'One item, centred',
        'Reviewed within 3 business days',
        'The dish inside the centre square, as the app crops it',
        'No collage',
      ],
    ],
    ['one thing', 'deliveroo', { people: 'fail' }, ['Must not mislead about the food', 'No people']],
  ])('that asks for %s of the content is told in sentences', (_what, platform, asked, sentences) => {
    expect(contentTexts({ platform, use: 'item', content: asked })).toEqual(sentences);
  });
});

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

  it.each([
    [830_000, '830 kB'],
    [999_000, '999 kB'],
    [1_000_000, '1 MB'],
    [2_440_000, '2.4 MB'],
    [20_000_000, '20 MB'],
  ])('%i bytes are read as %s', (bytes, text) => {
    expect(fileSize(bytes)).toBe(text);
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
