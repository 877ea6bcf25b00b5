import { describePicture } from '#lambdas/models/describe-picture.ts';
import type { DishReading } from '#shared/domain/dish-reading.ts';
import { decodePhoto } from './normalise-photo.ts';

/** Longest side of the photo that the model gets, in pixels. */
const longestSide = 1024;

/**
 * Has a vision model say what is in a photo.
 * @throws UnreadablePhotoError, and what a call of a model throws.
 */
export async function readDish(
  file: Uint8Array,
  options: Parameters<typeof describePicture>[1],
): Promise<DishReading> {
  const picture = await decodePhoto(file, (photo) =>
    photo
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer(),
  );
  return describePicture(picture, options);
}
