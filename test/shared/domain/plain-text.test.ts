import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountRoutes } from '#shared/api/account.ts';
import { deliveryRoutes } from '#shared/api/delivery.ts';
import { menuRoutes } from '#shared/api/menus.ts';
import { plainText, shortenText } from '#shared/domain/plain-text.ts';

describe('plain text', () => {
  it('loses what nobody sees, and nothing else', () => {
    expect(plainText('A\u0000d\u202Ea\u200B')).toBe('Ada');
    expect(plainText('Cur\u00ADry')).toBe('Curry');
    expect(plainText('Bur\uFFFEger\uFFFF')).toBe('Burger');
    expect(plainText('Two\r\nlines\tand tabs')).toBe('Two lines and tabs');
    expect(plainText('Crème brûlée 👩‍🍳 می‌خواهم')).toBe('Crème brûlée 👩‍🍳 می‌خواهم');
  });

  it('stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });

  it('is what names and shares are made of; a name of invisible characters is none', () => {
    const { updateMe } = accountRoutes;
    const { createMenu } = menuRoutes;
    expect(updateMe.body.parse({ fullName: ' A\u202Eda\u0000 ', companyName: '\u200B' })).toEqual({
      fullName: 'Ada',
      companyName: '',
    });
    expect(updateMe.body.safeParse({ fullName: '\u200B', companyName: '' }).success).toBe(false);
    const share = deliveryRoutes.createShare.body.parse({
      variation: 0,
      title: 'So\u0000up',
      description: 'a\nb',
    });
    expect(share).toMatchObject({ title: 'Soup', description: 'a b' });
    const menu = createMenu.body.parse({
      id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      name: ' Lunch\u202E\u0000 ',
      look: { backgroundStyle: 'marble', plateStyle: 'rustic', imageStyle: 'natural' },
      targets: [{ platform: 'uber', imageType: 'menu' }],
      dishes: [
        {
          name: 'Soup',
          source: { type: 'sample', itemId: 'burger' },
          photo: { width: 4, height: 3 },
        },
      ],
    });
    expect(menu.name).toBe('Lunch');
  });
});

describe('a text that is shortened', () => {
  it.each([
    ['stays where it is short enough', 'one two three', 13, 'one two three'],
    ['ends after the last word that fits whole', 'one two three', 12, 'one two'],
    ['ends with a word that just fits', 'one two three', 7, 'one two'],
    ['ends without spaces', 'one two  three', 10, 'one two'],
    ['ends within a word that is too long by itself', 'onetwothree', 6, 'onetwo'],
    ['ends within its first word, whatever is before it', ' onetwothree', 7, ' onetwo'],
    ['ends before an emoji that fits by half', 'one😋', 4, 'one'],
    ['keeps its whole emoji', '😋 one two', 8, '😋 one'],
  ])('%s', (_what, text, length, expected) => {
    expect(shortenText(text, length)).toBe(expected);
  });
});
