import { refineMask } from './dish-mask/refine-mask.ts';
import { findDish } from './dish-mask.ts';
import type { Plane, Raster } from './pixels.ts';
import { findPlate, isPartOfFood, joinOval, type Oval } from './plate-finder.ts';
import { resizePlane, resizeRaster } from './resize.ts';

export interface CutOut {
  /** Food and plate. */
  dish: Plane;
  food: Plane;
  plate: Oval | undefined;
}

/** Longer side of the copy on which everything is found. Photos of one scene in any size give the same cut-out. */
const SIDE = 512;

/** Value of the lightest hundredth of the copy, and the most by which a dark photo is brightened for it. */
const LIGHT = 0.95;
const MOST_GAIN = 4;

/** Finds the food and the plate, bowl or board under it. The masks are as large as the photo. */
export function cutOut(photo: Raster): CutOut {
  const scale = SIDE / Math.max(photo.width, photo.height);
  const copy = expose(
    resizeRaster(
      photo,
      Math.max(1, Math.round(photo.width * scale)),
      Math.max(1, Math.round(photo.height * scale)),
    ),
  );
  const food = findDish(copy);
  const plate = findPlate(copy, food);
  const dish = refineMask(copy, joinOval(food, plate), food);
  const whole = (mask: Plane) => resizePlane(mask, photo.width, photo.height);
  if (plate && isPartOfFood(copy, food, plate)) {
    const all = whole(dish);
    return { food: all, plate: undefined, dish: all };
  }
  return { food: whole(food), plate, dish: whole(dish) };
}

/** Brightens a dark picture until a hundredth of its values is as light as in others. */
function expose(picture: Raster): Raster {
  const sorted = picture.rgb.toSorted();
  const light = sorted[Math.floor(sorted.length * 0.99)] ?? 1;
  const gain = Math.min(LIGHT / Math.max(light, 0.01), MOST_GAIN);
  return gain > 1 ? { ...picture, rgb: picture.rgb.map((value) => Math.min(1, value * gain)) } : picture;
}
