import type { CutOut } from './cut-out.ts';
import { cropMask, findCrop } from './find-crop.ts';
import type { Raster } from './pixels.ts';
import { coverWithOval } from './plate-finder.ts';
import { fitWithin, resizeRaster } from './resize.ts';

/** Photos whose background was removed, reduced, with what was found in them; the latest first. */
const seen: { copy: Raster; found: CutOut }[] = [];
const MOST_SEEN = 6;
/** Longer side of a copy. */
const SIDE = 512;
/** Share of a picture that its food covers; with less, the crop has left the dish out. */
const LEAST_FOOD = 0.005;

/** Keeps what was found in a whole photo for the pictures that are cropped from it. */
export function rememberWhole(photo: Raster, found: CutOut): void {
  const { width, height } = fitWithin(photo.width, photo.height, SIDE);
  seen.unshift({ copy: resizeRaster(photo, width, height), found });
  seen.splice(MOST_SEEN);
}

/**
 * The cut-out of a picture that is a part of a photo whose background was removed: the dish that was found there, because a
 * network overlooks food in a close-up. Undefined for other pictures.
 */
export function cutOutLikeWhole(picture: Raster): CutOut | undefined {
  for (const { copy, found } of seen) {
    const crop = findCrop(copy, picture);
    if (!crop) continue;
    const food = cropMask(found.food, crop, picture.width, picture.height);
    if (food.values.reduce((sum, value) => sum + value, 0) < food.values.length * LEAST_FOOD) continue;
    const dish = found.dish === found.food ? food : cropMask(found.dish, crop, picture.width, picture.height);
    return { food, dish, plate: found.plate && coverWithOval(dish) };
  }
  return undefined;
}
