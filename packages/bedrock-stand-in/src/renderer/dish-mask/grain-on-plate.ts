import { blurPlane } from '../blur.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { meanDetail } from './fills-frame.ts';
import { PALE } from './food-on-plate.ts';
import { grow, inverted, isSet, overlap, pixelsOf, shrink } from './mask-parts.ts';
import { median } from './plain-background.ts';

/**
 * Least change of lightness (L of CIE Lab) per pixel that grains have in every direction. A rim has it in one direction
 * only.
 */
const LEAST_GRAIN = 0.7;
/** Sigma of the blur over which the change is averaged, as a share of the longer side. */
const SPREAD = 0.008;
/**
 * Widths as shares of the longer side: the plate's rim and the food's soft edge, which are ignored, and specks and
 * lines, which a morphological opening removes.
 */
const RIM = 0.03;
const EDGE = 0.01;
const SPECK = 0.012;
/** Width of the strip around the food in which grain is searched, as a share of the longer side. */
const BESIDE = 0.006;
/**
 * Least share of that strip with grain if food was taken for plate. Rice beside a curry has 0.28 and more; 45 other
 * plates, some with shadows, crumbs, lettering or a pattern, have at most 0.09.
 */
const LEAST_TOUCHED = 0.18;

/**
 * Greatest detail of a plate, divided by that of its food, and greatest share of it with more than half of the food's
 * grain. Of 51 plates three have more of both: a board with chips (1.21 and 0.73), a basket (0.61 and 0.66) and a plate
 * with a pattern. Next are a board under fries (0.55 and 0.37) and a slate under a burger (0.50 and 0.52).
 */
const MOST_DETAIL = 0.58;
const MOST_GRAINY = 0.5;

/**
 * Whether food was taken for plate: the plate is nearly as busy as its food, or a pale one is grainy beside it, as rice
 * is.
 */
export function hasGrain(picture: Raster, food: Plane, dish: Plane): boolean {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const near = grow(food, EDGE * longer);
  const bare = overlap(shrink(dish, RIM * longer), inverted(near));
  const pixels = pixelsOf(bare);
  if (pixels.length === 0) return false;
  const lab = toLab(picture);
  const eaten = pixelsOf(shrink(food, EDGE * longer));
  const isDetailed = meanDetail(lab, picture, pixels) > MOST_DETAIL * meanDetail(lab, picture, eaten);
  const grain = isDetailed ? grainOf(lab, picture) : undefined;
  if (grain) {
    const least = median(eaten.map((i) => grain[i] as number)) / 2;
    if (pixels.filter((i) => (grain[i] as number) > least).length > MOST_GRAINY * pixels.length) return true;
  }
  if (median(pixels.map((i) => lab[i * 3] as number)) < PALE) return false;
  const grains = grain ?? grainOf(lab, picture);
  const grainy = {
    ...bare,
    values: bare.values.map((value, i) =>
      isSet(value) && (lab[i * 3] as number) > PALE && (grains[i] as number) > LEAST_GRAIN ? 1 : 0,
    ),
  };
  const areas = grow(shrink(grainy, SPECK * longer), SPECK * longer);
  const beside = pixelsOf(overlap(bare, grow(near, BESIDE * longer)));
  const touched = beside.filter((i) => isSet(areas.values[i] as number));
  return touched.length > LEAST_TOUCHED * beside.length;
}

/**
 * For each pixel, the change of lightness around it in the direction in which it changes least: the square root of the
 * structure tensor's smaller eigenvalue.
 */
function grainOf(lab: Float32Array, { width, height }: Raster): Float32Array {
  const [xx, xy, yy] = [plane(width, height), plane(width, height), plane(width, height)];
  const light = (i: number) => lab[i * 3] as number;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [dx, dy] = [(light(i + 1) - light(i - 1)) / 2, (light(i + width) - light(i - width)) / 2];
      xx.values[i] = dx * dx;
      xy.values[i] = dx * dy;
      yy.values[i] = dy * dy;
    }
  }
  const [a, b, c] = [xx, xy, yy].map(
    (products) => blurPlane(products, SPREAD * Math.max(width, height)).values,
  ) as [Float32Array, Float32Array, Float32Array];
  return a.map((value, i) => {
    const [sum, difference] = [value + (c[i] as number), value - (c[i] as number)];
    return Math.sqrt(Math.max(0, (sum - Math.hypot(difference, 2 * (b[i] as number))) / 2));
  });
}
