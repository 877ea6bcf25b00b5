import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cutOut } from '#src/renderer/cut-out.ts';
import { findBlankCorners } from '#src/renderer/dish-mask/blank-corners.ts';
import { decode } from '#src/renderer/image-file.ts';
import { mean } from './mean.ts';
import { dishes, type PhotoName, photo } from './photos.ts';

/** A photo rotated by some degrees, with blank corners in this colour. */
async function turned(name: PhotoName, degrees: number, background: string): Promise<Buffer> {
  return sharp(await photo(name))
    .rotate(degrees, { background })
    .resize(512, 512)
    .jpeg({ quality: 85 })
    .toBuffer();
}

describe('findBlankCorners', () => {
  it.each([
    ['burger-before', 9, '#000'],
    ['pizza-before', -12, '#fff'],
    ['wings-before', 30, '#808080'],
  ] as const)('finds the corners of %s turned by %i degrees', async (name, degrees, colour) => {
    const blank = findBlankCorners(await decode(await turned(name, degrees, colour)));
    const angle = (Math.abs(degrees) * Math.PI) / 180;
    // The area of the blank corners: two pairs of triangles in the square around the rotated photo, whose hypotenuses
    // are the photo's sides.
    const share = Math.sin(2 * angle) / (1 + Math.sin(2 * angle));
    expect(blank && mean(blank, 0, 0, 1, 1)).toBeGreaterThan(share);
    expect(blank && mean(blank, 0, 0, 1, 1)).toBeLessThan(share + 0.06);
    expect(blank && mean(blank, 0.3, 0.3, 0.7, 0.7)).toBe(0);
  });

  it.each(dishes.flatMap((dish) => [dish, `${dish}-before`] as const))('finds none in %s', async (name) => {
    expect(findBlankCorners(await decode(await photo(name)))).toBeUndefined();
  });
});

describe('cutOut of a turned photo', () => {
  it.each([
    ['pizza-before', -12, '#fff'],
    ['fries-before', -12, '#fff'],
  ] as const)('keeps the dish of %s, and neither table nor corners', async (name, degrees, colour) => {
    const { dish } = await cutOut(await decode(await turned(name, degrees, colour)));
    expect(mean(dish, 0.44, 0.44, 0.54, 0.54)).toBeGreaterThan(0.95);
    for (const left of [0, 0.92]) expect(mean(dish, left, 0, left + 0.08, 0.08)).toBe(0);
    expect(mean(dish, 0.12, 0.14, 0.2, 0.2)).toBeLessThan(0.02);
    expect(mean(dish, 0, 0, 1, 1)).toBeLessThan(0.3);
  });
});
