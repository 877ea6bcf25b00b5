import { blurPlane, blurRaster } from '../blur.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { coverWithOval, fitOval, isOval, joinOval } from '../plate-finder.ts';
import { convexHull, insideHull } from './favour-round.ts';
import { connectedParts, fillHoles } from './mask-parts.ts';

/** Width of the picture's border, as a share of the longer side, and least share of it that has the background's colour. */
const BORDER = 0.015;
const LEAST_PLAIN = 0.7;
/** Difference from the background's colour (CIE Lab) within the border, and of what is exactly the background. */
const PLAIN = 6;
const EXACT = 0.8;
/** Lightness of the darkest background: around tableware in the dark its glow would be taken along. */
const LEAST_LIGHT = 60;
/** Width of the seam in which both sides of an edge mix, in pixels. */
const SEAM = 2;
/** The most by which a shadow differs from the background, and the most that it fades from pixel to pixel; an edge does not fade. */
const SHADOW = { light: 40, colour: 7 };
const FADES = 1.1;
/** Parts smaller than this share of the picture are specks. */
const SPECK = 0.0002;
/**
 * What stands out has a hull larger than the food's by this factor where there is tableware (1.29 to 1.99 on twelve
 * photographs; 1.00 to 1.06 around food alone), and this share of the difference is not exactly the background.
 */
const LEAST_GROWN = 1.25;
const LEAST_OTHER = 0.75;

/**
 * The tableware around the food on a light background of one colour, with the food: a network overlooks white on white, where
 * only pieces of the rim have an edge. It is the hull of all that an edge separates from the background, without what is
 * exactly background, or the oval around that. Undefined where the background has several colours or nothing but food
 * stands on it.
 */
export function findOnPlainBackground(picture: Raster, food: Plane): Plane | undefined {
  const { width, height } = picture;
  const lab = toLab(blurRaster(picture, 0.8));
  const band = Math.max(2, Math.round(BORDER * Math.max(width, height)));
  const pixels = Array.from({ length: width * height }, (_, i) => i);
  const border = pixels.filter((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return Math.min(x, y, width - 1 - x, height - 1 - y) < band;
  });
  const colour = [0, 1, 2].map((c) => median(border.map((i) => lab[i * 3 + c] as number)));
  const offset = (i: number, c: number) => (lab[i * 3 + c] as number) - (colour[c] as number);
  const difference = (i: number) => Math.hypot(offset(i, 0), offset(i, 1), offset(i, 2));
  const plain = border.filter((i) => difference(i) < PLAIN);
  if ((colour[0] as number) < LEAST_LIGHT || plain.length < LEAST_PLAIN * border.length) return undefined;

  const isFood = (i: number) => (food.values[i] as number) > 0.5;
  const exact = Math.max(EXACT, 3 * median(plain.map(difference)));
  const background = spread(food, plain, (from, to) => {
    if (isFood(to)) return false;
    const step = Math.hypot(
      ...[0, 1, 2].map((c) => (lab[from * 3 + c] as number) - (lab[to * 3 + c] as number)),
    );
    const isShadow =
      Math.abs(offset(to, 0)) <= SHADOW.light && Math.hypot(offset(to, 1), offset(to, 2)) <= SHADOW.colour;
    return isShadow && (step <= FADES || difference(to) <= 2 * exact);
  });
  for (let i = 0; i < background.values.length; i++)
    background.values[i] = 1 - (background.values[i] as number);
  const standing = connectedParts(background, (value) => value > 0.5).filter(
    (part) => part.length >= SPECK * width * height,
  );
  const point = (i: number) => ({ x: i % width, y: Math.floor(i / width) });
  const foodHull = convexHull(pixels.filter(isFood).map(point));
  const hull = convexHull(standing.flat().map(point));
  const within = pixels.filter((i) => insideHull(hull, point(i)));
  const added = within.filter((i) => !insideHull(foodHull, point(i)));
  const other = added.filter((i) => difference(i) > exact);
  const isLarger = within.length > LEAST_GROWN * (within.length - added.length);
  if (!isLarger || other.length < LEAST_OTHER * added.length) return undefined;

  const dish = plane(width, height);
  for (const i of within) dish.values[i] = 1;
  const outside = pixels.filter((i) => dish.values[i] === 0);
  const beyond = spread(food, outside, (_, to) => !isFood(to) && difference(to) <= exact);
  const seam = blurPlane(beyond, SEAM).values;
  for (const i of pixels) if ((seam[i] as number) > 0.1 && !isFood(i)) dish.values[i] = 0;
  for (const part of connectedParts(dish, (value) => value > 0.5))
    if (!part.some(isFood)) for (const i of part) dish.values[i] = 0;
  fillHoles(dish);
  return isOval(dish, fitOval(dish)) ? joinOval(dish, coverWithOval(dish)) : dish;
}

/** 1 on these pixels and on all that they reach from neighbour to neighbour; as large as the mask. */
function spread(
  { width, height }: Plane,
  from: readonly number[],
  reaches: (from: number, to: number) => boolean,
): Plane {
  const reached = plane(width, height);
  const queue = [...from];
  for (const i of queue) reached.values[i] = 1;
  for (let k = 0; k < queue.length; k++) {
    const i = queue[k] as number;
    const x = i % width;
    for (const n of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (n < 0 || n >= width * height || reached.values[n] === 1 || !reaches(i, n)) continue;
      reached.values[n] = 1;
      queue.push(n);
    }
  }
  return reached;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
