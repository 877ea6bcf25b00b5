import { inside, type Mask } from '#shared/domain/dish-place.ts';

/** Least intersection over union of the mask and its fitted ellipse. Tuned on 258 photographs. */
const leastLikeness = 0.97;
/** Height divided by width of the ellipse: a rounder one shows no angle, a flatter one is seldom a round plate. */
const heights = { least: 0.4, most: 0.85 };
/** Degrees. A smaller angle does not disturb; a larger one is an oval plate that was placed at an angle. */
const degrees = { least: 4, most: 20 };
/**
 * Greatest distance of the plate from the middle, as a share of the photo's width. Farther out it leans by perspective
 * alone.
 */
const mostAside = 0.15;

/**
 * By how many degrees a dish leans clockwise because the camera was rotated. In a level photo, a round plate or bowl is
 * an ellipse whose long axis is horizontal. Undefined if the mask is not such an ellipse, or is nearly level.
 */
export function leanOf(mask: Mask): number | undefined {
  const { data, width, height } = mask;
  const sum = { n: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < inside) continue;
      sum.n += 1;
      sum.x += x;
      sum.y += y;
      sum.xx += x * x;
      sum.xy += x * y;
      sum.yy += y * y;
    }
  if (sum.n === 0) return undefined;
  const [x, y] = [sum.x / sum.n, sum.y / sum.n];
  const xx = sum.xx / sum.n - x * x;
  const xy = sum.xy / sum.n - x * y;
  const yy = sum.yy / sum.n - y * y;
  const half = Math.hypot((xx - yy) / 2, xy);
  // The variance along an axis of a filled ellipse is a quarter of the squared radius.
  const [long, short] = [half, -half].map((part) => 2 * Math.sqrt(Math.max(0, (xx + yy) / 2 + part)));
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const lean = (angle * 180) / Math.PI;
  if (!long || !short || short < long * heights.least || short > long * heights.most) return undefined;
  if (Math.abs(lean) < degrees.least || Math.abs(lean) > degrees.most) return undefined;
  if (Math.abs(x - width / 2) > width * mostAside) return undefined;
  const ellipse = { x, y, long, short, cos: Math.cos(angle), sin: Math.sin(angle) };
  return likeness(mask, ellipse) >= leastLikeness ? Math.round(lean * 2) / 2 : undefined;
}

interface Ellipse {
  readonly x: number;
  readonly y: number;
  /** Radii in pixels. */
  readonly long: number;
  readonly short: number;
  /** Cosine and sine of the angle of the long radius. */
  readonly cos: number;
  readonly sin: number;
}

/** Intersection over union of mask and ellipse. */
function likeness({ data, width, height }: Mask, { x, y, long, short, cos, sin }: Ellipse): number {
  let both = 0;
  let either = 0;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [across, down] = [column - x, row - y];
      const along = (across * cos + down * sin) / long;
      const aside = (down * cos - across * sin) / short;
      const isInEllipse = along * along + aside * aside <= 1;
      const isDish = (data[row * width + column] ?? 0) >= inside;
      if (isInEllipse && isDish) both += 1;
      if (isInEllipse || isDish) either += 1;
    }
  return both / either;
}
