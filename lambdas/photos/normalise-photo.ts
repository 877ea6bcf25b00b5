import sharp, { type Sharp } from 'sharp';
import { type Picture, toPicture } from '#lambdas/pictures/picture.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import type { Size } from '#shared/domain/formats.ts';
import { maxPhotoPixels } from './limits.ts';

/** The file is cut off, damaged or larger than we decode; no retry will change that. */
export class UnreadablePhotoError extends Error {
  constructor(cause: unknown) {
    super('The photo cannot be decoded', { cause });
    this.name = 'UnreadablePhotoError';
  }
}

/** Where the crop window sits: 0 is left or top, 1 right or bottom. */
export interface Framing {
  readonly x: number;
  readonly y: number;
}

/**
 * Makes a customer's photo fit for the models and for the before/after slider: upright (EXIF rotation), first
 * frame, sRGB, on white, cropped to cover the target at the chosen framing, no metadata.
 *
 * @throws UnreadablePhotoError when it cannot be decoded.
 */
export async function normalisePhoto(file: Uint8Array, size: Size, framing: Framing): Promise<Picture> {
  return decodePhoto(file, (photo, upright) => toPicture(cropTo(photo, upright, size, framing)));
}

/** Pixels of the upright photo. @throws UnreadablePhotoError */
export function uprightSizeOf(file: Uint8Array): Promise<Size> {
  return decodePhoto(file, async (_photo, upright) => upright);
}

/**
 * Decodes a customer's photo, upright, in sRGB and on white, for `use`.
 * @throws UnreadablePhotoError when that fails.
 */
export async function decodePhoto<T>(
  file: Uint8Array,
  use: (photo: Sharp, upright: Size) => Promise<T>,
): Promise<T> {
  try {
    // The library also reads drawings and documents, which we refuse.
    if (typeof readImageHeader(file) === 'string') throw new Error('The file is not a JPEG, PNG or WebP');
    try {
      return await decodeWith('warning', file, use);
    } catch (error) {
      // Other warnings are common in files of phones and harmless; files with errors fail again.
      if (isIncomplete(error)) throw error;
      return await decodeWith('error', file, use);
    }
  } catch (error) {
    throw new UnreadablePhotoError(error);
  }
}

async function decodeWith<T>(
  failOn: 'warning' | 'error',
  file: Uint8Array,
  use: (photo: Sharp, upright: Size) => Promise<T>,
): Promise<T> {
  const photo = sharp(file, { failOn, limitInputPixels: maxPhotoPixels });
  const { autoOrient: upright } = await photo.metadata();
  return use(photo.autoOrient().flatten({ background: '#fff' }), upright);
}

/** Whether pixels are missing in the middle of a JPEG: its decoder fills them with grey and only warns. */
function isIncomplete(error: unknown): boolean {
  return error instanceof Error && /premature end|bad Huffman code/i.test(error.message);
}

/**
 * Large photos are made smaller before they are cut, because their decoder can skip pixels then.
 * Small ones are cut first, so that only the crop is enlarged.
 */
function cropTo(photo: Sharp, upright: Size, size: Size, framing: Framing): Sharp {
  const window = cropWindow(upright, size, framing);
  if (size.width >= window.width || size.height >= window.height)
    return photo.extract(window).resize({ width: size.width, height: size.height, fit: 'fill' });
  const { whole, part } = scaledCrop(upright, size, framing);
  return photo.resize({ ...whole, fit: 'fill' }).extract(part);
}

/**
 * Crops a picture that covers the whole upright photo, such as its mask, to the same part as `normalisePhoto`.
 */
export function cropLikePhoto(picture: Sharp, upright: Size, size: Size, framing: Framing): Sharp {
  const { whole, part } = scaledCrop(upright, size, framing);
  return picture.resize({ ...whole, fit: 'fill' }).extract(part);
}

/** The size of the whole photo when its crop has the target's size, and where the crop lies in it. */
function scaledCrop(upright: Size, size: Size, framing: Framing) {
  const window = cropWindow(upright, size, framing);
  const scale = { x: size.width / window.width, y: size.height / window.height };
  const width = Math.max(size.width, Math.round(upright.width * scale.x));
  const height = Math.max(size.height, Math.round(upright.height * scale.y));
  return {
    whole: { width, height },
    part: {
      left: Math.min(width - size.width, Math.round(window.left * scale.x)),
      top: Math.min(height - size.height, Math.round(window.top * scale.y)),
      width: size.width,
      height: size.height,
    },
  };
}

/** The largest part of the photo with the target's ratio, placed by the framing; in the photo's pixels. */
export function cropWindow(photo: Size, target: Size, framing: Framing) {
  const scale = Math.min(photo.width / target.width, photo.height / target.height);
  const width = Math.min(photo.width, Math.max(1, Math.round(target.width * scale)));
  const height = Math.min(photo.height, Math.max(1, Math.round(target.height * scale)));
  return {
    left: Math.round((photo.width - width) * framing.x),
    top: Math.round((photo.height - height) * framing.y),
    width,
    height,
  };
}
