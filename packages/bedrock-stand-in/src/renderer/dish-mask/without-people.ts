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
 * Value of the map of people from which somebody is there, and from which others beside them are: 0.59 and more for one
 * person of each of eight photographs of guests at their table. Hands that hold a dish have up to 0.55; then no dish is left
 * in front of them.
 */
const SOMEBODY = 0.4;
const OTHERS = 0.35;
/** Part of the height of what is seen of a person, at its lower end, that the dish in front of them may hide. */
const BEHIND_DISH = 0.15;
/** How far a person reaches to the sides of their middle, as a share of that height. */
const HALF_WIDTH = 0.75;
/** Share of the picture that is seen besides them at least, if there is a dish. */
const LEAST_DISH = 0.03;
/** Width of the strip around a person that is erased with them, as a share of the longer side. */
const AROUND = 0.02;

/** Shares of the height: of the gap under the people, and of a picture below them in which a dish may lie. */
const BELOW = 0.006;
const LEAST_BELOW = 0.25;

export interface WithoutPeople {
  picture: Raster;
  /** How sure the network is, for each pixel, that the picture without the people shows the thing to look at. */
  salient: Plane;
  /** Where the people are. */
  people: Plane;
}

/**
 * The picture without the people behind the dish. Undefined where nobody is seen, or no dish without them: somebody who holds
 * a loaf.
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

/** What of a mask lies in front of the people: not they themselves, nor what stands beside them, such as a lamp. */
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

/** Part of the picture's width along which a mask ends where the people do: it was cut through there. */
const LEAST_CUT = 0.1;

/** Whether a mask was cut through along the lower end of the people, as a table is at which they sit. */
export function isCutThrough(people: Plane, mask: Plane): boolean {
  const { width, height } = mask;
  const where = resizePlane(people, width, height);
  const isAt = ({ values }: Plane, i: number) => isSet(values[i] as number);
  // A drawn edge may begin a pixel or two lower.
  const below = Math.ceil(height * BELOW);
  let cut = 0;
  for (let i = 0; i < width * (height - below); i++)
    cut += Number(isAt(where, i) && !isAt(where, i + width) && isAt(mask, i + below * width));
  return cut > LEAST_CUT * width;
}

/** The picture below the people; undefined where hardly anything is left of it. */
export function belowPeople(people: Plane, picture: Raster): Raster | undefined {
  const top = Math.floor(people.values.findLastIndex(isSet) / people.width) + 1;
  const height = picture.height - top;
  return height > LEAST_BELOW * picture.height
    ? { ...picture, height, rgb: picture.rgb.slice(top * picture.width * 3) }
    : undefined;
}

/** The middle of each person: its pixel in the picture, and how surely somebody is there. */
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

/** The pixels of a mask around the middle of a person that are theirs: as far down as their head is up. */
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
