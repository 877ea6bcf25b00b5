import * as z from 'zod/mini';
import { plainText } from './plain-text.ts';

/** The tone of a post. */
export const postTones = ['friendly', 'playful', 'refined'] as const;

export type PostTone = (typeof postTones)[number];

/** Limits of a network, and what is written for it. */
interface PostNetwork {
  readonly id: string;
  readonly name: string;
  /** Greatest length of caption and hashtags together, in characters as the network counts them. */
  readonly maxLength: number;
  /** Number of hashtags: the network's limit, or fewer if more do not help. */
  readonly maxHashtags: number;
  /** Characters of a caption that the model is asked for: about what is read without a tap. */
  readonly usualLength: number;
}

/**
 * Networks, those that restaurants use most first. Limits as published in November 2026: Instagram and TikTok take five
 * hashtags; X counts most other scripts and emoji double; Google shows hashtags as plain words.
 */
export const postNetworks = [
  { id: 'instagram', name: 'Instagram', maxLength: 2200, maxHashtags: 5, usualLength: 300 },
  { id: 'facebook', name: 'Facebook', maxLength: 5000, maxHashtags: 3, usualLength: 350 },
  { id: 'tiktok', name: 'TikTok', maxLength: 2200, maxHashtags: 5, usualLength: 150 },
  { id: 'x', name: 'X', maxLength: 280, maxHashtags: 2, usualLength: 200 },
  { id: 'google', name: 'Google Business Profile', maxLength: 1500, maxHashtags: 0, usualLength: 400 },
] as const satisfies readonly PostNetwork[];

export type PostNetworkId = (typeof postNetworks)[number]['id'];

const networkIds = postNetworks.map(({ id }) => id) as [PostNetworkId, ...PostNetworkId[]];

/** Languages in which posts are written, by their own names. */
export const postLanguages = [
  { id: 'en', name: 'English', inEnglish: 'English' },
  { id: 'de', name: 'Deutsch', inEnglish: 'German' },
  { id: 'es', name: 'Español', inEnglish: 'Spanish' },
  { id: 'fr', name: 'Français', inEnglish: 'French' },
  { id: 'it', name: 'Italiano', inEnglish: 'Italian' },
  { id: 'pt', name: 'Português', inEnglish: 'Portuguese' },
  { id: 'nl', name: 'Nederlands', inEnglish: 'Dutch' },
  { id: 'pl', name: 'Polski', inEnglish: 'Polish' },
  { id: 'tr', name: 'Türkçe', inEnglish: 'Turkish' },
  { id: 'ar', name: 'العربية', inEnglish: 'Arabic' },
  { id: 'ja', name: '日本語', inEnglish: 'Japanese' },
  { id: 'zh', name: '中文', inEnglish: 'Chinese (simplified)' },
] as const;

export type PostLanguage = (typeof postLanguages)[number]['id'];

const languageIds = postLanguages.map(({ id }) => id) as [PostLanguage, ...PostLanguage[]];

/** The customer's wishes for a post. */
export const postWishSchema = z.strictObject({
  tone: z.enum(postTones),
  network: z.enum(networkIds),
  language: z.enum(languageIds),
});

export type PostWish = z.output<typeof postWishSchema>;

/**
 * Greatest length of each text in characters. A caption may be longer than its network takes, so that no edit is lost.
 */
export const maxPostLengths = { caption: 5000, altText: 250, description: 300, hashtag: 50 } as const;

/** Greatest number of hashtags that are stored, even if the network takes fewer. */
export const maxKeptHashtags = 10;

/** Removes invisible characters from every line and keeps the lines. */
const plainLines = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(plainText)
    .join('\n');

/** A hashtag without its sign: letters, digits and underscores of any script. */
const hashtagSchema = z
  .string()
  .check(
    z.maxLength(maxPostLengths.hashtag),
    z.regex(/^[\p{L}\p{M}\p{N}_]+$/u, 'Hashtags have no spaces or signs'),
  );

/** The post that goes with a picture. */
export const postTextSchema = z.lazy(() =>
  z.extend(postWishSchema, {
    caption: z
      .string()
      .check(z.overwrite(plainLines), z.trim(), z.maxLength(maxPostLengths.caption, 'Caption too long')),
    hashtags: z.array(hashtagSchema).check(z.maxLength(maxKeptHashtags, 'Too many hashtags')),
    /** For people who cannot see the picture: on its share page and in its files. */
    altText: z
      .string()
      .check(z.overwrite(plainText), z.trim(), z.maxLength(maxPostLengths.altText, 'Alt text too long')),
    /** For the menu. */
    description: z
      .string()
      .check(
        z.overwrite(plainText),
        z.trim(),
        z.maxLength(maxPostLengths.description, 'Description too long'),
      ),
  }),
);

export type PostText = z.output<typeof postTextSchema>;

/** The limits of a network. */
export function networkOf(id: PostNetworkId): PostNetwork {
  return postNetworks.find((network) => network.id === id) ?? postNetworks[0];
}

/** The English name of a language, for a model. */
export function languageInEnglish(id: PostLanguage): string {
  return postLanguages.find((language) => language.id === id)?.inEnglish ?? 'English';
}

/** The first of these language tags (BCP 47) in which posts are written; English without one. */
export function preferredLanguage(tags: readonly string[]): PostLanguage {
  const known = tags.map((tag) => tag.toLowerCase().split('-')[0]);
  return (
    languageIds.find((id) => id === known.find((tag) => languageIds.some((each) => each === tag))) ?? 'en'
  );
}

/** Reads hashtags from the text of a person or a model, without signs, empty ones and duplicates. */
export function readHashtags(line: string): string[] {
  const found = new Map<string, string>();
  for (const word of line.split(/[\s,;#＃]+/u)) {
    const tag = [...word.replace(/[^\p{L}\p{M}\p{N}_]/gu, '')].slice(0, maxPostLengths.hashtag).join('');
    const fitting = tag.length > maxPostLengths.hashtag ? '' : tag;
    if (/[\p{L}]/u.test(fitting) && !found.has(fitting.toLowerCase()))
      found.set(fitting.toLowerCase(), fitting);
  }
  return [...found.values()].slice(0, maxKeptHashtags);
}

/**
 * Scripts whose characters X counts once; all others count double, as does each emoji, whatever it is composed of (X's
 * text library, configuration 3).
 */
const countedOnce = (point: number) =>
  point <= 0x10ff ||
  (point >= 0x2000 && point <= 0x200d) ||
  (point >= 0x2010 && point <= 0x201f) ||
  (point >= 0x2032 && point <= 0x2037);

const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
const partsOfEmoji = /[\p{Extended_Pictographic}\p{Emoji_Component}]/gu;

/** The length of a text as the network counts it. */
export function lengthOn(network: PostNetworkId, text: string): number {
  const normal = text.normalize('NFC');
  if (network !== 'x') return [...normal].length;
  let sum = 0;
  for (const { segment } of new Intl.Segmenter().segment(normal))
    sum += emoji.test(segment)
      ? 2 + lengthOfPoints(segment.replace(partsOfEmoji, ''))
      : lengthOfPoints(segment);
  return sum;
}

/** The length on X of a text without emoji. */
function lengthOfPoints(text: string): number {
  return [...text].reduce((sum, character) => sum + (countedOnce(character.codePointAt(0) ?? 0) ? 1 : 2), 0);
}
