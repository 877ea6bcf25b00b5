import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropWindow, normalisePhoto, UnreadablePhotoError } from '#lambdas/generations/normalise-photo.ts';
import type { Picture } from '#lambdas/generations/picture.ts';
import { htmlPhoto, hugePhoto, truncatedPhoto } from '#test/support/photos.ts';
import { animatedWebp, cmykJpeg, jpeg, quarters, rotatedJpeg } from './photos.ts';

const centre = { x: 0.5, y: 0.5 };
const square = { width: 400, height: 400 };

/** Names the colour at a place of the picture, from 0 to 1. */
function colourAt({ data, width, height }: Picture, x: number, y: number): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  const high = [red, green, blue].map((value) => (value > 140 ? 1 : 0)).join('');
  return (
    { '100': 'red', '010': 'green', '001': 'blue', '111': 'white', '000': 'dark' }[high] ??
    `${red},${green},${blue}`
  );
}

function corners(picture: Picture): string[] {
  return [
    colourAt(picture, 0.1, 0.1),
    colourAt(picture, 0.9, 0.1),
    colourAt(picture, 0.9, 0.9),
    colourAt(picture, 0.1, 0.9),
  ];
}

describe('a photo, normalised', () => {
  it('has exactly the target’s size', async () => {
    const picture = await normalisePhoto(await jpeg(801, 599), { width: 1080, height: 1920 }, centre);
    expect(picture).toMatchObject({ width: 1080, height: 1920 });
    expect(picture.data.length).toBe(1080 * 1920 * 3);
  });

  it('stands upright as the phone held it', async () => {
    const plain = await normalisePhoto(await jpeg(400, 400), square, centre);
    expect(corners(plain)).toEqual(['red', 'green', 'blue', 'white']);
    const turned = await normalisePhoto(await rotatedJpeg(400, 400), square, centre);
    expect(corners(turned)).toEqual(['white', 'red', 'green', 'blue']);
  });

  it('turns the crop with the photo', async () => {
    // Upright it is 300 wide and 900 high; the framing asks for its upper end, where white and red are.
    const picture = await normalisePhoto(await rotatedJpeg(900, 300), square, { x: 0.5, y: 0 });
    expect(corners(picture)).toEqual(['white', 'red', 'red', 'white']);
  });

  it('keeps the colours of a CMYK photo', async () => {
    const picture = await normalisePhoto(await cmykJpeg(400, 400), square, centre);
    expect(colourAt(picture, 0.1, 0.1)).toBe('red');
    expect(colourAt(picture, 0.1, 0.9)).toBe('white');
  });

  it('takes the first frame of an animation', async () => {
    const picture = await normalisePhoto(await animatedWebp(300, 200), square, centre);
    expect(corners(picture)).toEqual(['red', 'red', 'red', 'red']);
  });

  it('puts transparency on white', async () => {
    const clear = await quarters(400, 400).ensureAlpha(0).png().toBuffer();
    expect(corners(await normalisePhoto(clear, square, centre))).toEqual([
      'white',
      'white',
      'white',
      'white',
    ]);
  });

  it.each([
    ['truncated', async () => truncatedPhoto().bytes],
    ['not a photo', async () => htmlPhoto().bytes],
    ['empty', async () => Buffer.alloc(0)],
    ['larger than 50 megapixels', async () => hugePhoto().bytes],
  ])('is refused when it is %s', async (_, make) => {
    await expect(normalisePhoto(await make(), square, centre)).rejects.toBeInstanceOf(UnreadablePhotoError);
  });

  it('is cropped inside the photo, to the target’s ratio, at any framing', () => {
    const side = fc.integer({ min: 64, max: 8000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, share, share, (w, h, targetWidth, targetHeight, x, y) => {
        const target = { width: targetWidth, height: targetHeight };
        const window = cropWindow({ width: w, height: h }, target, { x, y });
        expect(window.left).toBeGreaterThanOrEqual(0);
        expect(window.top).toBeGreaterThanOrEqual(0);
        expect(window.left + window.width).toBeLessThanOrEqual(w);
        expect(window.top + window.height).toBeLessThanOrEqual(h);
        // One side is kept whole.
        expect(window.width === w || window.height === h).toBe(true);
      }),
    );
    expect(cropWindow({ width: 1600, height: 900 }, square, { x: 0, y: 0.5 })).toEqual({
      left: 0,
      top: 0,
      width: 900,
      height: 900,
    });
    expect(cropWindow({ width: 1600, height: 900 }, square, { x: 1, y: 0.5 })).toEqual({
      left: 700,
      top: 0,
      width: 900,
      height: 900,
    });
  });
});
