/** What platforms ask of the content of a picture, in words. */
import type { PlatformRule } from './platform-rules.ts';
import { type ContentCheck, contentChecks, platformById } from './platforms.ts';
import { capitalised } from './size-texts.ts';

export const placeWords = {
  centred: 'the dish in the middle',
  squareCrop: 'the dish inside the centre square, as the app crops it',
} as const;

/** What a rule asks of the content, in words: the platform's sentences in its own order, then what operators added. */
export function contentTexts({
  platform,
  use,
  content,
}: Pick<PlatformRule, 'platform' | 'use' | 'content'>): string[] {
  const own = platformById(platform)?.contentRules.filter(({ uses }) => uses.includes(use)) ?? [];
  const kept = own.filter(({ checks }) => contentChecks.every((check) => !checks[check] || content[check]));
  const told = contentChecks.filter((check) => kept.some(({ checks }) => checks[check]));
  const added = contentChecks.filter((check) => content[check] && !told.includes(check));
  return [
    ...kept.map(({ text }) => text),
    ...added.map((check) =>
      capitalised(
        check === 'centred' || check === 'squareCrop' ? placeWords[check] : seenWords[check].required,
      ),
    ),
  ];
}

export type SeenCheck = Exclude<ContentCheck, 'centred' | 'squareCrop'>;

/**
 * Texts of each content check: finding if the rule is met and if not, the requirement, and what to photograph instead.
 */
export const seenWords: Readonly<
  Record<
    SeenCheck,
    { readonly met: string; readonly unmet: string; readonly required: string; readonly instead: string }
  >
> = {
  writing: {
    met: 'none seen',
    unmet: 'writing or a logo',
    required: 'no writing, logo or watermark',
    instead: 'Photograph the dish without menus, labels or branded packaging, and without a watermark.',
  },
  people: {
    met: 'nobody seen',
    unmet: 'people or hands',
    required: 'no people',
    instead: 'Photograph the dish alone, without guests, staff or hands in the picture.',
  },
  oneDish: {
    met: 'one',
    unmet: 'several dishes',
    required: 'one dish only',
    instead: 'Photograph this dish alone, without drinks, sides or other plates.',
  },
  severalDishes: {
    met: 'several dishes',
    unmet: 'one dish alone',
    required: 'several dishes',
    instead: 'Photograph several dishes of your menu on one table for the cover.',
  },
  collage: {
    met: 'one photo',
    unmet: 'a collage',
    required: 'no collage',
    instead: 'Use a single photo, as the camera took it.',
  },
  colour: {
    met: 'in colour',
    unmet: 'black and white',
    required: 'in colour',
    instead: 'Use the photo in colour, as the camera took it.',
  },
};
