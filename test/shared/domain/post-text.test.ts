import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashtagLine } from '#shared/domain/post-body.ts';
import {
  languageInEnglish,
  lengthOn,
  maxKeptHashtags,
  networkOf,
  postTextSchema,
  preferredLanguage,
  readHashtags,
} from '#shared/domain/post-text.ts';

const text = {
  tone: 'friendly',
  network: 'instagram',
  language: 'de',
  caption: 'Heute\u202E:\r\nCurry\u0000',
  hashtags: ['Müsli', 'カレー', 'curry_2'],
  altText: ' Ein Teller\nCurry ',
  description: '',
};

describe('the text of a post', () => {
  it('keeps the lines of its caption and nothing that nobody sees', () => {
    expect(postTextSchema.parse(text)).toMatchObject({
      caption: 'Heute:\nCurry',
      altText: 'Ein Teller Curry',
    });
    for (const hashtag of ['', '#curry', 'zwei Wörter', 'a-b', 'x'.repeat(51)])
      expect(postTextSchema.safeParse({ ...text, hashtags: [hashtag] }).success).toBe(false);
  });
});

describe('hashtags', () => {
  it('are read from whatever a person writes', () => {
    expect(readHashtags('#Curry, curry;Käse #a-b  #🍛 ## 2026')).toEqual(['Curry', 'Käse', 'ab']);
    expect(readHashtags('#カレー＃昼ごはん')).toEqual(['カレー', '昼ごはん']);
  });

  it('end after fifty letters', () => {
    expect(readHashtags('a'.repeat(50))).toEqual(['a'.repeat(50)]);
    expect(readHashtags('a'.repeat(51))).toEqual(['a'.repeat(50)]);
    // Letters of two units each: one hashtag of fifty units, and one of more, which no post takes.
    expect(readHashtags(`${'𠮷'.repeat(25)} ${'𠮷'.repeat(26)}`)).toEqual(['𠮷'.repeat(25)]);
  });

  it('are the first ten', () => {
    const letters = [...'abcdefghijk'];
    expect(readHashtags(letters.join(' '))).toEqual(letters.slice(0, 10));
  });

  it('that were read fit the schema and are read the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (line) => {
        const hashtags = readHashtags(line);
        expect(hashtags.length).toBeLessThanOrEqual(maxKeptHashtags);
        expect(postTextSchema.safeParse({ ...text, hashtags }).success).toBe(true);
        expect(readHashtags(hashtagLine(hashtags))).toEqual(hashtags);
      }),
    );
  });
});

it('is as long as its network counts', () => {
  expect(lengthOn('instagram', 'Käse 🍛 寿司')).toBe(9);
  expect(lengthOn('x', 'Käse 🍛 寿司')).toBe(12);
  expect(lengthOn('x', 'Ka\u0308se – “ok”…')).toBe(13);
  expect(networkOf('google').maxHashtags).toBe(0);
});

it.each([
  ['❤️', 2, 'a sign with the look of an emoji'],
  ['👍🏽', 2, 'a tone of skin'],
  ['🇬🇧', 2, 'a flag'],
  ['👨‍🍳', 2, 'joined emoji'],
  ['❤‍🔥', 2, 'joined emoji, the first without its look'],
  ['1️⃣', 2, 'a digit on a key'],
  ['👍\u0323\u0325', 4, 'an emoji with two marks below'],
  ['👨‍🍳👍🏽', 4, 'two of them'],
  ['🍛🍛', 4, 'two of one character'],
  ['1#', 2, 'a digit and a sign that can be on a key'],
  ['க்ஷ', 3, 'letters that are written as one'],
])('counts %s on X as %i: %s', (text, count) => {
  expect(lengthOn('x', text)).toBe(count);
});

it('begins in the first language of the browser that posts are written in', () => {
  expect(preferredLanguage(['sv-SE', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['zh-Hant-TW'])).toBe('zh');
  expect(preferredLanguage(['PT-br'])).toBe('pt');
  expect(preferredLanguage(['sv'])).toBe('en');
});

it.each([
  ['\u10ff', 1, 'the last letter of Georgian'],
  ['\u1100', 2, 'the first letter of Hangul'],
  ['Ḁ', 2, 'a Latin letter with a ring below'],
  ['\u1ffe', 2, 'a sign of Greek'],
  ['\u2002', 1, 'a wide space'],
  ['\u200d', 1, 'a joiner'],
  ['\u200e', 2, 'a mark of direction'],
  ['\u200f', 2, 'the other mark of direction'],
  ['‐', 1, 'a hyphen'],
  ['\u201f', 1, 'the last quotation mark'],
  ['†', 2, 'a dagger'],
  ['‱', 2, 'a sign of shares'],
  ['′', 1, 'a prime'],
  ['\u2037', 1, 'three reversed primes'],
  ['\u2038', 2, 'a caret'],
  ['€', 2, 'the sign of the euro'],
])('counts %s on X as %i: %s', (character, count) => {
  expect(lengthOn('x', character)).toBe(count);
  expect(lengthOn('instagram', character)).toBe(1);
});

it.each([
  ['en', 'English'],
  ['de', 'German'],
  ['zh', 'Chinese (simplified)'],
] as const)('calls the language %s %s for a model', (id, name) => {
  expect(languageInEnglish(id)).toBe(name);
});
