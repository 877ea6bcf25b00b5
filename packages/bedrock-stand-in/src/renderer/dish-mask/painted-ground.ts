import { blurPlane } from '../blur.ts';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { connectedParts, grow, isSet } from './mask-parts.ts';

/** Middle grey, with which applications cover what a model must not see. */
const GREY = 128 / 255;
/**
 * Greatest difference in any channel within the paint, and in the seam beside it, where JPEG and a soft edge mix the
 * paint with the dish.
 */
const SAME = 1.5 / 255;
const MIXED = 16 / 255;
/** Width of that seam, as a share of the longer side. */
const SEAM = 0.014;
/** Least area of one painted part and of all parts together, as shares of the picture. */
const LEAST_PART = 0.002;
const LEAST_PAINTED = 0.02;

/**
 * Mask of the area around a dish that an application has painted in middle grey, so that a model sees only the dish: 1
 * there, 0 on the dish. Undefined for photographs, in which neighbouring pixels hardly ever have exactly one colour.
 */
export function findPaintedGround(picture: Raster): Plane | undefined {
  const { width, height, rgb } = picture;
  const isWithin = (i: number, most: number) =>
    [0, 1, 2].every((c) => Math.abs((rgb[i * 3 + c] as number) - GREY) <= most);
  const painted = plane(width, height);
  painted.values = painted.values.map((_, i) => (isWithin(i, SAME) ? 1 : 0));
  let count = 0;
  for (const part of connectedParts(painted, isSet)) {
    if (part.length < LEAST_PART * painted.values.length) for (const i of part) painted.values[i] = 0;
    else count += part.length;
  }
  if (count < LEAST_PAINTED * painted.values.length) return undefined;
  const beside = grow(painted, SEAM * Math.max(width, height));
  const ground = beside.values.map((value, i) => (isSet(value) && isWithin(i, MIXED) ? 1 : 0));
  return blurPlane({ ...painted, values: ground }, 1);
}
