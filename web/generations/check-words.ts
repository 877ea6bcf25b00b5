import type { CheckName, CheckResult, Verdict } from '#shared/domain/check-file.ts';
import type { RuleSource } from '#shared/domain/platforms.ts';
import { count, dateOfDay } from '#web/lib/format.ts';

/** Texts of a platform check, of a photo or of a finished picture. */
export const words = {
  outcome: (platform: string, results: readonly Pick<CheckResult, 'verdict' | 'source'>[]) => {
    const of = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
    const [fails, advice] = [of('fail'), of('advice')];
    if (fails > 0) return `${platform} would refuse it: ${count(fails, 'reason')}.`;
    if (results.every(({ verdict, source }) => verdict !== 'pass' || source === null))
      return 'We cannot tell whether it would be accepted.';
    if (advice > 0) return `It fits, with ${count(advice, 'tip')}.`;
    return 'It fits the published requirements.';
  },
  advice: (tips: number) => `Worth changing, but no reason to refuse it: ${count(tips, 'tip')}.`,
  others: (results: readonly Pick<CheckResult, 'verdict'>[]) => {
    const passed = results.filter(({ verdict }) => verdict === 'pass').length;
    const parts = [
      passed > 0 && `${passed} passed`,
      passed < results.length && `${results.length - passed} not verified`,
    ].filter((part) => part !== false);
    return parts.join(', ');
  },
  unverified: 'We found no official page of this platform. Please check before you upload.',
  source: (name: string, date: string | null) => (date ? `${name}, read on ${date}` : `${name}, undated`),
  sourceIn: (source: string, collection: string) => `${source} · ${collection}`,
  verdicts: {
    pass: 'Passes',
    advice: 'Advice',
    fail: 'Fails',
    unverified: 'Not verified',
  } satisfies Record<Verdict, string>,
  checks: {
    pixels: 'Pixels',
    ratio: 'Shape',
    format: 'Format',
    bytes: 'File size',
    whole: 'Whole dish',
    centred: 'In the middle',
    squareCrop: 'Square crop',
    sharpness: 'Sharpness',
    light: 'Light',
    writing: 'Writing and logos',
    people: 'People',
    oneDish: 'One dish',
    severalDishes: 'Several dishes',
    collage: 'Collage',
    colour: 'Colour',
  } satisfies Record<CheckName, string>,
  measured: (measured: string) => `Yours: ${measured}`,
  required: (required: string) => `asked for: ${required}`,
  outpaint: 'No cut keeps the whole dish and enough pixels. Enhance it to get more room around it.',
} as const;

/** Where a requirement was published, and when it was read. */
export function sourceOf({ name, readOn, collection }: RuleSource): string {
  const source = words.source(name, readOn && dateOfDay(readOn));
  return collection ? words.sourceIn(source, collection) : source;
}
