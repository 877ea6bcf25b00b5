import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { connectedParts, grow, isSet, shrink, spread } from './mask-parts.ts';
import { median } from './plain-background.ts';

/** Difference of colour (a and b of CIE Lab) from which a pixel of a plate is food. Shadows and reflections differ less. */
const LEAST_COLOUR = 16;
/** Light of a pale plate (L of CIE Lab), and how much darker food on it is than its deepest shadows. */
export const PALE = 60;
const DARKER = 45;
/**
 * A plate is judged if its own colour is at most this strong, and if this share of it differs from that by less than NEAR;
 * in the light of a lamp, which colours everything, if nearly all of it is alike.
 */
const MOST_CHROMA = 15;
const NEAR = 10;
const LEAST_PLAIN = 0.5;
const LEAST_ALIKE = 0.85;
/** Shares of the picture: of the plate beside the food, of food that touches the rest, and of food that lies apart. */
const LEAST_BARE = 0.02;
const LEAST_BESIDE = 0.004;
const LEAST_APART = 0.009;
/** The last two, on a plate of which nearly all is alike. */
const LEAST_PIECE = 0.001;
/** Longest side, as a share of the picture's, of a piece that may lie at the rim of such a plate: a line on it is longer. */
const PIECE = 0.08;
/** Shares of a part: farther than STRIP from its outline, and farther than INNER_RIM from the plate's. */
const LEAST_CORE = 0.15;
const LEAST_INNER = 0.7;
/** More patches than these are a pattern of the plate. */
const MOST_PATCHES = 10;
/** Widths as shares of the longer side: of the rim, where nothing counts, and beyond which most of a part lies. */
const RIM = 0.03;
const INNER_RIM = 0.055;
/** The same: of gaps between leaves that are closed, of strips that are no part, and of the soft edge of the food. */
const GAP = 0.005;
const STRIP = 0.008;
const EDGE = 0.01;

export interface FoodOnPlate {
  found: Plane;
  /** Share of the plate that has its colour. */
  plain: number;
  /** Light of the plate (L of CIE Lab). */
  light: number;
  /** Whether a pixel of the dish, well within its outline, has another colour than the plate. */
  isFood: (i: number) => boolean;
}

/**
 * Food on a plain plate that a network took for plate: the broccoli around the chicken, a slice of lemon. It is told by its
 * colour; undefined of a colourful or patterned plate. The looks with a new plate keep the food alone.
 */
export function foodOnPlate(picture: Raster, food: Plane, dish: Plane): FoodOnPlate | undefined {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const found = plane(width, height);
  const lab = toLab(picture);
  const near = grow(food, EDGE * longer);
  const bare = [...dish.values.keys()].filter(
    (i) => isSet(dish.values[i] as number) && !isSet(near.values[i] as number),
  );
  if (bare.length < LEAST_BARE * width * height) return undefined;
  const [light = 0, a = 0, b = 0] = [0, 1, 2].map((c) => median(bare.map((i) => lab[i * 3 + c] as number)));
  const colourStep = (i: number) =>
    Math.hypot((lab[i * 3 + 1] as number) - a, (lab[i * 3 + 2] as number) - b);
  const plain = bare.filter((i) => colourStep(i) < NEAR).length / bare.length;
  if (plain < (Math.hypot(a, b) > MOST_CHROMA ? LEAST_ALIKE : LEAST_PLAIN)) return undefined;

  const within = shrink(dish, RIM * longer);
  const isFood = (i: number) =>
    isSet(within.values[i] as number) &&
    (colourStep(i) > LEAST_COLOUR || (light > PALE && (lab[i * 3] as number) < light - DARKER));
  const closed = spread(
    { ...food, values: food.values.map((value, i) => Number(!isSet(value) && isFood(i))) },
    2 * GAP * longer,
    0.45,
  );
  closed.values = closed.values.map((value, i) => (isSet(food.values[i] as number) ? 0 : value));
  const cores = shrink(closed, STRIP * longer);
  const inner = shrink(dish, INNER_RIM * longer);
  const isAtFrame = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  };
  const shareIn = (mask: Plane, part: readonly number[]) =>
    part.filter((i) => isSet(mask.values[i] as number)).length / part.length;
  const isAlike = plain >= LEAST_ALIKE;
  const [leastBeside, leastApart] = isAlike ? [LEAST_PIECE, LEAST_PIECE] : [LEAST_BESIDE, LEAST_APART];
  const patches = connectedParts(closed, isSet).filter((part) => part.length > leastBeside * width * height);
  if (patches.length > MOST_PATCHES) return undefined;
  const parts = patches.filter((part) => {
    const isApart = shareIn(near, part) === 0;
    // Apart from the food and cut off by the frame, it is the table beyond the plate.
    if (isApart && (part.length < leastApart * width * height || part.some(isAtFrame))) return false;
    const isInside =
      shareIn(inner, part) > LEAST_INNER || (isAlike && extentOf(part, width) < PIECE * longer);
    return shareIn(cores, part) > LEAST_CORE && isInside;
  });
  // Where all of the plate is alike, even what lies between leaves can be told from them.
  for (const i of parts.flat()) if (!isAlike || isFood(i)) found.values[i] = 1;
  return { found, plain, light, isFood };
}

/** The longer side of a part's box, in pixels. */
function extentOf(part: readonly number[], width: number): number {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
  for (const i of part) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  return Math.max(right - left, bottom - top) + 1;
}
