import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkMask } from '#lambdas/photos/check-mask.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { inside } from '#shared/domain/dish-place.ts';
import { pngChunk } from '#test/support/png-with.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const size = { width: 64, height: 48 };

/** As large as a mask is. */
const large = { width: 1024, height: 1024 };

/** A large mask of which this is dish. */
function largeMask(isDish: (x: number, y: number) => boolean): Buffer {
  const { width, height } = large;
  const data = Buffer.alloc(width * height);
  for (let at = 0; at < data.length; at += 1) if (isDish(at % width, Math.floor(at / width))) data[at] = 255;
  return data;
}

/** Dots of this radius, one in each square of so many pixels. */
const dots = (square: number, radius: number) => (x: number, y: number) =>
  Math.hypot((x % square) - square / 2, (y % square) - square / 2) <= radius;

/** A mask whose upper part of this share is dish. */
const halves = (share: number, { width, height } = size) =>
  Buffer.alloc(width * height).fill(255, 0, Math.round(width * height * share));

const png = (data: Buffer, { width, height } = size) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

async function pixelsOf(file: Buffer) {
  const { data, info } = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, channels: info.channels };
}

/** The header of a PNG. Colour 0 is grey, 2 RGB, 3 a palette, 4 grey with opacity, 6 RGB with opacity. */
function header({ width, height } = size, depth = 8, colour = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  data[9] = colour;
  return pngChunk('IHDR', data);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const end = pngChunk('IEND');

/** A PNG of these parts. */
const pngOf = (...parts: readonly Buffer[]) => Buffer.concat([signature, ...parts]);

/** The rows of a mask of this size, each behind the number of its filter, compressed. */
function compressed(pixels: Buffer, filter = 0): Buffer {
  const rows = Array.from({ length: size.height }, (_, y) => [
    Buffer.of(filter),
    pixels.subarray(y * size.width, (y + 1) * size.width),
  ]);
  return deflateSync(Buffer.concat(rows.flat()));
}

/** A PNG of this size whose pixels, inflated, are `bytes` zeros. */
const bomb = (bytes: number) => pngOf(header(), pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))), end);

/** The mask whose upper two fifths are dish, as the only data of a PNG. */
const upper = halves(0.4);
const upperRows = pngChunk('IDAT', compressed(upper));
const transparent = pngChunk('tRNS', Buffer.of(0, 255));

/** The rows spread over parts of seven bytes. */
const partsOf = (rows: Buffer) =>
  Array.from({ length: Math.ceil(rows.length / 7) }, (_, at) =>
    pngChunk('IDAT', rows.subarray(at * 7, at * 7 + 7)),
  );

function withWrongSum(part: Buffer): Buffer {
  const changed = Buffer.from(part);
  changed[part.length - 1] = ~(part.at(-1) ?? 0);
  return changed;
}

/** The same part, but its length says that it goes on beyond the file. */
function longer(part: Buffer): Buffer {
  const changed = Buffer.from(part);
  changed.writeUInt32BE(0xffffffff);
  return changed;
}

describe('a corrected mask', () => {
  it('is kept to the pixel', async () => {
    const drawn = halves(0.4);
    const kept = await pixelsOf((await checkMask(await png(drawn), size)).png);
    expect(kept.channels).toBe(1);
    expect(kept.data.equals(drawn)).toBe(true);
  });

  it('is kept to the pixel, whatever was drawn', async () => {
    const drawings = fc.uint8Array({ minLength: 64 * 48, maxLength: 64 * 48 });
    await fc.assert(
      fc.asyncProperty(drawings, async (values) => {
        // Half of it, so that it is not too many pieces.
        const drawn = values.fill(0, (64 * 48) / 2);
        const share = drawn.reduce((sum, value) => sum + value, 0) / 255 / drawn.length;
        fc.pre(share > 0.01 && share < 0.99 && drawn.some((value) => value >= inside));
        const { data } = await pixelsOf((await checkMask(await png(Buffer.from(drawn)), size)).png);
        expect(data.equals(drawn)).toBe(true);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it.each([0, 1, 2, 3, 4] as const)('is kept to the pixel from rows with filter %d', async (filterType) => {
    const { width, height } = size;
    const drawings = fc.uint8Array({ minLength: width * height, maxLength: width * height });
    await fc.assert(
      fc.asyncProperty(drawings, async (values) => {
        const drawn = Buffer.from(values)
          .fill(255, 0, width * 20)
          .fill(0, width * 20, width * 40);
        const picture = new PNG({ width, height });
        picture.data = drawn;
        const file = PNG.sync.write(picture, { colorType: 0, inputColorType: 0, bitDepth: 8, filterType });
        const { data } = await pixelsOf((await checkMask(file, size)).png);
        expect(data.equals(drawn)).toBe(true);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  // A decoder that obeys the second header returns memory of the process as pixels, or allocates gigabytes.
  it.each([
    ['one long row, grey with opacity', header({ width: 64 * 48, height: 1 }, 8, 4)],
    ['one long row of sixteen bits', header({ width: 64 * 48, height: 1 }, 16)],
    ['one long row of colours with opacity', header({ width: 64 * 48, height: 1 }, 8, 6)],
    ['one bit', header(size, 1)],
    ['a palette', Buffer.concat([header(size, 8, 3), pngChunk('PLTE', Buffer.alloc(768, 7))])],
    ['half the size', header({ width: 32, height: 24 })],
    ['no size', header({ width: 0, height: 0 })],
    ['two thousand million rows', header({ width: 1, height: 0x7fffffff })],
    ['two thousand million columns', header({ width: 0x7fffffff, height: 1 })],
  ])('is kept to the pixel whatever a second header says: %s', async (_what, second) => {
    const before = process.memoryUsage().arrayBuffers;
    for (const file of [pngOf(header(), second, upperRows, end), pngOf(header(), upperRows, second, end)]) {
      const { data } = await pixelsOf((await checkMask(file, size)).png);
      expect(data.equals(upper)).toBe(true);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it.each([
    ['rows in several parts', pngOf(header(), ...partsOf(compressed(upper)), end)],
    [
      'a palette and transparent greys',
      pngOf(header(), pngChunk('PLTE', Buffer.alloc(768)), transparent, upperRows, end),
    ],
    ['notes', pngOf(header(), pngChunk('tEXt', Buffer.from('a\0b')), upperRows, end)],
    ['wrong checksums', pngOf(withWrongSum(header()), withWrongSum(upperRows), withWrongSum(end))],
    ['no end', pngOf(header(), upperRows)],
    ['rows behind the end', pngOf(header(), upperRows, end, pngChunk('IDAT', compressed(halves(0.9))))],
    ['bytes behind the end', pngOf(header(), upperRows, end, Buffer.alloc(100, 255))],
  ])('is kept to the pixel from a file with %s', async (_what, file) => {
    const { data } = await pixelsOf((await checkMask(file, size)).png);
    expect(data.equals(upper)).toBe(true);
  });

  it.each([
    [
      'a JPEG',
      async () =>
        sharp(await png(halves(0.4)))
          .jpeg()
          .toBuffer(),
      /not a PNG/,
    ],
    ['no picture', async () => Buffer.from('hello'), /not a PNG/],
    ['nothing', async () => Buffer.alloc(0), /not a PNG/],
    [
      'another size',
      async () => png(halves(0.4, { width: 48, height: 64 }), { width: 48, height: 64 }),
      /48 × 64 pixels; it needs 64 × 48/,
    ],
    [
      'colours',
      async () =>
        sharp(await png(halves(0.4)))
          .toColourspace('srgb')
          .png()
          .toBuffer(),
      /greyscale/,
    ],
    [
      'sixteen bits',
      async () =>
        sharp(await png(halves(0.4)))
          .toColourspace('grey16')
          .png()
          .toBuffer(),
      /greyscale/,
    ],
    [
      'an interlaced file',
      async () =>
        sharp(await png(halves(0.4)))
          .png({ progressive: true })
          .toBuffer(),
      /./,
    ],
    ['half a file', async () => (await png(halves(0.4))).subarray(0, 60), /damaged/],
    ['a header alone', async () => (await png(halves(0.4))).subarray(0, 33), /damaged/],
    ['a bomb', async () => bomb(200_000_000), /keeps nothing|damaged/],
    ['too few pixels', async () => bomb(100), /damaged/],
    ['one pixel too many', async () => bomb(size.height * (size.width + 1) + 1), /damaged/],
    [
      'a filter that does not exist',
      async () => pngOf(header(), pngChunk('IDAT', compressed(upper, 5)), end),
      /damaged/,
    ],
    ['a part longer than the file', async () => pngOf(longer(header()), upperRows, end), /damaged/],
    [
      'rows behind a part longer than the file',
      async () => pngOf(header(), longer(transparent), upperRows, end),
      /damaged/,
    ],
    ['nothing marked', async () => png(halves(0.004)), /keeps nothing/],
    [
      'marked so faintly that nothing counts as dish',
      async () => png(Buffer.alloc(64 * 48, 10)),
      /keeps nothing/,
    ],
    [
      'marked just too faintly to count as dish',
      async () => png(Buffer.alloc(64 * 48, 127)),
      /keeps nothing/,
    ],
    ['everything marked', async () => png(halves(0.996)), /keeps the whole photo/],
    ['too many bytes', async () => Buffer.alloc(1024 * 1024 + 1), /at most 1 MB/],
  ])('may not be %s', async (_what, make, detail) => {
    const file = await make();
    const before = process.memoryUsage().arrayBuffers;
    const refusal = await checkMask(file, size).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'mask_unfit', detail: expect.stringMatching(detail) });
    // Nothing was inflated beyond the size of the cut-out.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it.each([
    ['5,000 dots', dots(14, 5)],
    ['5,000 openings', (x: number, y: number) => !dots(14, 5)(x, y)],
    ['a chequered pattern', (x: number, y: number) => (x + y) % 2 === 0],
  ])('of %s is refused', async (_what, isDish) => {
    const file = await png(largeMask(isDish), large);
    await expect(checkMask(file, large)).rejects.toMatchObject({
      code: 'mask_unfit',
      detail: 'The mask consists of too many pieces. Please mark the dish with fewer strokes.',
    });
  });

  it('may have crumbs and openings, more than any cut-out has', async () => {
    const plate = (x: number, y: number) => Math.hypot(x - 512, y - 512) < 300;
    const crumbs = dots(60, 2);
    const file = await png(
      largeMask((x, y) => plate(x, y) !== crumbs(x, y)),
      large,
    );
    expect((await checkMask(file, large)).dish?.touches).toEqual([]);
  });

  it('is refused, never a crash, whatever bytes are changed', async () => {
    const file = await png(halves(0.4));
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const damaged = Buffer.from(file);
        for (const [at, value] of changed) damaged[at] = value;
        const result = await checkMask(damaged, size).then(
          ({ png }) => png,
          (error: unknown) => error,
        );
        if (!Buffer.isBuffer(result)) expect(result).toMatchObject({ code: 'mask_unfit' });
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
