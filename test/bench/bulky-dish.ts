import sharp from 'sharp';
import { dishPhoto, type Photo } from '#test/support/photos.ts';

/** A photo of a dish with this number of pixels and about this file size: added grain makes the file large. */
export async function bulkyDish(width: number, height: number, megabytes: number): Promise<Photo> {
  const grain = { width: 2000, height: 1500, channels: 3 as const };
  const noise = await sharp({
    create: { ...grain, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 24 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const pixels = await sharp(dishPhoto('burger').bytes)
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: noise, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  for (let quality = 96; ; quality -= 4) {
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (bytes.length <= megabytes * 1024 * 1024 || quality <= 40) return { bytes, contentType: 'image/jpeg' };
  }
}
