import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkMask } from '#lambdas/photos/check-mask.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const size = { width: 64, height: 48 };

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

/** A PNG of this size whose pixels, inflated, are `bytes` zeros. */
function bomb(bytes: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
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
      fc.asyncProperty(drawings, async (drawn) => {
        const share = drawn.reduce((sum, value) => sum + value, 0) / 255 / drawn.length;
        fc.pre(share > 0.01 && share < 0.99);
        const { data } = await pixelsOf((await checkMask(await png(Buffer.from(drawn)), size)).png);
        expect(data.equals(drawn)).toBe(true);
      }),
      { numRuns: propertyRuns(20) },
    );
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
    ['nothing marked', async () => png(halves(0.004)), /keeps nothing/],
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
