import type { Metadata, SharpOptions } from 'sharp';
import { inSrgb } from '#lambdas/pictures/in-srgb.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { withoutTexts } from '#lambdas/runtime/without-texts.ts';
import type { Size } from '#shared/domain/formats.ts';
import { drawSvg } from './draw-svg.ts';
import { svgProblem } from './plain-svg.ts';

/** Longest side that is kept, in pixels. On the largest format a logo takes at most a third of this. */
const maxSide = 1024;
const minSide = 32;
/** Greatest aspect ratio: a thinner logo would be less than a line of pixels where it is small. */
const maxRatio = 16;
/** Least red, green and blue of a white margin, of 255. */
const leastWhite = 240;
/** Least visible alpha, of 255. */
const minAlpha = 16;

/** Most pixels of an uploaded logo. Decoded, 16 megapixels take 64 MB of the function's memory. */
const maxPixels = 16_000_000;
/** Time limit of decoding, in seconds. */
const timeLimit = 10;

/** A logo that is ready to be kept. */
export interface LogoFile extends Size {
  readonly png: Buffer;
}

/**
 * Draws an uploaded logo again, so that nothing of the file but its pixels is kept: upright, in sRGB, without empty
 * margins, with its transparency, at most 1,024 pixels on a side. The type is read from the content, and the size is
 * checked before anything is decoded. An SVG must be a drawing of shapes (`svgProblem`). An AVIF is not taken: one of 2 KB
 * can hold a picture of any size that it crops to a small one, and gigabytes of metadata that its decoder reads.
 * @throws AppError `upload_unreadable` that says what is wrong
 */
export async function logoFile(file: Buffer): Promise<LogoFile> {
  const type = typeOf(file);
  if (type === undefined) throw unreadable('Please choose a PNG, JPG, WebP or SVG file');
  const problem = type === 'svg' ? svgProblem(file) : undefined;
  if (problem !== undefined) throw unreadable(problem);
  try {
    if (type === 'svg') return await draw(await drawSvg(file));
    const plain = withoutTexts(file);
    const { width, height, depth } = await sharp(plain, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels)
      throw unreadable(
        `This logo has ${Math.ceil((width * height) / 1e6)} megapixels; please choose one of at most ${maxPixels / 1e6}`,
      );
    // In a very small bitmap, margins cannot be found.
    if (Math.max(width, height) < minSide) throw tooSmall({ width, height });
    return await draw(plain, depth);
  } catch (error) {
    if (error instanceof AppError) throw error;
    logger.info('A logo could not be decoded', { reason: String(error) });
    throw unreadable('This logo is damaged. Please choose another file');
  }
}

const limits: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels };

async function draw(file: Uint8Array, depth: Metadata['depth'] = 'uchar'): Promise<LogoFile> {
  // Statistics count the file's own numbers, which have 16 bits in some.
  const { channels, isOpaque } = await sharp(file, limits).stats();
  const leastAlpha = depth === 'ushort' ? minAlpha * 256 : minAlpha;
  if (!isOpaque && (channels.at(-1)?.max ?? 0) < leastAlpha) throw unreadable('This logo is empty');
  const hasMargins = await beginsEmpty(file);
  const upright = () => {
    const logo = inSrgb(sharp(file, limits), { depth }).autoOrient();
    return hasMargins ? logo.trim() : logo;
  };
  const { data, info } = await upright()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeLimit })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const which = hasMargins ? ' without its margins' : '';
  if (Math.max(width, height) < minSide) throw tooSmall(info, which);
  if (Math.max(width, height) > Math.min(width, height) * maxRatio) {
    // Before it was made smaller.
    const { info: own } = await upright()
      .timeout({ seconds: timeLimit })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    throw unreadable(
      `This logo has ${own.width} × ${own.height} pixels${which}; please choose one that is at most ${maxRatio} times as long on one side as on the other`,
    );
  }
  return { png: data, width, height };
}

/** Whether the corner is transparent or white. A ground of another colour belongs to the logo. */
async function beginsEmpty(file: Uint8Array): Promise<boolean> {
  const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(file, limits)
    .autoOrient()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .toColourspace('srgb')
    .ensureAlpha()
    .timeout({ seconds: timeLimit })
    .raw()
    .toBuffer();
  return alpha < minAlpha || Math.min(red, green, blue) >= leastWhite;
}

function typeOf(file: Buffer): 'photo' | 'svg' | undefined {
  if (typeof readImageHeader(file) !== 'string') return 'photo';
  // A byte order mark may come first.
  const start = file
    .toString('utf8', 0, 1024)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^<(?:\?xml|!--|!DOCTYPE\s+svg|svg)[\s>]?/i.test(start) ? 'svg' : undefined;
}

function tooSmall({ width, height }: Size, which = ''): AppError {
  return unreadable(
    `This logo has ${width} × ${height} pixels${which}; it needs at least ${minSide} on its longer side`,
  );
}

function unreadable(detail: string): AppError {
  return new AppError('upload_unreadable', detail);
}
