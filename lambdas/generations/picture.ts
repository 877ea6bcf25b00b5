import sharp, { type Sharp } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';

/** A decoded picture: three channels of 8-bit sRGB, so that no step in between loses anything. */
export interface Picture extends Size {
  readonly data: Buffer;
}

/** Starts a sharp pipeline on a picture. */
export function edit(picture: Picture): Sharp {
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
}

/** Ends a sharp pipeline in a picture. */
export async function toPicture(pipeline: Sharp): Promise<Picture> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`A picture has three channels, not ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

/**
 * Decodes a file of an image model, at its own size or at another. `cover` cuts off what is left over on both sides
 * alike; `fill` keeps all of it.
 */
export async function decode(
  file: Uint8Array,
  size?: Size,
  fit: 'cover' | 'fill' = 'cover',
): Promise<Picture> {
  const picture = sharp(file).flatten({ background: '#fff' });
  return toPicture(size ? picture.resize({ width: size.width, height: size.height, fit }) : picture);
}

/** Covers exactly this size, cutting off what is left over on both sides alike. */
export async function cover(picture: Picture, size: Size): Promise<Picture> {
  if (picture.width === size.width && picture.height === size.height) return picture;
  return toPicture(edit(picture).resize({ width: size.width, height: size.height, fit: 'cover' }));
}
