import { plainText } from './plain-text.ts';

/**
 * Code points that the drawing fonts have, in hexadecimal, first-last: letters, numbers, punctuation and symbols of the
 * Latin, Cyrillic and Greek alphabets, of Hebrew (without vowel points) and of Arabic (where it has all joined forms),
 * the space, and the baht sign, which is drawn as a B with a bar (shared/domain/typeface.ts). A test compares them with
 * the fonts' own tables, so that API and screens can refuse the others without carrying the fonts.
 */
const drawableRanges =
  '20-7e a1-ac ae-148 14a-1c3 1c5-254 256-27b 27e-284 286-290 292-2a4 2a6-2cc 2ce-2d7 2da 2dc-2ff 374-376 ' +
  '37a-37f 384-38a 38c 38e-3a1 3a3-3d7 3dc-3dd 3f0-3f6 3f9-3fa 3fc-479 480-482 48a-49d 4a0-4ff 52f ' +
  '5be 5c0 5c3 5c6 5d0-5ea 5ef-5f4 606-60f 61b 61d-61f 621-63a 641-64a 660-66d 671 679-67b 67e-680 683-684 686-688 ' +
  '68c-68e 691 698 6a4 6a6 6a9 6ad 6af 6b1 6b3 6ba-6bb 6be 6c0-6c1 6c5-6c9 6cb-6cc 6d0 6d2 6d4 6de 6e9 6f0-6f9 ' +
  '6fd-6fe e3f 1d00 1d0d ' +
  '1d1b 1d43 1d47-1d49 1d4d 1d4f-1d50 1d52 1d56-1d58 1d5b 1d62-1d65 1d9c 1da0 1dbb 1dbf 1e00-1e9b 1e9d-1f15 ' +
  '1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb ' +
  '1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2013-2014 2018-201a 201c-201e 2020 2022 2026 2032-2033 2039-203a 2044 ' +
  '20a0-20af 20b1-20b5 20b8-20ba 20bc-20bf 2113 2116 2122 2191 2193 2212 2c7c 2c7f a7ff';

const drawable = drawableRanges.split(' ').map((range) => {
  const [first = '', last = first] = range.split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
});

/**
 * The form in which promotional text is drawn: without invisible characters; with composed accents; with plain hyphens,
 * letters and numbers in place of hyphens, ligatures and fractions that the fonts lack; and with one space for every run
 * of white space.
 */
export function tidyPromoText(text: string): string {
  return plainText(text)
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/(\d?)([\u2150-\u215E\u2189])/g, inNumbers)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A fraction in numbers, with a space after a whole number before it: `2⅛` becomes `2 1/8`. */
function inNumbers(_: string, digit: string, fraction: string): string {
  const numbers = fraction.normalize('NFKC').replace('\u2044', '/');
  return digit === '' ? numbers : `${digit} ${numbers}`;
}

/** The characters of a tidy text that cannot be drawn, each once, as grapheme clusters (a flag is one). */
export function undrawableCharacters(text: string): string[] {
  const seen = new Set<string>();
  // Creating a segmenter takes a millisecond, and nearly all texts do not need one.
  if ([...text].every(isDrawable)) return [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (![...segment].every(isDrawable)) seen.add(segment);
  }
  return [...seen];
}

function isDrawable(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return drawable.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** A tidy text without the characters that cannot be drawn. */
export function drawablePart(text: string): string {
  const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return tidyPromoText(segments.filter((segment) => undrawableCharacters(segment).length === 0).join(''));
}

/** A sentence about the characters of a text that cannot be drawn; undefined if all can be drawn. */
export function undrawableText(text: string): string | undefined {
  const undrawable = undrawableCharacters(tidyPromoText(text));
  if (undrawable.length === 0) return undefined;
  return `Promotional text cannot show ${undrawable.slice(0, 5).join(' ')} (Latin, Greek, Cyrillic, Hebrew and Arabic letters, numbers and punctuation can)`;
}
