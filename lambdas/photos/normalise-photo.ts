import type { Sharp } from 'sharp';
import { inSrgb } from '#lambdas/pictures/in-srgb.ts';
import { edit, type Picture, type Place, paste, toPicture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import { withoutTexts } from '#lambdas/runtime/without-texts.ts';
import type { Size } from '#shared/domain/formats.ts';
import { cropWindow, type Framing } from '#shared/domain/framing.ts';
import { maxPhotoPixels } from './limits.ts';

/** The file is truncated, damaged or larger than we decode. A retry will not change that. */
export class UnreadablePhotoError extends Error {
  constructor(cause: unknown) {
    super('The photo cannot be decoded', { cause });
    this.name = 'UnreadablePhotoError';
  }
}

/**
 * Prepares a customer's photo for the models and for the before/after slider: upright (EXIF rotation), first frame,
 * sRGB, on white, cropped to the target at the chosen framing, without metadata. The area beyond the photo is filled
 * with a blurred copy of it.
 * @throws UnreadablePhotoError when it cannot be decoded.
 */
export async function normalisePhoto(file: Uint8Array, size: Size, framing: Framing): Promise<Picture> {
  return decodePhoto(file, async (photo, upright) => {
    const placement = placementOf(upright, size, framing);
    const part = await toPicture(cropTo(photo, placement));
    return reachesBeyond(placement, size) ? onBlurred(part, size, placement) : part;
  });
}

/** Pixels of the upright photo. @throws UnreadablePhotoError */
export function uprightSizeOf(file: Uint8Array): Promise<Size> {
  return decodePhoto(file, async (_photo, upright) => upright);
}

/** A JPEG of the upright photo with at most `side` pixels a side, without metadata. @throws UnreadablePhotoError */
export function smallCopy(file: Uint8Array, side: number): Promise<Buffer> {
  return decodePhoto(file, (photo) =>
    photo
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer(),
  );
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
    // The library would also decode SVG and PDF files, which we refuse.
    if (typeof readImageHeader(file) === 'string') throw new Error('The file is not a JPEG, PNG or WebP');
    const plain = withoutTexts(file);
    try {
      return await decodeWith('warning', plain, use);
    } catch (error) {
      // Other warnings are common in files of phones and harmless, and a file with errors fails again on the second
      // attempt. The decoder stops at the first warning, which may hide the one about missing data.
      if (isIncomplete(error) || (await endsInGrey(plain))) throw error;
      return await decodeWith('error', plain, use);
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
  const metadata = await photo.metadata();
  return use(inSrgb(photo, metadata).autoOrient().flatten({ background: '#fff' }), metadata.autoOrient);
}

/** Whether pixels are missing in the middle of a JPEG: its decoder fills them with grey and only warns. */
function isIncomplete(error: unknown): boolean {
  return error instanceof Error && /premature end|bad Huffman code/i.test(error.message);
}

/** Whether the last rows are middle grey, which a JPEG decoder puts where data is missing. */
async function endsInGrey(file: Uint8Array): Promise<boolean> {
  const photo = sharp(file, { failOn: 'none', limitInputPixels: maxPhotoPixels });
  const { width, height } = await photo.metadata();
  const rows = Math.min(height, 4);
  const { data } = await toPicture(photo.extract({ left: 0, top: height - rows, width, height: rows }));
  return data.every((value) => Math.abs(value - 128) <= 3);
}

/**
 * Large photos are made smaller before they are cut, because their decoder can then skip pixels. Small photos are cut
 * first, so that only the crop is enlarged.
 */
function cropTo(photo: Sharp, { seen, whole, part }: Placement): Sharp {
  return part.width >= seen.width || part.height >= seen.height
    ? photo.extract(seen).resize({ width: part.width, height: part.height, fit: 'fill' })
    : photo.resize({ ...whole, fit: 'fill' }).extract(part);
}

/** Puts the visible part of a photo on a blurred copy that fills the picture. */
async function onBlurred(part: Picture, size: Size, { at }: Placement): Promise<Picture> {
  const background = edit(part)
    .resize({ ...size, fit: 'cover' })
    .blur(Math.max(size.width, size.height) / 40);
  return paste(await toPicture(background), part, at);
}

/**
 * Crops a mask of the whole upright photo to the same part as `normalisePhoto`. The area beyond the photo is not dish.
 */
export function cropLikePhoto(mask: Sharp, upright: Size, size: Size, framing: Framing): Sharp {
  const placement = placementOf(upright, size, framing);
  const { whole, part, at } = placement;
  const cropped = mask.resize({ ...whole, fit: 'fill' }).extract(part);
  if (!reachesBeyond(placement, size)) return cropped;
  const right = size.width - part.width - at.left;
  const bottom = size.height - part.height - at.top;
  return cropped.extend({ ...at, right, bottom, background: '#000' });
}

/** Where the parts of a photo go in a picture. */
interface Placement {
  /** The visible part of the photo, in the photo's pixels. */
  readonly seen: Place & Size;
  /** The size of the whole photo at the picture's scale. */
  readonly whole: Size;
  /** The visible part, in pixels of `whole`. */
  readonly part: Place & Size;
  /** Where the part lies in the picture. */
  readonly at: Place;
}

function reachesBeyond({ part }: Placement, size: Size): boolean {
  return part.width < size.width || part.height < size.height;
}

function placementOf(upright: Size, size: Size, framing: Framing): Placement {
  const window = cropWindow(upright, size, framing);
  const x = placeAlong(upright.width, window.left, window.width, size.width);
  const y = placeAlong(upright.height, window.top, window.height, size.height);
  return {
    seen: { left: x.seenFrom, top: y.seenFrom, width: x.seenLength, height: y.seenLength },
    whole: { width: x.whole, height: y.whole },
    part: { left: x.from, top: y.from, width: x.length, height: y.length },
    at: { left: x.at, top: y.at },
  };
}

/** Places one axis of a photo; its window lies within the photo, or holds all of it. */
function placeAlong(photo: number, windowBegin: number, window: number, size: number) {
  const scale = size / window;
  if (window > photo) {
    const whole = Math.min(size, Math.max(1, Math.round(photo * scale)));
    const at = Math.min(size - whole, Math.round(-windowBegin * scale));
    return { whole, from: 0, length: whole, at, seenFrom: 0, seenLength: photo };
  }
  const whole = Math.max(size, Math.round(photo * scale));
  const from = Math.min(whole - size, Math.round(windowBegin * scale));
  return { whole, from, length: size, at: 0, seenFrom: windowBegin, seenLength: window };
}
