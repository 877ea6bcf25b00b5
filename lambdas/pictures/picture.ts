import sharp, { type Sharp } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';

/** A decoded picture: three channels of 8-bit sRGB, so that no step loses quality. */
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
 * Decodes a file of an image model, at its own size or at another. `cover` crops both sides equally; `fill`
 * distorts.
 */
export async function decode(
  file: Uint8Array,
  size?: Size,
  fit: 'cover' | 'fill' = 'cover',
): Promise<Picture> {
  const picture = sharp(file).flatten({ background: '#fff' });
  return toPicture(size ? picture.resize({ width: size.width, height: size.height, fit }) : picture);
}

/** Covers exactly this size, cropping both sides equally. */
export async function cover(picture: Picture, size: Size): Promise<Picture> {
  if (picture.width === size.width && picture.height === size.height) return picture;
  return toPicture(edit(picture).resize({ width: size.width, height: size.height, fit: 'cover' }));
}

/** Brings a mask of one byte a pixel from one size to another of the same ratio. */
export async function resizeMask(mask: Buffer, from: Size, to: Size): Promise<Buffer> {
  if (from.width === to.width && from.height === to.height) return mask;
  return sharp(mask, { raw: { width: from.width, height: from.height, channels: 1 } })
    .resize({ width: to.width, height: to.height, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** A place in a picture, in its pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** A drawing over a part of a picture. */
export interface SvgLayer extends Size, Place {
  readonly svg: string;
}

/** Pixels over a part of a picture: red, green, blue and opacity, one byte each. They may reach beyond its right and lower edge. */
export interface Layer extends Size, Place {
  readonly data: Buffer;
}

/** The pixels of a file with opacity, or of a drawing. */
export async function toLayer(pipeline: Sharp, place: Place): Promise<Layer> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, ...place };
}

/** The picture with a drawing on it. */
export async function drawOver(picture: Picture, { svg, left, top }: SvgLayer): Promise<Picture> {
  return layOver(picture, [await toLayer(sharp(Buffer.from(svg)), { left, top })]);
}

/**
 * Puts layers on a picture, one over the other. As in `blend`, a loop mixes the pixels: sharp's `composite` computes all of
 * them in floating point, which takes five times as long.
 */
export function layOver(picture: Picture, layers: readonly Layer[]): Picture {
  const data = Buffer.from(picture.data);
  for (const layer of layers) {
    const width = Math.min(layer.width, picture.width - layer.left);
    const height = Math.min(layer.height, picture.height - layer.top);
    for (let row = 0; row < height; row += 1) {
      let from = row * layer.width * 4;
      let to = ((layer.top + row) * picture.width + layer.left) * 3;
      for (const end = from + width * 4; from < end; from += 4, to += 3)
        mix(data, to, layer.data, from, layer.data[from + 3] ?? 0);
    }
  }
  return { ...picture, data };
}

/**
 * Mixes two pictures of one size.
 * @param mask One byte a pixel; where it is 255, `over` is seen alone.
 */
export function blend(under: Picture, over: Picture, mask: Buffer): Picture {
  const data = Buffer.from(under.data);
  for (let pixel = 0; pixel < mask.length; pixel += 1)
    mix(data, pixel * 3, over.data, pixel * 3, mask[pixel] ?? 0);
  return { ...under, data };
}

/** Puts a picture that is no larger into another one, byte for byte. */
export function paste(picture: Picture, part: Picture, { left, top }: Place): Picture {
  const data = Buffer.from(picture.data);
  const length = part.width * 3;
  for (let row = 0; row < part.height; row += 1)
    part.data.copy(data, ((top + row) * picture.width + left) * 3, row * length, (row + 1) * length);
  return { ...picture, data };
}

/** Mixes the three bytes of one pixel into another. */
function mix(data: Buffer, to: number, source: Buffer, from: number, opacity: number): void {
  if (opacity === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const sum = (source[from + channel] ?? 0) * opacity + (data[to + channel] ?? 0) * (255 - opacity);
    data[to + channel] = Math.round(sum / 255);
  }
}
