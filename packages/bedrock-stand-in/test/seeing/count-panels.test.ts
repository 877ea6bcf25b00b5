import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { countPanels } from '#src/seeing/count-panels.ts';
import { dishes, type PhotoName, photo, photographs } from '#test/renderer/photos.ts';

/** Left, top, width and height, in shares of the collage. */
type Panel = readonly [PhotoName, number, number, number, number];

const layouts: Readonly<Record<string, readonly Panel[]>> = {
  'two side by side': [
    ['pizza', 0, 0, 0.5, 1],
    ['coffee-cc0', 0.5, 0, 0.5, 1],
  ],
  'two stacked': [
    ['fruits-opencv', 0, 0, 1, 0.5],
    ['burger', 0, 0.5, 1, 0.5],
  ],
  'two by two': [
    ['coffee-cc0', 0, 0, 0.5, 0.5],
    ['fruits-opencv', 0.5, 0, 0.5, 0.5],
    ['salad', 0, 0.5, 0.5, 0.5],
    ['pizza', 0.5, 0.5, 0.5, 0.5],
  ],
  'three, one of them large': [
    ['fruits-opencv', 0, 0, 0.62, 1],
    ['coffee-cc0', 0.62, 0, 0.38, 0.45],
    ['wings', 0.62, 0.45, 0.38, 0.55],
  ],
};

/** A collage of 1,400 by 1,000 pixels with gaps of this width, as a JPEG of this longest side. */
async function collage(panels: readonly Panel[], gap: number, colour: string, side = 1400) {
  const pixel = (share: number, size: number) => Math.round(share * size);
  const composed = await Promise.all(
    panels.map(async ([name, x, y, w, h]) => {
      const [left, top] = [pixel(x, 1400), pixel(y, 1000)];
      const width = pixel(x + w, 1400) - left - (x + w < 1 ? gap : 0);
      const height = pixel(y + h, 1000) - top - (y + h < 1 ? gap : 0);
      return {
        input: await sharp(await photo(name))
          .resize(width, height)
          .toBuffer(),
        left,
        top,
      };
    }),
  );
  const whole = sharp({ create: { width: 1400, height: 1000, channels: 3, background: colour } });
  const file = await whole.composite(composed).jpeg({ quality: 70 }).toBuffer();
  return sharp(file).resize(side, side, { fit: 'inside' }).jpeg({ quality: 70 }).toBuffer();
}

describe('the panels of a picture', () => {
  it.each(Object.entries(layouts))('are counted in a collage of %s', async (_layout, panels) => {
    for (const file of [
      await collage(panels, 0, '#000'),
      await collage(panels, 12, '#fff'),
      await collage(panels, 12, '#000', 700),
    ])
      expect(await countPanels(file)).toBe(panels.length);
  });

  it.each([0, 2, 4])('are four in a collage of light and dark photos with gaps of %i pixels', async (gap) => {
    const panels: Panel[] = [
      ['burger', 0, 0, 0.5, 0.5],
      ['pizza', 0.5, 0, 0.5, 0.5],
      ['salad', 0, 0.5, 0.5, 0.5],
      ['wings', 0.5, 0.5, 0.5, 0.5],
    ];
    expect(await countPanels(await collage(panels, gap, '#fff'))).toBe(4);
  });

  it.each([
    ...dishes,
    'wings-before',
    'fries-before',
    ...photographs,
  ] as const)('are one in %s', async (name) => {
    expect(await countPanels(await photo(name))).toBe(1);
  });

  it('are one in a dish on a white cloth, with a floor beyond its edge', async () => {
    const floor = await sharp(await photo('fruits-opencv'))
      .resize(900, 260, { fit: 'cover' })
      .blur(4)
      .toBuffer();
    const dish = await sharp(await photo('pizza'))
      .resize(420, 420)
      .toBuffer();
    const cloth = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#e4e2de' } });
    const file = await cloth
      .composite([
        { input: dish, left: 240, top: 280 },
        { input: floor, left: 0, top: 940 },
      ])
      .jpeg({ quality: 80 })
      .toBuffer();
    expect(await countPanels(file)).toBe(1);
  });

  it('are one in a photo with bars', async () => {
    for (const bars of [
      { top: 60, bottom: 60, background: '#000' },
      { left: 130, background: '#fff' },
      { top: 30, bottom: 30, left: 30, right: 30, background: '#fff' },
    ]) {
      const file = await sharp(await photo('coffee-cc0'))
        .extend(bars)
        .jpeg({ quality: 70 })
        .toBuffer();
      expect(await countPanels(file)).toBe(1);
    }
  });

  it('are one in front of a tiled wall above a straight table', async () => {
    const tiles = `<svg width="800" height="800"><defs><pattern id="t" width="160" height="120" patternUnits="userSpaceOnUse"><rect width="160" height="120" fill="#dfe6e4"/><path d="M0 0H160M0 0V120" stroke="#9aa5a2" stroke-width="8"/></pattern></defs><rect width="800" height="430" fill="url(#t)"/><rect y="430" width="800" height="370" fill="#7a5230"/></svg>`;
    const dish = await sharp(await photo('fruits-opencv'))
      .resize(420, 420)
      .toBuffer();
    const file = await sharp(Buffer.from(tiles))
      .composite([{ input: dish, left: 190, top: 260 }])
      .jpeg({ quality: 85 })
      .toBuffer();
    expect(await countPanels(file)).toBe(1);
  });

  it('are one in a picture of a few pixels, and of one colour', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 400],
      [600, 400],
    ] as const) {
      const create = { width, height, channels: 3, background: '#b5651d' } as const;
      expect(await countPanels(await sharp({ create }).png().toBuffer())).toBe(1);
    }
  });
});
