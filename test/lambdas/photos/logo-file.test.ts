import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { logoFile } from '#lambdas/photos/logo-file.ts';

const svg = (inside: string, attributes: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const shape = '<rect x="30" y="20" width="40" height="10" fill="#ff0000"/>';

/** A red rectangle in the middle of nothing. */
const drawn = () =>
  sharp(svg('<rect x="100" y="60" width="200" height="80" fill="#f00"/>', 'width="400" height="200"'));

describe('a logo', () => {
  it.each(['png', 'webp'] as const)('as %s keeps its transparency, without empty margins', async (type) => {
    const rounded = sharp(svg('<circle cx="200" cy="100" r="80" fill="#f00"/>', 'width="400" height="200"'));
    const { png, width, height } = await logoFile(await rounded.toFormat(type).toBuffer());
    expect(Math.abs(width - 160)).toBeLessThan(8);
    expect(Math.abs(height - 160)).toBeLessThan(8);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true });
    expect((await sharp(png).stats()).isOpaque).toBe(false);
  });

  it('as JPEG loses its white margins and its metadata, and stands upright', async () => {
    const file = await drawn()
      .flatten({ background: '#fff' })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { png, width, height } = await logoFile(file);
    expect(height).toBeGreaterThan(width);
    expect((await sharp(png).metadata()).exif).toBeUndefined();
  });

  it('keeps the coloured ground on which it was drawn', async () => {
    const banner =
      '<rect width="100%" height="100%" fill="#063"/><rect x="200" y="90" width="200" height="50" fill="#fff"/>';
    const file = await sharp(svg(banner, 'width="600" height="300"')).png().toBuffer();
    expect(await logoFile(file)).toMatchObject({ width: 600, height: 300 });
  });

  it('keeps its colours with 16 bits a channel', async () => {
    const create = { width: 64, height: 64, channels: 3, background: '#00703c' } as const;
    const file = await sharp({ create }).toColourspace('rgb16').withIccProfile('srgb').png().toBuffer();
    const { png } = await logoFile(file);
    const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0, 112, 60]);
  });

  it('is at most 1,024 pixels on a side', async () => {
    const large = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    expect(await logoFile(large)).toMatchObject({ width: 1024, height: 512 });
  });

  it.each([
    'width="100" height="50"',
    'viewBox="0 0 100 50"',
    'width="100000" height="50000" viewBox="0 0 100 50"',
    'width="10mm" height="5mm" viewBox="0 0 100 50"',
  ])('as SVG with %s is drawn sharply at any size', async (attributes) => {
    const { width, height } = await logoFile(svg(shape, attributes));
    expect(Math.abs(width - 819)).toBeLessThan(5);
    expect(Math.abs(height - 205)).toBeLessThan(5);
  });

  it.each([
    [
      'nothing',
      () => sharp({ create: { width: 90, height: 90, channels: 4, background: '#00000000' } }).png(),
      'This logo is empty',
    ],
    [
      'a dot',
      () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } }).png(),
      /20 × 20 pixels/,
    ],
    [
      'a pixel',
      () => sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } }).png(),
      /1 × 1 pixels; it needs at least 32/,
    ],
    [
      'almost invisible',
      () => sharp({ create: { width: 90, height: 90, channels: 4, background: '#ff000001' } }).png(),
      'This logo is empty',
    ],
    [
      'almost invisible, with 16 bits a channel',
      () =>
        sharp({ create: { width: 90, height: 90, channels: 4, background: '#ff000008' } })
          .toColourspace('rgb16')
          .png(),
      'This logo is empty',
    ],
    [
      'a line',
      () => sharp({ create: { width: 1000, height: 3, channels: 3, background: '#f00' } }).png(),
      /1000 × 3 pixels; please choose one that is at most 16 times/,
    ],
    [
      'a tall line, by its own size',
      () => sharp({ create: { width: 40, height: 3000, channels: 3, background: '#f00' } }).png(),
      /^This logo has 40 × 3000 pixels; please choose one that is at most 16 times as long on one side as on the other$/,
    ],
    [
      'a line with margins, by its size without them',
      () =>
        sharp({ create: { width: 40, height: 3000, channels: 4, background: '#f00' } })
          .extend({ left: 500, right: 500, background: '#00000000' })
          .png(),
      /^This logo has 40 × 3000 pixels without/,
    ],
    ['a GIF', () => drawn().gif(), /PNG, JPG, WebP or SVG/],
    // Its decoder obeys whatever size and metadata the file claims.
    ['an AVIF', () => drawn().avif(), /PNG, JPG, WebP or SVG/],
    [
      '40 megapixels',
      () => sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#fff' } }).png(),
      /40 megapixels; please choose one of at most 16/,
    ],
  ] as const)('that is %s is refused', async (_, make, detail) => {
    await expect(logoFile(await make().toBuffer())).rejects.toMatchObject({
      code: 'upload_unreadable',
      detail: expect.stringMatching(detail),
    });
  });

  // Each took half a minute or more, in one step that sharp's own time limit does not interrupt.
  it.each([
    [
      'dashes',
      '<path stroke="#000" stroke-width="900" stroke-linecap="round" stroke-dasharray=".3" d="M0 900h2000v.1H0v.1h2000"/>',
    ],
    [
      'crossing lines',
      `<path d="M0 0${Array.from({ length: 4_000 }, (_, n) => `L${2047 - n / 2} 2047L${n / 2} 0`).join('')}"/>`,
    ],
    [
      'gradients',
      `<radialGradient id="a" r=".01" spreadMethod="reflect"><stop stop-color="red"/><stop offset="1"/></radialGradient>
      ${'<rect width="2048" height="2048" fill="url(#a)"/>'.repeat(4_000)}`,
    ],
  ])(
    'as SVG of many %s is refused as soon as drawing has taken too long',
    { timeout: 20_000 },
    async (_, inside) => {
      await expect(logoFile(svg(inside, 'viewBox="0 0 2048 2048"'))).rejects.toMatchObject({
        code: 'upload_unreadable',
        detail: /too complex/,
      });
    },
  );

  it('that is cut off, or a document under another name, is refused', async () => {
    const file = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer();
    await expect(logoFile(file.subarray(0, 700))).rejects.toMatchObject({ detail: /damaged/ });
    await expect(logoFile(Buffer.from('%PDF-1.7 <svg></svg>'))).rejects.toMatchObject({
      detail: /Please choose/,
    });
  });
});
