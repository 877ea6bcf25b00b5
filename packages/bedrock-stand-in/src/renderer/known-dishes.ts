import type { CutOut } from './cut-out.ts';
import { cropMask, findCrop } from './find-crop.ts';
import { coverWithOval } from './oval.ts';
import type { Plane, Raster } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

/** What is known of a picture's dish. */
export interface KnownDish extends CutOut {
  /** The plate was drawn by this renderer, so the dish is the food and exactly that plate. */
  isPlateDrawn?: boolean;
}

/** Photos whose background was removed and pictures with a drawn plate, reduced, with their dish; the latest first. */
const pictures: { copy: Raster; known: KnownDish }[] = [];
/** Enough for the pictures that several people make at once: 4 MB each. */
const MOST_KEPT = 24;
/** Longer sides of a picture's copy and of its masks, which were found on a copy of 512. */
const SIDE = 512;
const MASK_SIDE = 768;
/** Share of a picture that its food covers; with less, the crop has left the dish out. */
const LEAST_FOOD = 0.005;

/** Keeps the dish of a whole picture for those that are cropped from it. */
export function rememberDish(whole: Raster, known: KnownDish): void {
  const { width, height } = fitWithin(whole.width, whole.height, SIDE);
  const size = fitWithin(whole.width, whole.height, MASK_SIDE);
  const reduce = (mask: Plane) => resizePlane(mask, size.width, size.height);
  const dish = reduce(known.dish);
  const food = known.food === known.dish ? dish : reduce(known.food);
  pictures.unshift({ copy: resizeRaster(whole, width, height), known: { ...known, dish, food } });
  pictures.splice(MOST_KEPT);
}

/**
 * The dish of a picture that is a part of one that was remembered, or all of it: a network overlooks food in a close-up, and
 * a plate on which nothing but a pan is to be seen. Undefined for other pictures.
 */
export function findKnownDish(picture: Raster): KnownDish | undefined {
  const { width, height } = fitWithin(picture.width, picture.height, SIDE);
  const reduced = resizeRaster(picture, width, height);
  const matches = pictures
    .flatMap(({ copy, known }) => {
      const crop = findCrop(copy, reduced);
      return crop ? [{ crop, known }] : [];
    })
    .sort((one, other) => one.crop.difference - other.crop.difference);
  for (const { crop, known } of matches) {
    const cut = (mask: Plane) => cropMask(mask, crop, picture.width, picture.height);
    const food = cut(known.food);
    if (food.values.reduce((sum, value) => sum + value, 0) < food.values.length * LEAST_FOOD) continue;
    const dish = known.dish === known.food ? food : cut(known.dish);
    const isWhole = crop.width === 1 && crop.height === 1;
    return { ...known, food, dish, plate: isWhole ? known.plate : known.plate && coverWithOval(dish) };
  }
  return undefined;
}
