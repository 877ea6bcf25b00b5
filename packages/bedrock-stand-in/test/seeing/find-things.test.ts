import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findThings } from '#src/seeing/find-things.ts';
import { dishes, type PhotoName, photo, photographs } from '#test/renderer/photos.ts';

/** A white table of 900 × 600 pixels with these dishes on it. */
async function table(...names: readonly PhotoName[]): Promise<Buffer> {
  const served = await Promise.all(
    names.map(async (name, index) => {
      const round = Buffer.from('<svg width="320" height="320"><circle cx="160" cy="160" r="150"/></svg>');
      const input = await sharp(await photo(name))
        .resize(320, 320)
        .composite([{ input: round, blend: 'dest-in' }])
        .png()
        .toBuffer();
      return { input, left: 60 + 460 * index, top: 140 };
    }),
  );
  return sharp({ create: { width: 900, height: 600, channels: 3, background: '#efe9e1' } })
    .composite(served)
    .jpeg()
    .toBuffer();
}

describe('things', () => {
  it.each([...dishes, ...photographs] as const)('are one in the photo %s', async (name) => {
    const found = await findThings(await photo(name));
    expect(found?.count).toBe(1);
    expect(found?.share).toBeGreaterThan(0.1);
  });

  it('reach the border if the frame cuts them off, on any table', async () => {
    for (const name of ['wings', 'coffee-cc0'] as const) {
      const whole = await photo(name);
      expect((await findThings(whole))?.atEdges).toBeLessThan(0.02);
      const { width, height } = await sharp(whole).metadata();
      const half = sharp(whole).extract({ left: 0, top: 0, width: Math.round(width / 2), height });
      expect((await findThings(await half.toBuffer()))?.atEdges).toBeGreaterThan(0.04);
    }
  });

  it('are counted on a table with two dishes', async () => {
    expect((await findThings(await table('pizza', 'salad')))?.count).toBe(2);
    expect((await findThings(await table('pizza')))?.count).toBe(1);
  });

  it('are none in a plain picture', async () => {
    const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#8a6a4a' } });
    expect(await findThings(await plain.png().toBuffer())).toMatchObject({ count: 0 });
  });
});
