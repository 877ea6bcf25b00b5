import { describePicture } from '#lambdas/models/describe-picture.ts';
import type { DishReading } from '#shared/domain/dish-reading.ts';
import { smallCopy } from './normalise-photo.ts';

/** Longest side of the photo as the model receives it, in pixels. */
const longestSide = 1024;

/**
 * Asks a vision model what is in a photo.
 * @throws UnreadablePhotoError, and what a model call throws.
 */
export async function readDish(
  file: Uint8Array,
  options: Parameters<typeof describePicture>[1],
): Promise<DishReading> {
  return describePicture(await smallCopy(file, longestSide), options);
}
