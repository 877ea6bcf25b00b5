import { locatePeople, type Person } from '#src/seeing/find-people.ts';
import { type Plane, type Raster, smoothstep, toLab } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
import { doubtIn } from './doubt.ts';
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
 * Hysteresis threshold of `locatePeople`: there are people if one of them is above SOMEBODY; others count from OTHERS.
 * In each of ten photographs of guests at a table, one person has 0.41 and more. Hands that hold a dish have up to 0.67,
 * but then no dish remains below them.
 */
const SOMEBODY = 0.37;
const OTHERS = 0.35;
/** Longer side of the copy on which bodies are separated from the dish, and size of its superpixels, in pixels. */
const CUT_SIDE = 256;
const CUT_PITCH = 7;
/** Upper share of a person's box that is no dish. */
const BODY = 0.6;
/** First guess, 0 to 1, that the lower end of a box is dish. With 1, a coat without a dish before it counts as dish. */
const MOST_DISH = 0.7;
/** Depth below the top of a box, as a share of its height, from which on nothing is a person. */
const TABLE = 1.06;
/** Width beside a box, as a share of its own, in which there may be an arm. */
const WIDER = 0.3;
/** Least share of the picture that a dish must cover after the people are erased. An arm that is left has 0.05. */
const LEAST_DISH = 0.06;
/**
 * Doubt (`doubtIn`) of what remains, above which it is no dish: splints of bamboo beside the hand that holds them have
 * 1.27, dishes before guests up to 0.77.
 */
const MOST_DOUBT = 1;
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
  const isDish = share(dish) > LEAST_DISH && doubtIn(salient) < MOST_DOUBT;
  return isDish && isInFront ? { picture: erased, salient, people: hidden } : undefined;
}

/**
 * The part of a mask in front of the people: without them and without what stands to the left or right of all of them,
 * such as a lamp. Above their lower end, only what the network saw in its first pass without them (`first`) belongs to
 * the dish; a later pass may add the room.
 */
export function inFrontOf(people: Plane, mask: Plane, first: Plane): Plane {
  const { width, height } = mask;
  const where = resizePlane(people, width, height);
  const seen = resizePlane(grow(first, AROUND * Math.max(first.width, first.height)), width, height);
  const lowest = Math.floor(where.values.findLastIndex(isSet) / width);
  const kept = overlap(mask, inverted(where));
  kept.values = kept.values.map((value, i) =>
    i < lowest * width && !isSet(seen.values[i] as number) ? 0 : value,
  );
  const columns = pixelsOf(where).map((i) => i % width);
  const left = columns.reduce((a, b) => Math.min(a, b), width);
  const right = columns.reduce((a, b) => Math.max(a, b), 0);
  for (const part of connectedParts(kept, (value) => value > 0)) {
    const middle = part.reduce((sum, i) => sum + (i % width), 0) / part.length;
    const isAbove = part.every((i) => Math.floor(i / width) < lowest);
    if (isAbove && (middle < left || middle > right)) clear(kept, part);
  }
  return kept;
}

/**
 * Mask of the people's bodies within a mask of people and dish. In the lower part of a person's box, where a dish may
 * stand in front, a minimum cut between the colours of the body above and of the dish below decides.
 */
export function bodiesIn(picture: Raster, seen: Plane, people: readonly Person[]): Plane {
  const size = fitWithin(picture.width, picture.height, CUT_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const mask = resizePlane(seen, size.width, size.height);
  const scale = size.width / picture.width;
  const { labels, patches, links } = findPatches(toLab(small), small, CUT_PITCH);
  for (const patch of patches) {
    // Patches hold shares of the sides, from -0.5 to 0.5.
    const [x, y] = [(patch.x + 0.5) * picture.width, (patch.y + 0.5) * picture.height];
    if (!isSet(mask.values[Math.floor(y * scale) * size.width + Math.floor(x * scale)] ?? 0)) {
      patch.guess = 0.5;
      continue;
    }
    const near = people.filter(({ left, right }) => {
      const wider = WIDER * (right - left);
      return x > left - wider && x < right + wider;
    });
    const inBox = near.filter(({ left, right }) => x > left && x < right);
    const depthIn = (boxes: Person[]) =>
      Math.min(...boxes.map(({ top, bottom }) => (y - top) / (bottom - top)));
    const depth = depthIn(inBox);
    patch.guess = inBox.length > 0 ? MOST_DISH * smoothstep(BODY, 1, depth) : 0.5;
    if (depth < BODY) patch.fixed = 0;
    else if (depthIn(near) > TABLE) patch.fixed = 1;
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
