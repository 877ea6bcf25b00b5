import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { connectedParts, grow, isSet, shrink, spread } from './mask-parts.ts';
import { median } from './plain-background.ts';

/**
 * Least difference from the plate's colour (a and b of CIE Lab) of a pixel of food. Shadows and reflections differ
 * less.
 */
const LEAST_COLOUR = 16;
/**
 * Lightness (L of CIE Lab) above which a plate is pale, and how much darker than a pale plate food without colour is.
 * Shadows differ less.
 */
export const PALE = 60;
const DARKER = 45;
/**
 * A plate can be judged if its median colour has at most this chroma and at least LEAST_PLAIN of it differs from the
 * median by less than NEAR (a and b of CIE Lab). With more chroma, as in the light of a warm lamp, at least LEAST_ALIKE
 * must.
 */
const MOST_CHROMA = 15;
const NEAR = 10;
const LEAST_PLAIN = 0.5;
const LEAST_ALIKE = 0.85;
/**
 * Least areas, as shares of the picture: of the bare plate, of a piece of food beside the rest, and of a piece that
 * lies apart.
 */
const LEAST_BARE = 0.02;
const LEAST_BESIDE = 0.004;
const LEAST_APART = 0.009;
/** Least area of both kinds of pieces on a plate of one colour (LEAST_ALIKE), as a share of the picture. */
const LEAST_PIECE = 0.001;
/**
 * Greatest extent, as a share of the longer side, of a piece of food at the rim of such a plate. A decorative line is
 * longer.
 */
const PIECE = 0.08;
/**
 * Least shares of a piece: farther than STRIP from its own outline, and farther than INNER_RIM from the plate's
 * outline.
 */
const LEAST_CORE = 0.15;
const LEAST_INNER = 0.7;
/** With more patches than this, the plate is patterned. */
const MOST_PATCHES = 10;
/** Widths of the plate's rim, as shares of the longer side: RIM is ignored; most of a piece lies within INNER_RIM. */
const RIM = 0.03;
const INNER_RIM = 0.055;
/**
 * Shares of the longer side: gaps between leaves that are closed, width of strips that are not food, soft edge of the
 * food.
 */
const GAP = 0.005;
const STRIP = 0.008;
const EDGE = 0.01;

export interface FoodOnPlate {
  found: Plane;
  /** Share of the bare plate that has the plate's median colour, 0 to 1. */
  plain: number;
  /** Median lightness of the plate (L of CIE Lab). */
  light: number;
  /** Whether a pixel of the dish, away from its outline, has a colour other than the plate's. */
  isFood: (i: number) => boolean;
}

/**
 * Finds pieces of food on a plain plate that the network took for plate, such as a slice of lemon, by their colour. The
 * looks with a new plate keep only the food, so they would lose these pieces. Undefined if the plate is colourful or
 * patterned, or if too little of it is bare.
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
    // A part that is apart from the food and cut off by the frame is the table beyond the plate.
    if (isApart && (part.length < leastApart * width * height || part.some(isAtFrame))) return false;
    const isInside =
      shareIn(inner, part) > LEAST_INNER || (isAlike && extentOf(part, width) < PIECE * longer);
    return shareIn(cores, part) > LEAST_CORE && isInside;
  });
  // On a plate of one colour, even the gaps between leaves can be told from the leaves.
  for (const i of parts.flat()) if (!isAlike || isFood(i)) found.values[i] = 1;
  return { found, plain, light, isFood };
}

/** The longer side of a part's bounding box, in pixels. */
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
