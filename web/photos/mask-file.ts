import { decode, encode } from 'fast-png';

/** A mask: one byte for each pixel of the upright photo's cut-out, 255 where the dish is. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Reads a greyscale PNG in base64, as `getMask` replies. Throws when it is not one. */
export function readMask(png: string): Mask {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const { width, height, channels, data } = decode(bytes);
  if (channels !== 1 || !(data instanceof Uint8Array)) throw new Error('The mask is not a greyscale PNG');
  return { width, height, data };
}

/** Encodes a mask as a greyscale PNG in base64, as `putMask` accepts it. */
export function writeMask({ width, height, data }: Mask): string {
  const bytes = encode({ width, height, data, channels: 1, depth: 8 });
  let text = '';
  // The number of arguments of one call is limited.
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return btoa(text);
}

/** Share of the photo that the mask keeps, 0 to 1. */
export function coverageOf({ data }: Pick<Mask, 'data'>): number {
  let sum = 0;
  for (const value of data) sum += value;
  return data.length === 0 ? 0 : sum / 255 / data.length;
}
