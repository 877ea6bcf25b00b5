import { blurPlane, blurRaster } from '../blur.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { connectedParts, grow, isSet, share } from './mask-parts.ts';

/** Share of a dish covered by food from which it counts as a bowl: 0.72 and more in bowls, 0.65 and less on plates. */
export const LEAST_IN_BOWL = 0.68;

/**
 * Least colour difference (CIE Lab) across an edge, between the pixels at a distance of EDGE_REACH on both sides of it.
 */
const LEAST_EDGE = 8;
const EDGE_REACH = 4;
/**
 * Greatest share of the food's outline on its plate without such an edge. Tuned on 36 plates. In a bowl full of food
 * the share is 0.03, and 0.07 to 0.14 if a part of the bowl's wall was seen as food. On plates it is up to 0.16, and
 * 0.36 or more if the food casts its colour on the plate.
 */
const MOST_EDGELESS_IN_BOWL = 0.06;
const MOST_EDGELESS = 0.25;
/**
 * Greatest length of a run of such outline, as a share of the longer side, and the gaps in it that are closed. Of 17
 * plates, the longest run is 0.06 where the food was seen whole, 0.11 around a dip that has the colour of its plate, and
 * 0.13 where the mask cut the ends off rolls.
 */
const LONGEST_RUN = 0.12;
const GAP = 0.012;

/**
 * Whether the food mask contains a part of the bowl or plate, or has lost a part of the food to it: then too much of its
 * outline has no edge, or a long run of it.
 */
export function hasPartOfPlate(picture: Raster, food: Plane, plate: Plane): boolean {
  const most = share(food) < LEAST_IN_BOWL * share(plate) ? MOST_EDGELESS : MOST_EDGELESS_IN_BOWL;
  const { width, height } = picture;
  const lab = toLab(blurRaster(picture, 1));
  const soft = blurPlane(food, EDGE_REACH / 2).values;
  const edgeless = plane(width, height);
  let outline = 1e-6;
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
      if (Math.hypot(...step) < LEAST_EDGE) edgeless.values[i] = 1;
    }
  }
  const all = edgeless.values.reduce((sum, value) => sum + value, 0);
  const longest = LONGEST_RUN * Math.max(width, height);
  if (all / outline > most || all <= longest) return all / outline > most;
  const runs = connectedParts(grow(edgeless, GAP * Math.max(width, height)), isSet);
  return runs.some((run) => run.filter((i) => isSet(edgeless.values[i] as number)).length > longest);
}
