import { parse } from 'opentype.js';
import { describe, expect, it } from 'vitest';
import { fontFiles } from '#lambdas/pictures/drawing-text.ts';
import { edit, type Picture } from '#lambdas/pictures/picture.ts';
import { tidyPromoText, undrawableCharacters } from '#lambdas/pictures/promo-characters.ts';
import { fitText, withPromoText } from '#lambdas/pictures/typeset-promo.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';

function grey(width: number, height: number, level = 200): Picture {
  return { width, height, data: Buffer.alloc(width * height * 3, level) };
}

/** Share of near-white pixels in each third of a picture, from the top. */
function whiteByThird({ data, width, height }: Picture): number[] {
  const counts = [0, 0, 0];
  for (let i = 0; i < data.length; i += 3) {
    const third = Math.floor((i / data.length) * 3);
    if ((data[i] ?? 0) > 245) counts[third] = (counts[third] ?? 0) + 1;
  }
  return counts.map((count) => count / (width * height));
}

describe('promo text', () => {
  it.each([
    ['top', 0],
    ['center', 1],
    ['bottom', 2],
  ] as [PromoPosition, number][])('stands at the %s', async (position, third) => {
    const picture = await withPromoText(grey(1080, 1080), { text: 'Two for one', position });
    const white = whiteByThird(picture);
    expect(white[third]).toBeGreaterThan(0.005);
    for (const other of [0, 1, 2].filter((index) => index !== third)) expect(white[other]).toBe(0);
  });

  it('keeps the picture’s size and is legible on white', async () => {
    const picture = await withPromoText(grey(1080, 1920, 255), {
      text: 'Fresh every morning',
      position: 'bottom',
    });
    expect(picture).toMatchObject({ width: 1080, height: 1920 });
    const data = await edit(picture)
      .greyscale()
      .extract({ left: 60, top: 1780, width: 960, height: 4 })
      .raw()
      .toBuffer();
    // Behind the letters the white photo was darkened to less than half its light.
    expect(Math.min(...data)).toBeLessThan(120);
  });

  it.each([
    'Hi',
    'Happy Hour 5–7 pm',
    'Every Tuesday: two wood-fired pizzas, one bottle of house red, and dessert for the table is on us!!',
    'W'.repeat(100),
    'Donaudampfschifffahrtsgesellschaftskapitän grüßt herzlich',
  ])('fits %j on at most three lines', (text) => {
    for (const size of [
      { width: 1080, height: 1080 },
      { width: 1080, height: 1920 },
      { width: 1200, height: 1000 },
    ]) {
      const { lines, fontSize } = fitText(text, size);
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(fontSize).toBeGreaterThan(20);
    }
  });

  it('draws other alphabets from their own files', async () => {
    for (const text of ['Свежая пицца', 'Φρέσκο ψωμί', 'Phở bò tái', 'Şiş kebap']) {
      expect(undrawableCharacters(tidyPromoText(text))).toEqual([]);
      const white = whiteByThird(await withPromoText(grey(600, 600), { text, position: 'top' }));
      expect(white[0]).toBeGreaterThan(0.005);
    }
  });
});

describe('characters of promo text', () => {
  it('are composed and their white space made single', () => {
    expect(tidyPromoText('  Cafe\u0301\n\tau\u00a0lait ')).toBe('Café au lait');
  });

  it('are refused when the font has no letter for them', () => {
    expect(undrawableCharacters('Pizza 🍕 now 🍕')).toEqual(['🍕']);
    expect(undrawableCharacters('寿司')).toEqual(['寿', '司']);
    expect(undrawableCharacters('‮evil')).toHaveLength(1);
    expect(undrawableCharacters('50 % off – “today” only £5 €5')).toEqual([]);
  });

  it('are exactly the visible ones that the font has', () => {
    const inFont = new Set(
      fontFiles.flatMap((file) =>
        Object.entries(parse(file.slice().buffer).tables.cmap.glyphIndexMap).flatMap(([codePoint, glyph]) =>
          glyph > 0 ? [Number(codePoint)] : [],
        ),
      ),
    );
    for (let codePoint = 0x20; codePoint < 0x10000; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
      const character = String.fromCodePoint(codePoint);
      const visible = /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(character);
      expect(undrawableCharacters(character).length === 0, codePoint.toString(16)).toBe(
        visible && inFont.has(codePoint),
      );
    }
  });
});
