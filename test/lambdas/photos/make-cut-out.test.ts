import { readRequest } from 'bedrock-stand-in/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CallModel } from '#lambdas/models/adapter.ts';
import { NoDishError } from '#lambdas/models/model-error.ts';
import { makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';

/** A photo with a red dish in the middle: a fifth of its shorter side wide. */
function photo(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#ddd"/>
    <circle cx="50%" cy="50%" r="${Math.min(width, height) / 5}" fill="#c00"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** A background removal that keeps what is red, and accepts only what the vendor accepts. */
const calls: { width: number; height: number }[] = [];
const cutter: CallModel = async (_model, body) => {
  const { pictures } = await readRequest('remove-background', Buffer.from(JSON.stringify(body)));
  const { data, info } = await sharp(pictures.image).raw().toBuffer({ resolveWithObject: true });
  calls.push({ width: info.width, height: info.height });
  const rgba = Buffer.alloc(info.width * info.height * 4);
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    const [red = 0, green = 0] = data.subarray(pixel * 3);
    rgba[pixel * 4 + 3] = red - green > 90 ? 255 : 0;
  }
  return sharp(rgba, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer();
};

describe('a cut-out', () => {
  it.each([
    [4000, 3000],
    [3000, 4000],
    [300, 300],
    [2500, 1000],
    [1000, 2500],
    [5000, 1000],
    [1000, 9000],
    [64, 64],
  ])('of a photo of %d × %d is of the whole photo, in a form that the model takes', async (width, height) => {
    const made = await makeCutOut(await photo(width, height), cutter);
    expect(made.upright).toEqual({ width, height });
    expect(Math.abs(Math.log(made.width / made.height / (width / height)))).toBeLessThan(0.03);
    const { data, info } = await sharp(made.png)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: made.width, height: made.height, channels: 1 });
    // The dish is round, in the middle, and a fifth of the shorter side in radius.
    const share = data.reduce((sum, value) => sum + value, 0) / 255 / data.length;
    const wanted = (Math.PI * (Math.min(width, height) / 5) ** 2) / (width * height);
    expect(share / wanted).toBeGreaterThan(0.93);
    expect(share / wanted).toBeLessThan(1.1);
    expect(data[Math.floor(made.height / 2) * made.width + Math.floor(made.width / 2)]).toBe(255);
    expect(made.findings).toMatchObject({ parts: 1, holes: 0, edges: [] });
  });

  it('is a greyscale PNG of eight bits', async () => {
    const { png } = await makeCutOut(await photo(800, 600), cutter);
    expect([...png.subarray(24, 29)]).toEqual([8, 0, 0, 0, 0]);
  });

  it('follows the camera that was turned', async () => {
    const turned = await sharp(await photo(800, 600))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await makeCutOut(turned, cutter);
    expect(made.upright).toEqual({ width: 600, height: 800 });
    expect(made.height).toBeGreaterThan(made.width);
  });

  it('is not made of a strip, for which nothing is called', async () => {
    calls.length = 0;
    await expect(makeCutOut(await photo(2000, 150), cutter)).rejects.toThrow(NoDishError);
    expect(calls).toEqual([]);
  });

  it('is not made of a file that cannot be read, for which nothing is called', async () => {
    calls.length = 0;
    const half = (await photo(800, 600)).subarray(0, 2000);
    await expect(makeCutOut(half, cutter)).rejects.toThrow(UnreadablePhotoError);
    expect(calls).toEqual([]);
  });
});
