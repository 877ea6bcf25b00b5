import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findCrop } from '#src/renderer/find-crop.ts';
import { decode } from '#src/renderer/image-file.ts';
import { type PhotoName, photo } from './photos.ts';

/** A part of a photo, given in shares of its sides, resized and saved as a JPEG. */
async function partOf(name: PhotoName, part: { left: number; top: number; width: number; height: number }) {
  const file = await photo(name);
  const { width, height } = await sharp(file).metadata();
  return sharp(file)
    .extract({
      left: Math.round(part.left * width),
      top: Math.round(part.top * height),
      width: Math.round(part.width * width),
      height: Math.round(part.height * height),
    })
    .resize({ width: 480 })
    .jpeg({ quality: 90 });
}

const find = async (whole: Buffer, part: Buffer) => findCrop(await decode(whole), await decode(part));

describe('findCrop', () => {
  it.each([
    ['the left', { left: 0, top: 0, width: 0.5, height: 1 }],
    ['the middle', { left: 0.2, top: 0, width: 0.6, height: 1 }],
    ['the bottom', { left: 0, top: 0.48, width: 1, height: 0.52 }],
    ['all', { left: 0, top: 0, width: 1, height: 1 }],
  ])('finds %s of a photo', async (_name, part) => {
    const found = await find(await photo('coffee-cc0'), await (await partOf('coffee-cc0', part)).toBuffer());
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(found?.[side], side).toBeCloseTo(part[side], 2);
  });

  it('finds no part of another photo, and none that was changed', async () => {
    const whole = await photo('coffee-cc0');
    const part = { left: 0.2, top: 0, width: 0.6, height: 1 };
    expect(await find(whole, await (await partOf('fruits-opencv', part)).toBuffer())).toBeUndefined();
    const plate = { create: { width: 90, height: 90, channels: 3, background: '#111' } } as const;
    const changed = (await partOf('coffee-cc0', part)).composite([{ input: plate, left: 200, top: 150 }]);
    expect(await find(whole, await changed.toBuffer())).toBeUndefined();
  });

  it('finds no part that is smaller than the photo on both sides', async () => {
    const part = { left: 0.2, top: 0.2, width: 0.6, height: 0.6 };
    expect(
      await find(await photo('coffee-cc0'), await (await partOf('coffee-cc0', part)).toBuffer()),
    ).toBeUndefined();
  });
});
