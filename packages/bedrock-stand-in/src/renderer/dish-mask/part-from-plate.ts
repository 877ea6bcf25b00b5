import { type Plane, type Raster, toLab } from '../pixels.ts';
import { erase } from './erase.ts';
import { meanDetail } from './fills-frame.ts';
import { foodOnPlate, PALE } from './food-on-plate.ts';
import { connectedParts, grow, inverted, isSet, join, pixelsOf, shrink } from './mask-parts.ts';
import { median } from './plain-background.ts';
import { findSalientObject } from './salient-object.ts';

/** Probability above which the network tells food from its plate. */
const SURE_FOOD = 0.85;
/** Share of a plain plate that has its colour: 0.84 and more of four; at most 0.73 of what else the network was less sure of. */
const PLAIN_PLATE = 0.8;
/** Width of the plate's rim that is erased with the photo around it, as a share of the longer side. */
const PLATE_RIM = 0.03;
/**
 * Detail of a plate that such a second look may part, as a multiple of its food's, and the width of the edge at which it is
 * not measured, as a share of the longer side: 0.19 and less of three plates, 0.35 and more of soup and of tortillas.
 */
const MOST_PLATE_DETAIL = 0.3;
const PLATE_EDGE = 0.006;
/** How much darker than the plate (L of CIE Lab) a small hole in the food is that belongs to the food. */
const HOLE_DARKER = 5;
/** Share of the picture of a piece that no plate is parted without, and that a hole in the food is smaller than. */
const LEAST_PART = 0.01;

interface SeenOnPlate {
  /** How sure the network is, for each pixel, that it shows the thing to look at. */
  salient: Plane;
  /** The food and the dish with its plate, as found so far. */
  food: Plane;
  dish: Plane;
}

/**
 * The food of a dish on a plain plate; undefined where that cannot be told. A network that is as sure of a pale plate as of
 * its food is asked again about the dish on a ground of the plate's own colour, on which only the food stands out.
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
 * The food of a dish, where its plate is plain and the network was surer of the food; undefined where that cannot be told.
 * With it come the light of the plate (L of CIE Lab) and its detail, as a multiple of the food's.
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
    // What is darker than the plate and small lies between pieces of food.
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
  // A piece of food that was seen less surely is added, such as a stalk of celery; the soft edge of the food is not.
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
