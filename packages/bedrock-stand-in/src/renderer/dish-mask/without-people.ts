import { locatePeople, type Person } from '#src/seeing/find-people.ts';
import { type Plane, type Raster, smoothstep, toLab } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
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
  shrink,
} from './mask-parts.ts';
import { settle } from './min-cut.ts';
import { findPatches } from './patches.ts';
import { findSalientObject } from './salient-object.ts';
import { keepSure } from './sure-food.ts';

/**
 * Hysteresis threshold of `locatePeople`: there are people if one of them is above SOMEBODY; others count from OTHERS. In
 * each of eight photographs of guests at a table, one person has 0.59 and more. Hands that hold a dish have up to 0.55,
 * but then no dish remains below them.
 */
const SOMEBODY = 0.4;
const OTHERS = 0.35;
/** Longer side of the copy on which bodies are separated from the dish, and size of its superpixels, in pixels. */
const CUT_SIDE = 256;
const CUT_PITCH = 7;
/** Upper share of a person's box that is no dish. */
const BODY = 0.6;
/** Least share of the picture that a dish must cover after the people are erased. An arm that is left has 0.05. */
const LEAST_DISH = 0.06;
/** Width of the strip around a person that is erased as well, as a share of the longer side. */
const AROUND = 0.02;

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
  const people = await locatePeople(picture, OTHERS);
  if (!people.some(({ sure }) => sure > SOMEBODY)) return undefined;
  const bodies = bodiesIn(picture, seen, people);
  if (!bodies.values.some(isSet)) return undefined;
  const reach = AROUND * Math.max(picture.width, picture.height);
  const hidden = grow(bodies, reach);
  // Narrow strips, such as the edge of a sleeve, go with the body; the edge of the dish stays.
  const inFront = grow(shrink(overlap(seen, inverted(bodies)), reach), reach);
  for (const i of pixelsOf(overlap(inFront, seen))) hidden.values[i] = 0;
  const erased = erase(picture, hidden);
  const salient = await findSalientObject(erased, { mirrored: true });
  if (!salient) return undefined;
  salient.values = salient.values.map((value, i) => (isSet(hidden.values[i] as number) ? 0 : value));
  const dish = keepSure(salient);
  const isInFront = meanRow(pixelsOf(dish), picture.width) > meanRow(pixelsOf(bodies), picture.width);
  return share(dish) > LEAST_DISH && isInFront ? { picture: erased, salient, people: hidden } : undefined;
}

/**
 * The part of a mask in front of the people: without them and without what stands beside their upper half, such as a
 * lamp.
 */
export function inFrontOf(people: Plane, mask: Plane): Plane {
  const { width, height } = mask;
  const where = resizePlane(people, width, height);
  const kept = overlap(mask, inverted(where));
  const middle = meanRow(pixelsOf(where), width);
  for (const part of connectedParts(kept, (value) => value > 0)) {
    if (part.every((i) => Math.floor(i / width) < middle)) clear(kept, part);
  }
  return kept;
}

/**
 * Mask of the people's bodies within a mask of people and dish. In the lower part of a person's box, where a dish may
 * stand in front, a minimum cut between the colours of the body above and of the dish below decides.
 */
function bodiesIn(picture: Raster, seen: Plane, people: readonly Person[]): Plane {
  const size = fitWithin(picture.width, picture.height, CUT_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const mask = resizePlane(seen, size.width, size.height);
  const scale = size.width / picture.width;
  const { labels, patches, links } = findPatches(toLab(small), small, CUT_PITCH);
  for (const patch of patches) {
    // Patches hold shares of the sides, from -0.5 to 0.5.
    const [x, y] = [(patch.x + 0.5) * size.width, (patch.y + 0.5) * size.height];
    const isIn = isSet(mask.values[Math.floor(y) * size.width + Math.floor(x)] ?? 0);
    const depths = people
      .filter(({ left, right, top }) => x >= left * scale && x <= right * scale && y >= top * scale)
      .map(({ top, bottom }) => (y - top * scale) / ((bottom - top) * scale));
    const depth = depths.length > 0 ? Math.min(...depths) : 1;
    patch.guess = isIn ? smoothstep(BODY, 1, depth) : 0.5;
    if (isIn) patch.fixed = depth < BODY ? 0 : depth >= 1 ? 1 : undefined;
  }
  const dish = settle(
    patches,
    links,
    patches.map((patch) => patch.fixed ?? patch.guess),
  );
  const bodies: Plane = {
    ...size,
    values: Float32Array.from(labels, (label, i) =>
      isSet(mask.values[i] as number) ? 1 - (dish[label] as number) : 0,
    ),
  };
  return resizePlane(bodies, picture.width, picture.height);
}
