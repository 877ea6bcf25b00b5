import { blurPlane, blurRaster } from '../blur.ts';
import { type Plane, type Raster, toLab } from '../pixels.ts';
import { isSet, share } from './mask-parts.ts';

/** Share of a bowl in which its food was seen: 0.72 and more; of a plate 0.65 and less. */
export const LEAST_IN_BOWL = 0.68;

/**
 * A step of colour (CIE Lab) over twice this many pixels is an edge. Food on a plate has none along 0.03 of its outline, food
 * that was seen with a part of its bowl along 0.07 to 0.14.
 */
const LEAST_EDGE = 8;
const EDGE_REACH = 4;
const MOST_EDGELESS = 0.06;

/**
 * Whether the plate is the wall of a bowl that the food fills, and the food was seen with some of that wall: then no edge
 * separates the two along part of the food's outline.
 */
export function isWallOfBowl(picture: Raster, food: Plane, plate: Plane): boolean {
  if (share(food) < LEAST_IN_BOWL * share(plate)) return false;
  const { width, height } = picture;
  const lab = toLab(blurRaster(picture, 1));
  const soft = blurPlane(food, EDGE_REACH / 2).values;
  let [outline, edgeless] = [1e-6, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const isOutline =
        isSet(food.values[i] as number) &&
        [i - 1, i + 1, i - width, i + width].some((near) => !isSet(food.values[near] as number));
      if (!isOutline) continue;
      const inwards = Math.atan2(
        (soft[i + width] as number) - (soft[i - width] as number),
        (soft[i + 1] as number) - (soft[i - 1] as number),
      );
      const at = (by: number) => {
        const [px, py] = [Math.round(x + Math.cos(inwards) * by), Math.round(y + Math.sin(inwards) * by)];
        return px < 0 || py < 0 || px >= width || py >= height ? i : py * width + px;
      };
      const [within, beyond] = [at(EDGE_REACH), at(-EDGE_REACH)];
      if (!isSet(plate.values[beyond] as number) || isSet(food.values[beyond] as number)) continue;
      outline += 1;
      const step = [0, 1, 2].map((c) => (lab[within * 3 + c] as number) - (lab[beyond * 3 + c] as number));
      if (Math.hypot(...step) < LEAST_EDGE) edgeless += 1;
    }
  }
  return edgeless / outline > MOST_EDGELESS;
}
