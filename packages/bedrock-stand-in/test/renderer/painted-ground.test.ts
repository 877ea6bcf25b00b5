import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPaintedGround } from '#src/renderer/dish-mask/painted-ground.ts';
import { decodeWithin } from '#src/renderer/image-file.ts';

const photos = new URL('../photos/', import.meta.url);

/** The photo of the coffee as JPEG, painted over except for an ellipse in the middle. */
async function painted(colour: string): Promise<Buffer> {
  const ellipse = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><ellipse cx="300" cy="200" rx="200" ry="120" fill="${fill}"/></svg>`,
    );
  const left = await sharp(await readFile(new URL('coffee-cc0.jpg', photos)))
    .resize(600, 400)
    .ensureAlpha()
    .composite([{ input: ellipse('#fff'), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return sharp(left).flatten({ background: colour }).jpeg({ quality: 90 }).toBuffer();
}

describe('findPaintedGround', () => {
  it('is the mask of middle grey, and of nothing else', async () => {
    const { width, height, values } = findPaintedGround(
      await decodeWithin(await painted('#808080'), 600),
    ) ?? {
      width: 0,
      height: 0,
      values: [],
    };
    let wrong = 0;
    for (let i = 0; i < values.length; i++) {
      const [x, y] = [((i % width) - 300) / 200, (Math.floor(i / width) - 200) / 120];
      const isGround = x * x + y * y > 1;
      if ((values[i] as number) > 0.5 !== isGround) wrong += 1;
    }
    expect([width, height]).toEqual([600, 400]);
    expect(wrong / values.length).toBeLessThan(0.01);
  });

  it.each(
    readdirSync(photos).filter((name) => /\.(jpe?g|png|webp)$/.test(name)),
  )('is nothing in the photograph %s', async (name) => {
    expect(
      findPaintedGround(await decodeWithin(await readFile(new URL(name, photos)), 1024)),
    ).toBeUndefined();
  });

  it('is undefined for a photo that is painted in another colour', async () => {
    for (const colour of ['#ffffff', '#000000', '#7a6650', '#868686'])
      expect(findPaintedGround(await decodeWithin(await painted(colour), 600))).toBeUndefined();
  });
});
