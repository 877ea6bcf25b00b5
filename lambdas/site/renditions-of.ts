import { maxPhotoPixels } from '#lambdas/photos/limits.ts';
import { inSrgb } from '#lambdas/pictures/in-srgb.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { withoutTexts } from '#lambdas/runtime/without-texts.ts';
import type { Size } from '#shared/domain/formats.ts';
import { minPhotoSide } from '#shared/domain/limits.ts';

/** Widths in pixels: phones at one and two pixels a point, then the full width of a desktop. */
const renditionWidths = [480, 960, 1600];
const quality = 82;

/** A WebP of one width. */
export interface Rendition extends Size {
  readonly data: Buffer;
}

/**
 * Encodes a picture as WebP in several widths, upright and without metadata; the widest comes last.
 * @throws AppError `upload_unreadable`
 */
export async function renditionsOf(file: Buffer): Promise<Rendition[]> {
  try {
    // Warnings are common in phones' files and harmless; a truncated file is an error.
    const picture = sharp(withoutTexts(file), { failOn: 'error', limitInputPixels: maxPhotoPixels });
    const metadata = await picture.metadata();
    const { width, height } = metadata.autoOrient;
    if (Math.min(width, height) < minPhotoSide) {
      throw new AppError(
        'upload_unreadable',
        `This image has ${width} × ${height} pixels; it needs at least ${minPhotoSide} on each side`,
      );
    }
    const upright = inSrgb(picture, metadata).autoOrient().toColourspace('srgb');
    const widest = Math.min(width, renditionWidths.at(-1) ?? width);
    const widths = [...renditionWidths.filter((candidate) => candidate < widest), widest];
    const renditions: Rendition[] = [];
    for (const target of widths) {
      const { data, info } = await upright
        .clone()
        .resize({ width: target })
        .webp({ quality, effort: 4 })
        .toBuffer({ resolveWithObject: true });
      renditions.push({ width: target, height: info.height, data });
    }
    return renditions;
  } catch (error) {
    if (error instanceof AppError) throw error;
    logger.info('An image could not be decoded', { reason: String(error) });
    throw new AppError('upload_unreadable', 'This image is damaged or too large. Please choose another one');
  }
}
