import { type Plane, type Raster, toLab } from '../pixels.ts';
import { erase } from './erase.ts';
import { meanDetail } from './fills-frame.ts';
import { foodOnPlate, PALE } from './food-on-plate.ts';
import { connectedParts, grow, inverted, isSet, join, pixelsOf, shrink } from './mask-parts.ts';
import { median } from './plain-background.ts';
import { findSalientObject } from './salient-object.ts';

/** Probability above which a pixel is food and not plate. */
const SURE_FOOD = 0.85;
/**
 * Least share of a plain plate that has its median colour. Four plates have 0.84 and more; other areas of which the
 * network was less sure have at most 0.73.
 */
const PLAIN_PLATE = 0.8;
/** Width of the plate's rim that is erased together with the surroundings, as a share of the longer side. */
const PLATE_RIM = 0.03;
/**
 * MOST_PLATE_DETAIL: greatest detail of a plate, as a multiple of its food's, that the second pass may separate from
 * its food: three plates have 0.19 and less, soup and tortillas 0.35 and more. PLATE_EDGE: width of the edge where
 * detail is not measured, as a share of the longer side.
 */
const MOST_PLATE_DETAIL = 0.3;
const PLATE_EDGE = 0.006;
/** A small hole in the food belongs to the food if it is darker than the plate by more than this (L of CIE Lab). */
const HOLE_DARKER = 5;
/**
 * Share of the picture. A smaller hole in the food may be filled; if a piece of food larger than this would be lost,
 * the plate is not separated.
 */
const LEAST_PART = 0.01;

interface SeenOnPlate {
  /** The network's probability, for each pixel, that it belongs to the salient object. */
  salient: Plane;
  /** Masks of the food, and of the dish with its plate, as found so far. */
  food: Plane;
  dish: Plane;
}

/**
 * Separates the food of a dish from its plain plate. If the network is as sure of a pale plate as of its food, it is
 * run again on the dish with surroundings in the plate's own colour, against which only the food stands out. Undefined
 * if the two cannot be separated.
 */
export async function findFoodOfDish(small: Raster, seen: SeenOnPlate): Promise<Plane | undefined> {
  const parted = partFromPlate(small, seen);
  if (parted) return parted.food;
  const within = shrink(seen.dish, PLATE_RIM * Math.max(small.width, small.height));
  const salient = await findSalientObject(erase(small, inverted(within)), { mirrored: true });
  const second = salient && partFromPlate(small, { ...seen, salient });
  return second && second.light > PALE && second.detail < MOST_PLATE_DETAIL ? second.food : undefined;
}

/**
 * Separates the food from a plain plate where the network was surer of the food than of the plate.
 *
 * @returns The food, the plate's median lightness (L of CIE Lab), and the plate's detail as a multiple of the food's;
 * undefined if the two cannot be separated.
 */
export function partFromPlate(
  small: Raster,
  { salient, food, dish }: SeenOnPlate,
): { food: Plane; light: number; detail: number } | undefined {
  const core = {
    ...salient,
    values: salient.values.map((value, i) => (value > SURE_FOOD ? (dish.values[i] as number) : 0)),
  };
  const pieces = foodOnPlate(small, core, dish);
  if (!pieces || pieces.plain < PLAIN_PLATE) return undefined;
  const parted = join(core, pieces.found);
  const lab = toLab(small);
  const least = LEAST_PART * parted.values.length;
  for (const hole of connectedParts(inverted(parted), isSet)) {
    const light = median(hole.map((i) => lab[i * 3] as number));
    // A small hole that is darker than the plate is a shaded gap between pieces of food.
    if (hole.length < least && light < pieces.light - HOLE_DARKER) for (const i of hole) parted.values[i] = 1;
  }
  const lost = {
    ...food,
    values: food.values.map((value, i) =>
      isSet(value) && !isSet(parted.values[i] as number) && pieces.isFood(i) ? 1 : 0,
    ),
  };
  if (connectedParts(lost, isSet).some((part) => part.length > least)) return undefined;
  const edgeWidth = PLATE_EDGE * Math.max(small.width, small.height);
  const cores = shrink(lost, edgeWidth);
  // A piece of food with a lower probability, such as a stalk of celery, is added. A strip as thin as the food's soft
  // edge is not.
  for (const part of connectedParts(lost, isSet)) {
    if (part.some((i) => isSet(cores.values[i] as number))) for (const i of part) parted.values[i] = 1;
  }
  const edge = grow(parted, edgeWidth);
  const bare = shrink(
    { ...dish, values: dish.values.map((value, i) => (isSet(edge.values[i] as number) ? 0 : value)) },
    edgeWidth,
  );
  const detail = meanDetail(lab, small, pixelsOf(bare)) / meanDetail(lab, small, pixelsOf(parted));
  return { food: parted, light: pieces.light, detail };
}
