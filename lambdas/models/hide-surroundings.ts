import { blend, type Picture } from '#lambdas/pictures/picture.ts';

/** Middle grey, which a model does not mistake for a place. */
const grey = 128;

/**
 * Paints everything but the dish over in grey, so that a model that redraws the whole picture sees only the part that
 * is kept.
 * @param mask One byte for each pixel of the photo, 255 for dish.
 */
export function hideSurroundings(photo: Picture, mask: Buffer): Picture {
  return blend({ ...photo, data: Buffer.alloc(photo.data.length, grey) }, photo, mask);
}
