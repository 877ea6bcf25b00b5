import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { overlayTypeface } from '#lambdas/pictures/overlay-typeface.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { withOverlay } from '#lambdas/pictures/typeset-overlay.ts';
import { contrast, type Rgb } from '#shared/domain/contrast.ts';
import { emptyOverlay, overlayFonts, overlayOfPromo } from '#shared/domain/overlay.ts';
import { layOutOverlay, partShare, safeArea } from '#shared/domain/overlay-layout.ts';
import { tidyPromoText, undrawableCharacters } from '#shared/domain/promo-characters.ts';
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

function pixelAt({ data, width }: Picture, left: number, top: number): Rgb {
  const at = (Math.round(top) * width + Math.round(left)) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const headline = (promoText: string, promoPosition: PromoPosition = 'top') =>
  overlayOfPromo({ promoText, promoPosition });

describe('words on a picture', () => {
  it.each([
    ['top', 0],
    ['center', 1],
    ['bottom', 2],
  ] as [PromoPosition, number][])('stand at the %s', async (position, third) => {
    const picture = await withOverlay(grey(1080, 1080), headline('Two for one', position));
    const white = whiteByThird(picture);
    expect(white[third]).toBeGreaterThan(0.004);
    for (const other of [0, 1, 2].filter((index) => index !== third)) expect(white[other]).toBe(0);
  });

  it('keep the picture’s size and are legible on white', async () => {
    const size = { width: 1080, height: 1920 };
    const overlay = headline('Fresh every morning');
    const picture = await withOverlay(grey(size.width, size.height, 255), overlay);
    expect(picture).toMatchObject(size);
    const typeface = await overlayTypeface('inter', overlay.headline);
    const under = { width: 1, height: 1, channels: 3, data: [255, 255, 255] } as const;
    const [text] = layOutOverlay(overlay, { typeface, size, under }).texts;
    if (!text) throw new Error('The text has no layout');
    const { left, top, width, height } = text.block;
    // Between the type and the ends of its block there is the shade alone.
    for (const x of [left, left + width - 2])
      expect(contrast(pixelAt(picture, x, top + height - 2), [255, 255, 255])).toBeGreaterThan(4.5);
  });

  it('leave a dark picture without a shade, and the rest of a light one as it is', async () => {
    const dark = await withOverlay(grey(540, 540, 20), headline('Two for one'));
    expect(dark.data.reduce((least, value) => Math.min(least, value))).toBe(20);

    const size = { width: 1080, height: 1080 };
    const { data } = await withOverlay(grey(size.width, size.height, 200), headline('W'.repeat(100)));
    let changed = 0;
    for (let i = 0; i < data.length; i += 3) if (Math.abs((data[i] ?? 0) - 200) > 25) changed += 1;
    // Of the longest text, with the soft ends of its shade.
    expect(changed / (size.width * size.height)).toBeLessThan(
      partShare.headline.width * partShare.headline.height + 0.1,
    );
    const outside = safeArea(size).left / 4;
    expect(Math.abs((data[Math.round(outside) * 3] ?? 0) - 200)).toBeLessThan(10);
  });

  it('of every alphabet are drawn in every font', async () => {
    for (const { id: font } of overlayFonts)
      for (const text of [
        'Свежая пицца',
        'Φρέσκο ψωμί',
        'Phở bò tái',
        'Şiş kebap',
        'מרק היום',
        'شوربة اليوم',
      ]) {
        expect(undrawableCharacters(tidyPromoText(text))).toEqual([]);
        const white = whiteByThird(await withOverlay(grey(600, 600), { ...headline(text), font }));
        expect(white[0], `${text} in ${font}`).toBeGreaterThan(0.003);
      }
  });

  it('have a price on a badge, and the logo in its own colours', async () => {
    const logo = await sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 1 } },
    })
      .png()
      .toBuffer();
    const overlay = { ...emptyOverlay(), price: '£9.50', logo: true };
    const size = { width: 1080, height: 1080 };
    const picture = await withOverlay(grey(1080, 1080), overlay, logo);
    const typeface = await overlayTypeface('inter', overlay.price);
    const layout = layOutOverlay(overlay, { typeface, size, logo: { width: 300, height: 200 } });
    const [price] = layout.texts;
    if (!price || !layout.logo) throw new Error('Price or logo has no place');
    expect(pixelAt(picture, price.block.left + price.block.width / 2, price.block.top + 4)).toEqual([
      0xd9, 0x38, 0x1e,
    ]);
    const { left, top, width, height } = layout.logo;
    expect(width / height).toBeCloseTo(1.5);
    expect(pixelAt(picture, left + width / 2, top + height / 2)).toEqual([0, 0, 255]);
    // An account without a logo.
    expect(pixelAt(await withOverlay(grey(1080, 1080), overlay), left + 9, top + 9)).toEqual([200, 200, 200]);
  });
});
