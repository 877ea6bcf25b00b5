import type { Plane } from '../pixels.ts';
import { connectedParts, grow, inverted, isSet, overlap, shrink } from './mask-parts.ts';
import { LEAST_CONVEX, shareOfHull } from './plate-around-food.ts';

/** Widths of the plate's rim and of the food's soft edge, which are ignored, as shares of the longer side. */
const RIM = 0.02;
const EDGE = 0.01;

/**
 * Least share of a plate's bare part that lies in one piece: 0.43 and more on 60 plates, bowls and boxes; 0.33 on a
 * round table full of dishes, of which the network had seen only the nearest as food.
 */
const LEAST_IN_ONE = 0.4;

/**
 * Least share of the food in its second-largest piece from which a dish that is not convex is several dishes: 0.16 and
 * more on four photos of several, 0.06 and less on the others. CONVEX: least share of its convex hull that one plate
 * under several pieces fills. A round plate fills nearly all of it; plates and bowls behind each other fill 0.90 to 0.92
 * on three photos.
 */
const LEAST_SECOND = 0.12;
const CONVEX = 0.95;

/**
 * Whether what lies around the food is surely one plate. If not, the food stays with it, because dishes and pieces of
 * food may be taken for plate.
 *
 * @param isSeen Whether a plate was found around the food. If not, only a convex dish may have one: pieces of food that
 * lie apart, such as biscuits on a rack, would lose what the network is less sure of.
 */
export function isCertainPlate(food: Plane, dish: Plane, isSeen: boolean): boolean {
  const [, second = 0] = shares(food);
  const isSeveral = second > LEAST_SECOND;
  if ((!isSeen || isSeveral) && shareOfHull(dish) < (isSeveral ? CONVEX : LEAST_CONVEX)) return false;
  const longer = Math.max(food.width, food.height);
  const bare = overlap(shrink(dish, RIM * longer), inverted(grow(food, EDGE * longer)));
  const [largest = 1] = shares(bare);
  return largest >= LEAST_IN_ONE;
}

/** The shares of a mask's parts in its area, the largest first. */
function shares(mask: Plane): number[] {
  const areas = connectedParts(mask, isSet).map((part) => part.length);
  const whole = areas.reduce((sum, area) => sum + area, 0);
  return areas.map((area) => area / whole).sort((a, b) => b - a);
}
