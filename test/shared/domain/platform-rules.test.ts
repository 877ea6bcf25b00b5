import { describe, expect, it } from 'vitest';
import { contentTexts } from '#shared/domain/content-requirements.ts';
import { allRules, type PlatformRule, type RuleChange, rulesFor } from '#shared/domain/platform-rules.ts';
import { type ContentChecks, platforms } from '#shared/domain/platforms.ts';
import { contradictionsIn } from '#shared/domain/rule-contradictions.ts';
import { everyRule, exactly, published, ruleOf, sized, source } from '#test/support/platform-rules.ts';

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
        expect(contentTexts(ruleOf(id, imageType))).toEqual(
          contentRules.filter(({ uses }) => uses.includes(use)).map(({ text }) => text),
        );
  });

  it('contain no contradiction', () => {
    for (const each of everyRule) expect([each.id, contradictionsIn(each)]).toEqual([each.id, []]);
  });
});

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
