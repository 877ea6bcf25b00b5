import { findBlankCorners } from './dish-mask/blank-corners.ts';
import { erase } from './dish-mask/erase.ts';
import { refineMask } from './dish-mask/refine-mask.ts';
import { seeDish } from './dish-mask/see-dish.ts';
import { findDish } from './dish-mask.ts';
import { coverWithOval, joinOval, type Oval } from './oval.ts';
import { clamp, type Plane, type Raster } from './pixels.ts';
import { findPlate, isPartOfFood } from './plate-finder.ts';
import { resizePlane, resizeRaster } from './resize.ts';
import { removeStrongCast } from './white-balance.ts';

export interface CutOut {
  /** Food and plate. */
  dish: Plane;
  food: Plane;
  plate: Oval | undefined;
  /** Whether the dish lies on a plate that cannot be separated from its food, so that it needs no other one. */
  hasOwnPlate?: boolean;
}

/**
 * Longer side of the copy on which everything is found, in pixels. A fixed size gives the same cut-out for copies of a
 * photo in any size.
 */
const SIDE = 512;

/** A dark copy is brightened until its 99th percentile has this value, but by no more than this factor. */
const LIGHT = 0.95;
const MOST_GAIN = 4;
/** Bins of the histogram of a copy's values. */
const LEVELS = 1023;

/** Finds the food, and the food with the plate, bowl or board under it. Both masks are as large as the photo. */
export async function cutOut(photo: Raster): Promise<CutOut> {
  const scale = SIDE / Math.max(photo.width, photo.height);
  const reduced = resizeRaster(
    photo,
    Math.max(1, Math.round(photo.width * scale)),
    Math.max(1, Math.round(photo.height * scale)),
  );
  // A rotated photo with blank corners looks like an object on a ground, and its whole table would become part of the
  // dish.
  const blank = findBlankCorners(reduced);
  const copy = removeStrongCast(expose(blank ? erase(reduced, blank) : reduced));
  const { food, dish, plate, hasOwnPlate = false } = (await cutOutSeen(copy)) ?? cutOutByColour(copy);
  const whole = (mask: Plane): Plane => {
    const kept = blank
      ? { ...mask, values: mask.values.map((value, i) => value * (1 - (blank.values[i] ?? 0))) }
      : mask;
    const { values, ...size } = resizePlane(kept, photo.width, photo.height);
    return { ...size, values: values.map((value) => clamp(value)) };
  };
  const all = whole(dish);
  return { food: food === dish ? all : whole(food), plate, dish: all, hasOwnPlate };
}

async function cutOutSeen(copy: Raster): Promise<CutOut | undefined> {
  const seen = await seeDish(copy);
  if (!seen) return undefined;
  return {
    ...seen,
    plate: seen.dish === seen.food ? undefined : coverWithOval(seen.dish),
  };
}

/** For machines without onnxruntime-node: finds the dish by colour, edges, roundness and position. */
export function cutOutByColour(copy: Raster): CutOut {
  const food = findDish(copy);
  const plate = findPlate(copy, food);
  const dish = refineMask(copy, joinOval(food, plate), food);
  if (plate && isPartOfFood(copy, food, plate)) return { food: dish, plate: undefined, dish };
  return { food, plate, dish };
}

/** Brightens a dark picture until its 99th percentile reaches that of a well-lit one. */
function expose(picture: Raster): Raster {
  const counts = new Uint32Array(LEVELS + 1);
  for (const value of picture.rgb) {
    const level = Math.min(LEVELS, Math.max(0, Math.round(value * LEVELS)));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  let light = LEVELS;
  for (let lighter = counts[light] ?? 0; light > 0 && lighter < picture.rgb.length * 0.01; ) {
    light -= 1;
    lighter += counts[light] ?? 0;
  }
  const gain = Math.min(LIGHT / Math.max(light / LEVELS, 0.01), MOST_GAIN);
  return gain > 1 ? { ...picture, rgb: picture.rgb.map((value) => Math.min(1, value * gain)) } : picture;
}
