import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashtagLine } from '#shared/domain/post-body.ts';
import {
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

it('begins in the first language of the browser that posts are written in', () => {
  expect(preferredLanguage(['sv-SE', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['zh-Hant-TW'])).toBe('zh');
  expect(preferredLanguage(['PT-br'])).toBe('pt');
  expect(preferredLanguage(['sv'])).toBe('en');
});
