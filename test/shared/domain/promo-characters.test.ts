import { parse } from 'opentype.js';
import { describe, expect, it } from 'vitest';
import { fontFiles } from '#lambdas/pictures/drawing-text.ts';
import { files as rightToLeft } from '#lambdas/pictures/fonts-right-to-left.ts';
import {
  drawablePart,
  tidyPromoText,
  undrawableCharacters,
  undrawableText,
} from '#shared/domain/promo-characters.ts';
import { joinArabic } from '#shared/domain/visual-order.ts';

/** Code points that one of these files has. */
function codePointsIn(files: readonly Uint8Array<ArrayBuffer>[]): ReadonlySet<number> {
  return new Set(
    files.flatMap((file) =>
      Object.entries(parse(file.slice().buffer).tables.cmap.glyphIndexMap).flatMap(([codePoint, glyph]) =>
        glyph > 0 ? [Number(codePoint)] : [],
      ),
    ),
  );
}

describe('characters of promo text', () => {
  it('are composed and their white space made single', () => {
    expect(tidyPromoText('  Cafe\u0301\n\tau\u00a0lait ')).toBe('Café au lait');
  });

  it('lose what nobody sees, and have plain hyphens and letters for what the fonts lack', () => {
    expect(tidyPromoText('\uFEFFTwo\u200B for\u00AD \u2060one\u202E\u0000')).toBe('Two for one');
    expect(undrawableText('Two\u200B for\u00AD one')).toBeUndefined();
    expect(tidyPromoText('wood\u2011\uFB01red co\uFB00ee, wa\uFB04es')).toBe('wood-fired coffee, waffles');
    expect(tidyPromoText('Two\vlines')).toBe('Two lines');
  });

  it('have fractions as numbers, apart from a whole number before them', () => {
    expect(tidyPromoText('⅓ lb, 2⅛ oz, ½ price')).toBe('1/3 lb, 2 1/8 oz, ½ price');
    expect(undrawableText('⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒↉')).toBeUndefined();
  });

  it('include the currency signs of menus, but those of scripts that no font has', () => {
    expect(undrawableCharacters('$€£¥¢₺₽₹₩₫₴₱฿₦₡₲₪₸₵₾₼₭₮₿¤؋')).toEqual([]);
    expect(undrawableText('៛4000')).toMatch(/^Promotional text cannot show ៛ \(/);
  });

  it('are refused when the font has no letter for them', () => {
    expect(undrawableCharacters('Pizza 🍕 now 🍕')).toEqual(['🍕']);
    expect(undrawableCharacters('寿司')).toEqual(['寿', '司']);
    expect(undrawableCharacters('‮evil')).toHaveLength(1);
    expect(undrawableCharacters('50 % off – “today” only £5 €5')).toEqual([]);
  });

  it('are left out as a whole, with the marks that belong to them', () => {
    expect(drawablePart('Tom yum วัน น้ำ today')).toBe('Tom yum today');
    expect(drawablePart('Chef 👩 👩‍🍳!')).toBe('Chef !');
  });

  it('are exactly the visible ones that the fonts have and the baht sign, Arabic letters in all their forms', () => {
    const inInter = codePointsIn(fontFiles);
    const inOthers = codePointsIn(rightToLeft);
    const isOfOthers = (codePoint: number) => {
      if (codePoint < 0x590 || codePoint >= 0x700) return false;
      const character = String.fromCodePoint(codePoint);
      const isArabicLetter = codePoint >= 0x600 && /\p{L}/u.test(character);
      if (isArabicLetter && joinArabic(character) === character) return false;
      const inWords = [
        character,
        `ب${character}`,
        `${character}ب`,
        `ب${character}ب`,
        `ل${character}`,
        `بل${character}`,
      ];
      return [...inWords.map(joinArabic).join('')].every((form) => inOthers.has(form.codePointAt(0) ?? 0));
    };
    for (let codePoint = 0x20; codePoint < 0x10000; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
      const character = String.fromCodePoint(codePoint);
      const visible = /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(character);
      expect(undrawableCharacters(character).length === 0, codePoint.toString(16)).toBe(
        visible && (inInter.has(codePoint) || isOfOthers(codePoint) || character === '฿'),
      );
    }
  });
});
