import { blurPlane, blurRaster } from '../blur.ts';
import { coverWithOval, fitOval, isOval, joinOval } from '../oval.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { convexHull, insideHull } from './favour-round.ts';
import { connectedParts, fillHoles, isSet } from './mask-parts.ts';

/**
 * Width of the picture's border, as a share of the longer side, and least share of it that has the background's colour.
 */
const BORDER = 0.015;
const LEAST_PLAIN = 0.7;
/**
 * Greatest difference from the background's colour (CIE Lab): within the border, and of pixels that are exactly
 * background.
 */
const PLAIN = 6;
const EXACT = 0.8;
/**
 * Least lightness (L of CIE Lab) of the background. Around tableware on a dark one, its glow would become part of the
 * mask.
 */
const LEAST_LIGHT = 60;
/** Width of the strip in which both sides of an edge mix, in pixels. */
const SEAM = 2;
/**
 * Greatest difference of a shadow from the background (CIE Lab), and greatest fading from pixel to pixel; an edge is
 * steeper.
 */
const SHADOW = { light: 40, colour: 7 };
const FADES = 1.1;
/** Parts smaller than this share of the picture are specks. */
const SPECK = 0.0002;
/**
 * There is tableware if the hull of what stands out is larger than the food's by LEAST_GROWN (1.29 to 1.99 on twelve
 * photographs with tableware; 1.00 to 1.06 around food alone), and this share of the added area is not exactly
 * background.
 */
const LEAST_GROWN = 1.25;
const LEAST_OTHER = 0.75;

/** A picture's background of one colour. */
interface Background {
  readonly lab: Float32Array;
  /** Indices of the pixels of the picture's border that have its colour. */
  readonly border: readonly number[];
  /** Up to this difference (CIE Lab) a pixel is exactly background. */
  readonly exact: number;
  /** How a pixel's lightness and its two colours differ (CIE Lab). */
  readonly offsets: (pixel: number) => readonly [light: number, a: number, b: number];
}

/**
 * Mask of the food and the tableware around it on a light background of one colour. The network overlooks white
 * tableware on white, where only pieces of the rim have an edge. The mask is the convex hull of all that an edge
 * separates from the background, without pixels that are exactly background, or the ellipse around that. Undefined if
 * the background has several colours, or if only food stands on it.
 */
export function findOnPlainBackground(picture: Raster, food: Plane): Plane | undefined {
  const { width, height } = picture;
  const background = readBackground(picture);
  if (!background) return undefined;
  const { exact, offsets } = background;
  const isExact = (i: number) => Math.hypot(...offsets(i)) <= exact;
  const isFood = (i: number) => isSet(food.values[i] as number);
  const point = (i: number) => ({ x: i % width, y: Math.floor(i / width) });
  const pixels = Array.from({ length: width * height }, (_, i) => i);
  const foodHull = convexHull(pixels.filter(isFood).map(point));
  const hull = convexHull(standingOn(background, food).map(point));
  const within = pixels.filter((i) => insideHull(hull, point(i)));
  const added = within.filter((i) => !insideHull(foodHull, point(i)));
  const other = added.filter((i) => !isExact(i));
  const isLarger = within.length > LEAST_GROWN * (within.length - added.length);
  if (!isLarger || other.length < LEAST_OTHER * added.length) return undefined;

  const dish = plane(width, height);
  for (const i of within) dish.values[i] = 1;
  const outside = pixels.filter((i) => dish.values[i] === 0);
  const seam = blurPlane(
    spread(food, outside, (_, to) => !isFood(to) && isExact(to)),
    SEAM,
  );
  for (const i of pixels) if ((seam.values[i] as number) > 0.1 && !isFood(i)) dish.values[i] = 0;
  for (const part of connectedParts(dish, isSet)) {
    if (!part.some(isFood)) for (const i of part) dish.values[i] = 0;
  }
  fillHoles(dish);
  return isOval(dish, fitOval(dish)) ? joinOval(dish, coverWithOval(dish)) : dish;
}

/** Reads the background from the picture's border; undefined if the border is dark or has several colours. */
function readBackground(picture: Raster): Background | undefined {
  const { width, height } = picture;
  const lab = toLab(blurRaster(picture, 0.8));
  const band = Math.max(2, Math.round(BORDER * Math.max(width, height)));
  const border: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < band) border.push(y * width + x);
  const [light = 0, a = 0, b = 0] = [0, 1, 2].map((c) => median(border.map((i) => lab[i * 3 + c] as number)));
  const offsets = (i: number) =>
    [(lab[i * 3] as number) - light, (lab[i * 3 + 1] as number) - a, (lab[i * 3 + 2] as number) - b] as const;
  const difference = (i: number) => Math.hypot(...offsets(i));
  const plain = border.filter((i) => difference(i) < PLAIN);
  if (light < LEAST_LIGHT || plain.length < LEAST_PLAIN * border.length) return undefined;
  return { lab, border: plain, exact: Math.max(EXACT, 3 * median(plain.map(difference))), offsets };
}

/** Pixels of the food and of all that an edge separates from the background. Shadows count as background. */
function standingOn({ lab, border, exact, offsets }: Background, food: Plane): number[] {
  const background = spread(food, border, (from, to) => {
    if (isSet(food.values[to] as number)) return false;
    const [light, a, b] = offsets(to);
    if (Math.abs(light) > SHADOW.light || Math.hypot(a, b) > SHADOW.colour) return false;
    const step = [0, 1, 2].map((c) => (lab[from * 3 + c] as number) - (lab[to * 3 + c] as number));
    return Math.hypot(...step) <= FADES || Math.hypot(light, a, b) <= 2 * exact;
  });
  return connectedParts(background, (value) => !isSet(value))
    .filter((part) => part.length >= SPECK * food.values.length)
    .flat();
}

/** Flood fill from these pixels to all neighbours that they reach; returns a mask of 1 and 0. */
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

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
