import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import { animatedWebp, cmykJpeg, quarters, rotatedJpeg } from '#test/lambdas/generations/photos.ts';
import { htmlPhoto, hugePhoto } from '#test/support/photos.ts';

const size = { width: 322, height: 214 };

describe('the header of a photo', () => {
  it.each([
    ['a JPEG', () => quarters(322, 214).jpeg().toBuffer(), 'image/jpeg'],
    ['a progressive JPEG', () => quarters(322, 214).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    ['a CMYK JPEG', () => cmykJpeg(322, 214), 'image/jpeg'],
    ['a JPEG with EXIF', () => rotatedJpeg(322, 214), 'image/jpeg'],
    ['a PNG', () => quarters(322, 214).png().toBuffer(), 'image/png'],
    ['a lossy WebP', () => quarters(322, 214).webp().toBuffer(), 'image/webp'],
    ['a lossless WebP', () => quarters(322, 214).webp({ lossless: true }).toBuffer(), 'image/webp'],
    ['an animated WebP', () => animatedWebp(322, 214), 'image/webp'],
    ['a WebP with alpha', () => quarters(322, 214).ensureAlpha(0.5).webp().toBuffer(), 'image/webp'],
  ])('of %s gives type and size', async (_, make, type) => {
    expect(readImageHeader(await make())).toEqual({ type, ...size });
  });

  it('gives the size of a picture too large to decode', () => {
    expect(readImageHeader(hugePhoto().bytes)).toEqual({ type: 'image/png', width: 10_000, height: 6_000 });
  });

  it('is incomplete when the metadata is longer than what was read', async () => {
    const photo = await quarters(322, 214)
      .withXmp(`<x>${'x'.repeat(40_000)}</x>`)
      .jpeg()
      .toBuffer();
    expect(readImageHeader(photo.subarray(0, 20_000))).toBe('incomplete');
    expect(readImageHeader(photo)).toEqual({ type: 'image/jpeg', ...size });
  });

  // T3.T1, V1.3.4
  it('is unknown for anything else', async () => {
    expect(readImageHeader(htmlPhoto().bytes)).toBe('unknown');
    expect(readImageHeader(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00\x00'))).toBe('unknown');
    expect(
      readImageHeader(
        await sharp({ create: { ...size, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
      ),
    ).toBe('unknown');
    expect(readImageHeader(Buffer.alloc(0))).toBe('incomplete');
  });

  it('never throws and never loops, whatever the bytes', () => {
    const starts = [
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [...Buffer.from('RIFF')],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        const header = readImageHeader(Uint8Array.from([...start, ...rest]));
        // T3.D1
        expect(typeof header === 'string' || header.width >= 0).toBe(true);
      }),
    );
  });
});
