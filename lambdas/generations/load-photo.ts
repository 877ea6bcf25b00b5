import { normalisePhoto, UnreadablePhotoError } from '#lambdas/photos/normalise-photo.ts';
import { readPhotoFile } from '#lambdas/photos/photo-file.ts';
import { isBlank } from '#lambdas/pictures/is-blank.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { formatById, type Size } from '#shared/domain/formats.ts';
import { maxUploadBytes } from '#shared/domain/limits.ts';
import type { StoredGeneration } from './generation.ts';

/** The photo cannot be used, and a retry will not change that. The message is for the customer. */
export class UnusablePhotoError extends Error {
  override readonly name = 'UnusablePhotoError';
}

/** The photo of a generation, normalised and cropped to the size in which its pictures are drawn, and its file. */
export interface LoadedPhoto {
  readonly picture: Picture;
  readonly file: Buffer;
}

/**
 * Reads the photo of a generation and normalises it to the size in which the pictures are drawn.
 * @throws UnusablePhotoError when it expired, was deleted, is too large, cannot be decoded or shows nothing.
 */
export async function loadPhoto(generation: StoredGeneration): Promise<LoadedPhoto> {
  const { store } = generation.photo;
  const file = await readPhotoFile(generation.photo);
  if (!file) throw new UnusablePhotoError('The photo is no longer there. Please upload it again.');
  try {
    if (store === 'uploads' && file.size > maxUploadBytes) throw new UnreadablePhotoError('Too large');
    const picture = await normalisePhoto(file.body, renderSize(generation), generation.framing);
    // A picture of ours was drawn from a photo that was checked.
    if (store !== 'originals' && (await isBlank(picture)))
      throw new UnusablePhotoError(
        'There is hardly anything to see in this photo. Please choose another one.',
      );
    return { picture, file: file.body };
  } catch (error) {
    if (!(error instanceof UnreadablePhotoError)) throw error;
    throw new UnusablePhotoError('We could not read this photo. Please try another file.', { cause: error });
  }
}

/** The size in pixels in which the picture is drawn: the delivered size, unless it is too small to draw well. */
function renderSize({ studio, width, height }: StoredGeneration): Size {
  const format = studio && formatById(studio.formatId);
  return format ? { width: format.renderWidth, height: format.renderHeight } : { width, height };
}
