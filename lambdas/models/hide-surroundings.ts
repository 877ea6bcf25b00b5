import { blend, type Picture } from '#lambdas/pictures/picture.ts';

/** Middle grey, of which a model can tell that it is no place. */
const grey = 128;

/**
 * The photo with everything but the dish painted over in grey: a model that redraws whole pictures then has nothing to go by
 * but what is kept.
 *
 * @param mask One byte for each pixel of the photo, 255 for dish.
 */
export function hideSurroundings(photo: Picture, mask: Buffer): Picture {
  return blend({ ...photo, data: Buffer.alloc(photo.data.length, grey) }, photo, mask);
}
