import { describe, expect, it } from 'vitest';
import { drawingTypeface } from '#lambdas/pictures/drawing-text.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { withPromoText } from '#lambdas/pictures/typeset-promo.ts';
import { tidyPromoText, undrawableCharacters } from '#shared/domain/promo-characters.ts';
import { layOutPromo, promoSafeArea } from '#shared/domain/promo-layout.ts';
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

/** Relative luminance (WCAG 2.2). */
function luminance(...channels: [number, number, number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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

  it.each([
    'top',
    'center',
    'bottom',
  ] as const)('keeps the picture’s size and is legible on white: %s', async (position) => {
    const size = { width: 1080, height: 1920 };
    const text = 'Fresh every morning';
    const picture = await withPromoText(grey(size.width, size.height, 255), { text, position });
    expect(picture).toMatchObject(size);
    const { lines, block } = layOutPromo(drawingTypeface(), text, position, size);
    // Between the type and the ends of its block there is the shade alone.
    const [line] = lines;
    if (!line) throw new Error('The text has no line');
    for (const left of [block.left, block.left + block.width - 2]) {
      const { data } = picture;
      const at = (Math.round(block.top + block.height - 2) * size.width + Math.round(left)) * 3;
      const shade = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      expect(1.05 / (shade + 0.05)).toBeGreaterThan(4.5);
    }
  });

  it.each([
    'top',
    'center',
    'bottom',
  ] as const)('leaves the rest of the picture as it is: %s', async (position) => {
    const size = { width: 1080, height: 1080 };
    const text = 'W'.repeat(100);
    const { data } = await withPromoText(grey(size.width, size.height, 200), { text, position });
    let changed = 0;
    for (let i = 0; i < data.length; i += 3) if (Math.abs((data[i] ?? 0) - 200) > 25) changed += 1;
    // Of the longest text; the dark box of before took 31 % for any.
    expect(changed / (size.width * size.height)).toBeLessThan(position === 'center' ? 0.2 : 0.26);
    const outside = promoSafeArea(size).left / 4;
    expect(Math.abs((data[Math.round(outside) * 3] ?? 0) - 200)).toBeLessThan(10);
  });

  it('draws other alphabets from their own files', async () => {
    for (const text of ['Свежая пицца', 'Φρέσκο ψωμί', 'Phở bò tái', 'Şiş kebap']) {
      expect(undrawableCharacters(tidyPromoText(text))).toEqual([]);
      const white = whiteByThird(await withPromoText(grey(600, 600), { text, position: 'top' }));
      expect(white[0]).toBeGreaterThan(0.005);
    }
  });
});
