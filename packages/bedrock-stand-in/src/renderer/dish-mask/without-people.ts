import { mapPeople } from '#src/seeing/find-people.ts';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { resizePlane } from '../resize.ts';
import { erase } from './erase.ts';
import {
  clear,
  connectedParts,
  grow,
  inverted,
  isSet,
  meanRow,
  overlap,
  pixelsOf,
  share,
} from './mask-parts.ts';
import { findSalientObject } from './salient-object.ts';
import { keepSure } from './sure-food.ts';

/**
 * Hysteresis threshold of the people map: there are people if a peak is above SOMEBODY; other peaks count from OTHERS.
 * In each of eight photographs of guests at a table, one person has 0.59 and more. Hands that hold a dish have up to
 * 0.55, but then no dish remains in front of them.
 */
const SOMEBODY = 0.4;
const OTHERS = 0.35;
/** The dish hides up to this share of a person's visible height, at its lower end. */
const BEHIND_DISH = 0.15;
/** Half the width of a person, as a share of the visible height. */
const HALF_WIDTH = 0.75;
/** Least share of the picture that a dish must cover after the people are erased. */
const LEAST_DISH = 0.03;
/** Width of the strip around a person that is erased as well, as a share of the longer side. */
const AROUND = 0.02;

/**
 * Shares of the picture's height: the gap between the people and a dish below them, and the least height of the picture
 * below them.
 */
const BELOW = 0.006;
const LEAST_BELOW = 0.25;

export interface WithoutPeople {
  picture: Raster;
  /**
   * The network's probability, for each pixel, that it belongs to the salient object of the picture without the people.
   */
  salient: Plane;
  /** Mask of the erased people. */
  people: Plane;
}

/**
 * Erases the people behind the dish. Undefined if there are none, or if no dish remains, as with a person who holds a
 * loaf.
 */
export async function withoutPeople(picture: Raster, first: Plane): Promise<WithoutPeople | undefined> {
  const seen = keepSure(first);
  const people = (await middlesOfPeople(picture)).filter(({ pixel }) => isSet(seen.values[pixel] as number));
  if (!people.some(({ sure }) => sure > SOMEBODY)) return undefined;
  const bodies = plane(picture.width, picture.height);
  for (const { pixel } of people) for (const i of bodyAround(seen, pixel)) bodies.values[i] = 1;
  const hidden = grow(bodies, AROUND * Math.max(picture.width, picture.height));
  const erased = erase(picture, hidden);
  const salient = await findSalientObject(erased, { mirrored: true });
  if (!salient) return undefined;
  salient.values = salient.values.map((value, i) => (isSet(hidden.values[i] as number) ? 0 : value));
  const dish = keepSure(salient);
  const isInFront = meanRow(pixelsOf(dish), picture.width) > meanRow(pixelsOf(bodies), picture.width);
  return share(dish) > LEAST_DISH && isInFront ? { picture: erased, salient, people: hidden } : undefined;
}

/** The part of a mask in front of the people: without them and without what stands beside them, such as a lamp. */
export function inFrontOf(people: Plane, mask: Plane): Plane {
  const { width, height } = mask;
  const where = resizePlane(people, width, height);
  const kept = overlap(mask, inverted(where));
  const lowest = Math.floor(where.values.findLastIndex(isSet) / width);
  for (const part of connectedParts(kept, (value) => value > 0)) {
    if (part.every((i) => Math.floor(i / width) < lowest)) clear(kept, part);
  }
  return kept;
}

/**
 * Least length, as a share of the picture's width, along which a mask ends at the people's lower end, or at the upper
 * edge of the picture below them, if it was cut through there.
 */
const LEAST_CUT = 0.1;

/** Whether the erased people cut through a mask along their lower end, as they do with a table at which they sit. */
export function isCutThrough(people: Plane, mask: Plane): boolean {
  const { width, height } = mask;
  const where = resizePlane(people, width, height);
  const isAt = ({ values }: Plane, i: number) => isSet(values[i] as number);
  // The guided filter may move the edge down by a pixel or two.
  const below = Math.ceil(height * BELOW);
  let cut = 0;
  for (let i = 0; i < width * (height - below); i++)
    cut += Number(isAt(where, i) && !isAt(where, i + width) && isAt(mask, i + below * width));
  return cut > LEAST_CUT * width;
}

/** Whether the upper edge of the picture cuts off a mask; a tip that only touches it is whole. */
export function isCutOffAbove({ width, values }: Plane): boolean {
  return values.subarray(0, width).filter(isSet).length > LEAST_CUT * width;
}

/** The picture below the people; undefined if less than LEAST_BELOW of its height remains. */
export function belowPeople(people: Plane, picture: Raster): Raster | undefined {
  const top = Math.floor(people.values.findLastIndex(isSet) / people.width) + 1;
  const height = picture.height - top;
  return height > LEAST_BELOW * picture.height
    ? { ...picture, height, rgb: picture.rgb.slice(top * picture.width * 3) }
    : undefined;
}

/** The peak of each person in the people map: its pixel index in the picture, and its value, 0 to 1. */
async function middlesOfPeople(picture: Raster): Promise<{ pixel: number; sure: number }[]> {
  const map = await mapPeople(picture);
  if (!map) return [];
  const near: Plane = { ...map, values: map.values.map((value) => (value > OTHERS ? 1 : 0)) };
  return connectedParts(near, isSet).map((part) => {
    const peak = part.reduce((best, i) =>
      (map.values[i] as number) > (map.values[best] as number) ? i : best,
    );
    const x = Math.floor((((peak % map.width) + 0.5) / map.width) * picture.width);
    const y = Math.floor(((Math.floor(peak / map.width) + 0.5) / map.height) * picture.height);
    return { pixel: y * picture.width + x, sure: map.values[peak] as number };
  });
}

/**
 * The connected pixels of a mask that belong to the person around `middle`. The body is assumed to reach as far down
 * from the middle as up.
 */
function bodyAround(seen: Plane, middle: number): readonly number[] {
  const { width, height, values } = seen;
  const [x, y] = [middle % width, Math.floor(middle / width)];
  let top = y;
  while (top > 0 && isSet(values[(top - 1) * width + x] as number)) top -= 1;
  const reach = y - top;
  const bottom = y + reach * (1 - 2 * BEHIND_DISH);
  const near = {
    width,
    height,
    values: values.map((value, i) => {
      const [px, py] = [i % width, Math.floor(i / width)];
      return py <= bottom && Math.abs(px - x) < 2 * reach * HALF_WIDTH ? value : 0;
    }),
  };
  return connectedParts(near, isSet).find((part) => part.includes(middle)) ?? [];
}
