import type { Sharp } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';
import { sharp } from './sharp.ts';

/** A decoded picture: three channels of 8-bit sRGB, so that no step loses quality. */
export interface Picture extends Size {
  readonly data: Buffer;
}

/** Starts a sharp pipeline from a picture. */
export function edit(picture: Picture): Sharp {
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
}

/** Runs a sharp pipeline and returns its result as a picture. */
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
 * Decodes a file of an image model, at its own size or at another. `cover` crops opposite sides equally; `fill`
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

/** Scales a picture to cover exactly this size, cropping opposite sides equally. */
export async function cover(picture: Picture, size: Size): Promise<Picture> {
  if (picture.width === size.width && picture.height === size.height) return picture;
  return toPicture(edit(picture).resize({ width: size.width, height: size.height, fit: 'cover' }));
}

/** Resizes a mask of one byte a pixel to another size of the same aspect ratio. */
export async function resizeMask(mask: Buffer, from: Size, to: Size): Promise<Buffer> {
  if (from.width === to.width && from.height === to.height) return mask;
  return sharp(mask, { raw: { width: from.width, height: from.height, channels: 1 } })
    .resize({ width: to.width, height: to.height, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** A position in a picture, in its pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** An SVG drawing over a part of a picture. */
export interface SvgLayer extends Size, Place {
  readonly svg: string;
}

/** RGBA pixels, one byte each channel, over a part of a picture. They may reach beyond its right and lower edge. */
export interface Layer extends Size, Place {
  readonly data: Buffer;
}

/** The RGBA pixels of a file or of a drawing. */
export async function toLayer(pipeline: Sharp, place: Place): Promise<Layer> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, ...place };
}

/** Draws an SVG over the picture. */
export async function drawOver(picture: Picture, { svg, left, top }: SvgLayer): Promise<Picture> {
  return layOver(picture, [await toLayer(sharp(Buffer.from(svg)), { left, top })]);
}

/**
 * Composites layers over a picture, in order. A loop mixes the pixels, as in `blend`: sharp's `composite` computes in
 * floating point, which takes five times as long.
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
 * Blends two pictures of the same size.
 * @param mask One byte a pixel; at 255 only `over` is visible.
 */
export function blend(under: Picture, over: Picture, mask: Buffer): Picture {
  const data = Buffer.from(under.data);
  for (let pixel = 0; pixel < mask.length; pixel += 1)
    mix(data, pixel * 3, over.data, pixel * 3, mask[pixel] ?? 0);
  return { ...under, data };
}

/** Copies a smaller picture into another one, byte for byte. */
export function paste(picture: Picture, part: Picture, { left, top }: Place): Picture {
  const data = Buffer.from(picture.data);
  const length = part.width * 3;
  for (let row = 0; row < part.height; row += 1)
    part.data.copy(data, ((top + row) * picture.width + left) * 3, row * length, (row + 1) * length);
  return { ...picture, data };
}

/** Mixes the three bytes of one pixel into another, by `opacity`. */
function mix(data: Buffer, to: number, source: Buffer, from: number, opacity: number): void {
  if (opacity === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const sum = (source[from + channel] ?? 0) * opacity + (data[to + channel] ?? 0) * (255 - opacity);
    data[to + channel] = Math.round(sum / 255);
  }
}
