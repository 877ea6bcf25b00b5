import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { dishPhoto, realPhoto } from '#test/support/photos.ts';

/** A mask of a quarter of the size, in which the right half of the picture is dish. */
const rightHalf = {
  width: 40,
  height: 30,
  data: Buffer.from(Array.from({ length: 1200 }, (_, at) => (at % 40 >= 20 ? 255 : 0))),
};

describe('the facts of a file', () => {
  it('are size, type and bytes of the upright picture, and the place of its dish', async () => {
    const file = await sharp({ create: { width: 120, height: 160, channels: 3, background: '#b63' } })
      .webp()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await measureFile(file, rightHalf)).toMatchObject({
      width: 160,
      height: 120,
      format: 'webp',
      bytes: file.length,
      dish: { box: { left: 0.5, top: 0, width: 0.5, height: 1 }, touches: ['right', 'top', 'bottom'] },
      seen: null,
    });
  });

  it('are those of a sharp, bright, coloured photograph', async () => {
    for (const { bytes } of [dishPhoto(), realPhoto()]) {
      const facts = await measureFile(bytes);
      expect(facts).toMatchObject({ format: 'jpeg', dish: null, blackAndWhite: false });
      expect(facts.sharpness).toBeGreaterThan(1);
      expect(facts.highlights).toBeGreaterThan(150);
    }
  });

  it('tell a dark one, a blurred one and one in black and white', async () => {
    const photo = () => sharp(realPhoto().bytes);
    const measured = async (picture: Sharp) => measureFile(await picture.jpeg().toBuffer());
    expect((await measured(photo().linear(0.3, 0))).highlights).toBeLessThan(95);
    expect((await measured(photo().blur(4))).sharpness).toBeLessThan(1);
    expect((await measured(photo().greyscale())).blackAndWhite).toBe(true);
  });

  it('are not read from a drawing', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(measureFile(drawing)).rejects.toThrow('The file is not a JPEG, PNG or WebP');
  });
});
