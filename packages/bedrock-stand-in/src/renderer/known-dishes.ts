import type { CutOut } from './cut-out.ts';
import { cropMask, findCrop } from './find-crop.ts';
import { coverWithOval } from './oval.ts';
import type { Plane, Raster } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

/** The dish of a picture that was cut out before. */
export interface KnownDish extends CutOut {
  /** The plate was drawn by this renderer, so the dish is the food and exactly that plate. */
  isPlateDrawn?: boolean;
}

/**
 * Reduced copies of photos whose background was removed and of pictures with a drawn plate, with their dishes; latest
 * first.
 */
const pictures: { copy: Raster; known: KnownDish }[] = [];
/** Enough for the pictures that several people make at once. An entry takes 4 MB. */
const MOST_KEPT = 24;
/** Longer side in pixels of a picture's copy, and of its masks. */
const SIDE = 512;
const MASK_SIDE = 768;
/** Least share of a picture that its food covers. A crop with less does not show the dish. */
const LEAST_FOOD = 0.005;

/** Remembers the dish of a whole picture for pictures that are cropped from it. */
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
 * The remembered dish of a picture that is a crop of a remembered one, or all of it. On the crop itself the network
 * could overlook food in a close-up, or a plate that is covered by a pan. Undefined for other pictures.
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
