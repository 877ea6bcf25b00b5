import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blend, edit, layOver, type Picture, paste, toLayer, toPicture } from '#lambdas/pictures/picture.ts';

/** Red grows to the right, green downwards. */
function gradient(width: number, height: number): Picture {
  const data = Buffer.alloc(width * height * 3, 90);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data[pixel * 3] = ((pixel % width) * 255) / width;
    data[pixel * 3 + 1] = (Math.floor(pixel / width) * 255) / height;
  }
  return { width, height, data };
}

/** From fully transparent on the left to opaque on the right. */
const veil = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="veil"><stop offset="0" stop-color="#248" stop-opacity="0"/><stop offset="1" stop-color="#fb8"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#veil)"/></svg>`);

const pixelAt = ({ data, width }: Picture, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('a layer over a picture', () => {
  it('is mixed in as the library composes it, for every opacity', async () => {
    const picture = gradient(300, 200);
    const input = veil(256, 100);
    const layered = layOver(picture, [await toLayer(sharp(input), { left: 20, top: 40 })]);
    const composed = await toPicture(edit(picture).composite([{ input, left: 20, top: 40 }]));
    // The library cuts fractions off where we round.
    const wrong = layered.data.findIndex((value, at) => Math.abs(value - (composed.data[at] ?? 0)) > 1);
    expect(wrong).toBe(-1);
    expect(pixelAt(layered, 270, 90)).not.toEqual(pixelAt(picture, 270, 90));
    expect(picture.data.equals(gradient(300, 200).data)).toBe(true);
  });

  it('is left out where it lies beyond the picture', async () => {
    const picture = gradient(60, 40);
    const layer = await toLayer(sharp(veil(100, 100)), { left: 50, top: 30 });
    const layered = layOver(picture, [layer]);
    const kept = edit(layered).extract({ left: 0, top: 0, width: 50, height: 40 });
    const before = edit(picture).extract({ left: 0, top: 0, width: 50, height: 40 });
    expect(layered.data.length).toBe(picture.data.length);
    expect((await toPicture(kept)).data.equals((await toPicture(before)).data)).toBe(true);
  });
});

describe('two pictures', () => {
  it('are mixed by a mask', () => {
    const [under, over] = [gradient(3, 1), { width: 3, height: 1, data: Buffer.alloc(9, 200) }];
    const mixed = blend(under, over, Buffer.from([0, 51, 255]));
    expect(pixelAt(mixed, 0, 0)).toEqual(pixelAt(under, 0, 0));
    // A fifth of 200, and four of 85, 0 and 90.
    expect(pixelAt(mixed, 1, 0)).toEqual([108, 40, 112]);
    expect(pixelAt(mixed, 2, 0)).toEqual([200, 200, 200]);
  });

  it('lie in each other byte for byte', () => {
    const [picture, part] = [gradient(30, 20), { width: 8, height: 6, data: Buffer.alloc(144, 200) }];
    const pasted = paste(picture, part, { left: 22, top: 14 });
    for (let y = 0; y < 20; y += 1) {
      for (let x = 0; x < 30; x += 1)
        expect(pixelAt(pasted, x, y)).toEqual(x >= 22 && y >= 14 ? [200, 200, 200] : pixelAt(picture, x, y));
    }
  });
});
