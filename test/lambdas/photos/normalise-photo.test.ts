import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cropLikePhoto, normalisePhoto, UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { animatedWebp, cmykJpeg, jpeg, quarters, rotatedJpeg } from '#test/lambdas/generations/photos.ts';
import { htmlPhoto, hugePhoto, truncatedPhoto } from '#test/support/photos.ts';
import { pngWith } from '#test/support/png-with.ts';

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

/** The largest sides that a header can name, 8 bits, true colour. */
const endlessSides = Buffer.from('7fffffff7fffffff0802000000', 'hex');

function deepDrawing(): Buffer {
  const depth = 10_000;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}</svg>`,
  );
}

const scanOf = (file: Buffer) => file.indexOf(Buffer.from([0xff, 0xda]));

function addRubbish(file: Buffer): Buffer {
  const scan = scanOf(file);
  return Buffer.concat([file.subarray(0, scan), Buffer.from([1, 2, 3]), file.subarray(scan)]);
}

/** Writes numbers of a progressive scan into the header of a sequential one. */
function spoilScanHeader(file: Buffer): Buffer {
  const scan = scanOf(file);
  const spoilt = Buffer.from(file);
  // The header ends with the first and last coefficient and the bits.
  spoilt[scan + 2 + spoilt.readUInt16BE(scan + 2) - 2] = 5;
  return spoilt;
}

describe('a photo, normalised', () => {
  // C7.20
  it('has exactly the target’s size', async () => {
    const picture = await normalisePhoto(await jpeg(801, 599), { width: 1080, height: 1920 }, centre);
    // C5.51
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

  it('keeps the colours of a PNG with 16 bits a channel and a profile', async () => {
    const create = { width: 400, height: 400, channels: 3, background: { r: 200, g: 40, b: 40 } } as const;
    const png = await sharp({ create }).toColourspace('rgb16').withIccProfile('srgb').png().toBuffer();
    const { data } = await normalisePhoto(png, square, centre);
    expect([...data.subarray(0, 3)]).toEqual([200, 40, 40]);
  });

  it('takes the first frame of an animation', async () => {
    const picture = await normalisePhoto(await animatedWebp(300, 200), square, centre);
    expect(corners(picture)).toEqual(['red', 'red', 'red', 'red']);
  });

  it('puts transparency on white', async () => {
    const clear = await quarters(400, 400).ensureAlpha(0).png().toBuffer();
    // C5.52
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
    ['a drawing, nested ten thousand deep', async () => deepDrawing()],
    ['a picture of a kind that we do not take', () => quarters(400, 400).tiff().toBuffer()],
    [
      'a PNG that claims to have 4 billion pixels a side',
      async () => pngWith(await quarters(400, 400).png().toBuffer(), [['IHDR', endlessSides]]),
    ],
  ])('is refused when it is %s', async (_, make) => {
    // T3.D1, V1.4.1, V5.2.3
    await expect(normalisePhoto(await make(), square, centre)).rejects.toBeInstanceOf(UnreadablePhotoError);
  });

  describe('with a part of its pixels missing', () => {
    const endMarker = Buffer.from([0xff, 0xd9]);
    const whole = readFile(join(import.meta.dirname, '../../../web/public/samples/burger.jpg'));

    it.each([
      0.1, 0.5, 0.9,
    ])('is refused, although it has an end marker after %d of its data', async (share) => {
      const file = await whole;
      const cut = Buffer.concat([file.subarray(0, Math.floor(file.length * share)), endMarker]);
      await expect(normalisePhoto(cut, square, centre)).rejects.toThrow(UnreadablePhotoError);
    });

    describe.each([
      ['rubbish between its parts', 'extraneous', addRubbish],
      ['wrong numbers in the header of its scan', 'Invalid SOS', spoilScanHeader],
    ])('and %s, of which the decoder warns first', (_, warning, spoil) => {
      const spoilt = whole.then(async (file) =>
        spoil(await sharp(file).jpeg({ progressive: false }).toBuffer()),
      );

      it('is taken while it has all its pixels', async () => {
        const file = await spoilt;
        await expect(sharp(file, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow(warning);
        expect(await normalisePhoto(file, square, centre)).toMatchObject(square);
      });

      it.each([0.1, 0.5, 0.9])('is refused after %d of its data', async (share) => {
        const file = await spoilt;
        const cut = Buffer.concat([file.subarray(0, Math.floor(file.length * share)), endMarker]);
        await expect(normalisePhoto(cut, square, centre)).rejects.toThrow(UnreadablePhotoError);
      });
    });
  });

  it('is continued by a blurred copy where the framing reaches beyond it', async () => {
    const photo = await jpeg(800, 400);
    const framing = { x: 0.5, y: 0.5, zoom: 0.5 };
    const picture = await normalisePhoto(photo, square, framing);
    expect(picture).toMatchObject(square);
    // The whole photo stands in the middle, half as high as the picture.
    expect(colourAt(picture, 0.1, 0.3)).toBe(
      colourAt(await normalisePhoto(photo, { width: 400, height: 200 }, centre), 0.1, 0.1),
    );
    const row = (y: number) => picture.data.subarray(y * 400 * 3, (y + 1) * 400 * 3);
    const roughness = (y: number) =>
      Math.max(...row(y).map((value, index, all) => Math.abs(value - (all[index + 3] ?? value))));
    expect(roughness(200)).toBeGreaterThan(60);
    expect(roughness(20)).toBeLessThan(20);
    // No empty area.
    expect(new Set(row(2)).size).toBeGreaterThan(10);
  });

  it('has no dish beyond it', async () => {
    const full = sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } }).toColourspace(
      'b-w',
    );
    const mask = await cropLikePhoto(
      sharp(await full.png().toBuffer()),
      { width: 800, height: 400 },
      square,
      { x: 0.5, y: 1, zoom: 0.5 },
    )
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    expect(mask.length).toBe(400 * 400);
    const rows = [...Array(400).keys()].filter((y) => mask[y * 400 + 200] === 255);
    expect([rows[0], rows.at(-1)]).toEqual([200, 399]);
  });
});
