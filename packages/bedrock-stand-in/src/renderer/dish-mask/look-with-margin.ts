import { type Plane, plane, type Raster, raster } from '../pixels.ts';
import { shareBesides } from './doubt.ts';
import { isSet } from './mask-parts.ts';
import { newParts } from './new-parts.ts';
import { findSalientObject } from './salient-object.ts';

/** Margin of the second look, as a share of the shorter side. */
export const MARGIN = 0.1;
/**
 * Margin of a third look, at the photo as a small picture on a wall: the network then sees what it overlooked in a close-up
 * (toasts of which it saw two eggs, a second loaf, a steak), and less certainly the table. Where it is CERTAIN of nearly
 * everything besides the food, it sees only the picture.
 */
const WIDE_MARGIN = 0.3;
const CERTAIN = 0.93;
const MOST_CERTAIN = 0.8;

/**
 * Detail of what the third look adds, divided by that of the food: 0.74 to 1.2 for food, 0.3 to 0.62 for what stands behind
 * the dish out of focus, 0.71 for a board and a cloth under a tureen.
 */
const LEAST_DETAIL = 0.73;

/** What the network sees if the photo has a grey margin, given as a share of the shorter side. */
export async function lookWithMargin(picture: Raster, wide: number, mirrored = true): Promise<Plane> {
  const { width, height } = picture;
  const margin = Math.round(Math.min(width, height) * wide);
  const framed = raster(width + 2 * margin, height + 2 * margin);
  framed.rgb.fill(0.53);
  for (let y = 0; y < height; y++) {
    framed.rgb.set(
      picture.rgb.subarray(y * width * 3, (y + 1) * width * 3),
      ((y + margin) * framed.width + margin) * 3,
    );
  }
  const seen = await findSalientObject(framed, { mirrored });
  const within = plane(width, height);
  for (let y = 0; seen && y < height; y++) {
    const from = (y + margin) * framed.width + margin;
    within.values.set(seen.values.subarray(from, from + width), y * width);
  }
  return within;
}

/** What the third look sees besides the food. Most photos have nothing more, which one answer tells. */
export async function seeAsPicture(picture: Raster, food: Plane): Promise<Plane> {
  const look = async (mirrored: boolean) => {
    const seen = await lookWithMargin(picture, WIDE_MARGIN, mirrored);
    if (shareBesides(seen, food, CERTAIN) > MOST_CERTAIN) return plane(food.width, food.height);
    return newParts(picture, food, seen, { above: CERTAIN, leastDetail: LEAST_DETAIL });
  };
  const found = await look(false);
  return found.values.some(isSet) ? look(true) : found;
}
