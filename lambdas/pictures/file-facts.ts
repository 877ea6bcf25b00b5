import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import { withoutTexts } from '#lambdas/runtime/without-texts.ts';
import { dishPlace, type Mask } from '#shared/domain/dish-place.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import { measuredSide, measurePhoto } from '#shared/domain/measure-photo.ts';
import type { PhotoFormat } from '#shared/domain/platforms.ts';
import { inSrgb } from './in-srgb.ts';
import { sharp } from './sharp.ts';

/** A pixel counts as grey if its largest and smallest channel (0 to 255) differ by less than this. */
const greyBelow = 12;
/** A photo with a smaller share of coloured pixels is black and white. JPEG compression alone colours a few pixels. */
const leastColour = 0.005;

const formats: Readonly<Record<string, PhotoFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Measures a file for the platform check. `seen` is null here, because only a vision model can fill it in.
 *
 * @param file A JPEG, PNG or WebP of ours, or one of a customer that was decoded before.
 * @param mask Of the whole upright picture, at any size. Without it, the dish's place stays unknown.
 * @throws Error for other files, and for files that cannot be decoded.
 */
export async function measureFile(file: Buffer, mask?: Mask): Promise<FileFacts> {
  const header = readImageHeader(file);
  const format = typeof header === 'string' ? undefined : formats[header.type];
  // The library would also decode SVG and PDF files.
  if (!format) throw new Error('The file is not a JPEG, PNG or WebP');
  const photo = sharp(withoutTexts(file), { failOn: 'error' });
  const { autoOrient, depth } = await photo.metadata();
  const { data, info } = await inSrgb(photo, { depth })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: measuredSide, height: measuredSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    format,
    bytes: file.length,
    dish: mask ? dishPlace(mask) : null,
    ...measurePhoto({ data, width: info.width, height: info.height }),
    blackAndWhite: isBlackAndWhite(data),
    seen: null,
  };
}

/** @param data Red, green, blue and opacity, one byte each. */
function isBlackAndWhite(data: Buffer): boolean {
  let coloured = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    coloured += Number(Math.max(red, green, blue) - Math.min(red, green, blue) >= greyBelow);
  }
  return coloured < (leastColour * data.length) / 4;
}
