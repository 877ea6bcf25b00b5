import { blurPlane } from '../blur.ts';
import { fitOval, isOval, joinOval } from '../oval.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { unsureBesides } from './doubt.ts';
import { ERASED, erase, STRIP } from './erase.ts';
import { convexHull, insideHull } from './favour-round.ts';
import { lookWithMargin, MARGIN } from './look-with-margin.ts';
import {
  borderShare,
  clear,
  connectedParts,
  coresOf,
  fillHoles,
  grow,
  isSet,
  meanRow,
  pixelsOf,
  share,
} from './mask-parts.ts';
import { findSalientObject } from './salient-object.ts';
import { NECK } from './sure-food.ts';

/**
 * Least share of the strip around the lower half of the food that lies on a plate: 0.77 and more on plates, 0.4 and
 * less elsewhere. The upper half is ignored: that of a tall dish lies before the wall.
 */
const LEAST_STRIP = 0.6;

/** Factor for the radii of a fitted ellipse: handles and garnish that stick out make the fit a little too large. */
const WITHIN = 0.96;

/**
 * Limits for a plate found with a margin around the photo. MOST_UNSURE: greatest share of pixels in doubt (0.10 and
 * less for seven plates, pans and trays, 0.12 and more for pieces of tables). LEAST_PLATE: least area as a multiple of
 * the food's. LEAST_CORNER: least area of an uncovered corner, as a share of the picture.
 */
const MOST_UNSURE = 0.11;
const LEAST_PLATE = 1.08;
const LEAST_CORNER = 0.002;

/** Least share of its convex hull that a plate fills if it covers much of the border. A pan on a stove fills less. */
const LEAST_ROUND = 0.97;

/**
 * A shadow is darker than the table: its lightness differs by less than SHADOW_STEP and its colour by less than
 * SHADOW_COLOUR (CIE Lab).
 */
const SHADOW_STEP = -6;
const SHADOW_COLOUR = 2;

/** Greatest share of the picture's border that a plate covers. A table covers more. */
const MOST_PLATE_BORDER = 0.45;

/**
 * Least share of a plate that its food covers, and least share of its convex hull that a plate fills. On 69 photographs
 * every plate passes one of the two or is round; a tablecloth with objects on it passes neither.
 */
const LEAST_ON_PLATE = 0.4;
export const LEAST_CONVEX = 0.9;

/**
 * If more than this share of an area without food lies above the food and the area is not round, it is the wall or the
 * smoke behind the food. Tuned on 258 photographs: 0.41 and more there, 0.19 and less for boards, pans and trays.
 */
const MOST_ABOVE = 0.3;

/**
 * A box whose lid is open is no wall: more than SURROUNDED of the strip around the food has a probability above CERTAIN
 * there. Of 118 photographs, such a box has 1 and everything else less than 0.8.
 */
const SURROUNDED = 0.95;
const CERTAIN = 0.9;

export async function findPlateAround(picture: Raster, food: Plane): Promise<Plane | undefined> {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const hidden = grow(food, ERASED * longer);
  // Not mirrored as well: shares of wide areas hardly differ in the mirrored pass.
  const seen = await findSalientObject(erase(picture, hidden), { mirrored: false });
  const [core] = coresOf(food, NECK * longer);
  if (!seen || !core) return undefined;
  const main = plane(width, height);
  for (const i of core) main.values[i] = 1;
  const strip = grow(main, (NECK + ERASED + STRIP) * longer);
  const middle = Math.floor(meanRow(core, width));
  let [around, onPlate] = [1e-6, 0];
  for (let i = middle * width; i < strip.values.length; i++) {
    if (!isSet(strip.values[i] as number) || isSet(hidden.values[i] as number)) continue;
    around += 1;
    if (isSet(seen.values[i] as number)) onPlate += 1;
  }
  if (onPlate / around < LEAST_STRIP) return undefined;
  const plate = withFood(seen, food, hidden);
  if (borderShare(plate) > MOST_PLATE_BORDER) return undefined;
  const isPlate = surrounds(seen, food, hidden) || !isSomethingElse(picture, plate, food, hidden);
  return isPlate ? fillBays(plate) : undefined;
}

/** Whether the network is certain of an object on all sides of the food. */
function surrounds(seen: Plane, food: Plane, hidden: Plane): boolean {
  const strip = grow(food, (ERASED + STRIP) * Math.max(food.width, food.height));
  const around = pixelsOf(strip).filter((i) => !isSet(hidden.values[i] as number));
  return around.filter((i) => (seen.values[i] as number) > CERTAIN).length > SURROUNDED * around.length;
}

/**
 * Finds the plate, pan or tray around the food after the food is erased and a margin is added. A plate that the frame
 * cuts off looks like a separate object only with a margin. Undefined if the network is unsure, or if it found a table.
 */
export async function findPlateInMargin(picture: Raster, food: Plane): Promise<Plane | undefined> {
  const hidden = grow(food, ERASED * Math.max(picture.width, picture.height));
  const seen = await lookWithMargin(erase(picture, hidden), MARGIN, false);
  if (unsureBesides(seen, hidden) > MOST_UNSURE) return undefined;
  const plate = withFood(seen, food, hidden);
  if (share(plate) < LEAST_PLATE * share(food)) return undefined;
  const isPlate =
    borderShare(plate) > MOST_PLATE_BORDER
      ? leavesCorners(plate)
      : !isSomethingElse(picture, plate, food, hidden);
  return isPlate ? fillBays(plate) : undefined;
}

/** Mask of the plate: what the network saw, the food, and the erased strip between the two. */
function withFood(seen: Plane, food: Plane, hidden: Plane): Plane {
  const plate: Plane = {
    ...food,
    values: food.values.map((value, i) =>
      Math.max(value, isSet(hidden.values[i] as number) ? 0 : (seen.values[i] as number)),
    ),
  };
  const near = blurPlane(plate, ERASED * Math.max(food.width, food.height) * 1.2);
  plate.values = plate.values.map((value, i) =>
    isSet(value) || (isSet(hidden.values[i] as number) && isSet(near.values[i] as number)) ? 1 : 0,
  );
  for (const part of connectedParts(plate, isSet)) {
    if (!part.some((i) => isSet(food.values[i] as number))) clear(plate, part);
  }
  fillHoles(plate);
  return plate;
}

/**
 * Whether a mask covers the picture except for two or more separate corners and has no bays: a round object that the
 * frame cuts off.
 */
export function leavesCorners(mask: Plane): boolean {
  const { width, height, values } = mask;
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  const left = connectedParts({ ...mask, values: values.map((value) => 1 - value) }, isSet)
    .filter((part) => part.length > LEAST_CORNER * values.length)
    .map((part) => corners.filter((corner) => part.includes(corner)).length);
  return left.length >= 2 && left.every((count) => count === 1) && shareOfHull(mask) > LEAST_ROUND;
}

/** Whether the area around the food is its shadow, a tablecloth, or an object behind it. */
function isSomethingElse(picture: Raster, plate: Plane, food: Plane, hidden: Plane): boolean {
  return isShadow(picture, plate, hidden) || isCloth(plate, food) || isBehindFood(plate, food);
}

/** Fills bays in the outline of a round plate or bowl, where the network overlooked a piece of the rim. */
export function fillBays(plate: Plane): Plane {
  const oval = fitOval(plate);
  if (!isOval(plate, oval)) return plate;
  return joinOval(plate, { ...oval, rx: oval.rx * WITHIN, ry: oval.ry * WITHIN });
}

/** Whether the area around the food is a tablecloth: not round, with bays in its outline, and mostly bare. */
export function isCloth(plate: Plane, food: Plane): boolean {
  if (share(food) > LEAST_ON_PLATE * share(plate) || isOval(plate, fitOval(plate))) return false;
  return shareOfHull(plate) < LEAST_CONVEX;
}

/** Share of its convex hull that a mask fills (solidity). */
export function shareOfHull({ width, values }: Plane): number {
  const pixels = [...values.keys()].filter((i) => isSet(values[i] as number));
  const hull = convexHull(pixels.map((i) => ({ x: i % width, y: Math.floor(i / width) })));
  let within = 1e-6;
  for (let i = 0; i < values.length; i++)
    if (insideHull(hull, { x: i % width, y: Math.floor(i / width) })) within += 1;
  return pixels.length / within;
}

/** Whether the area around the food stands behind it: not round, and much of it above the food. */
export function isBehindFood(plate: Plane, food: Plane): boolean {
  const first = food.values.findIndex(isSet);
  const beside = [...plate.values.keys()].filter(
    (i) => isSet(plate.values[i] as number) && !isSet(food.values[i] as number),
  );
  const above = beside.filter((i) => i < first).length;
  return above > MOST_ABOVE * beside.length && !isOval(plate, fitOval(plate));
}

/** Whether the area around the food is its shadow: darker than its surroundings, and of the same colour. */
function isShadow(picture: Raster, plate: Plane, hidden: Plane): boolean {
  const pixels = STRIP * Math.max(picture.width, picture.height);
  const outside = grow(plate, pixels);
  const inside = grow({ ...plate, values: plate.values.map((value) => 1 - value) }, pixels);
  const lab = toLab(picture);
  const step = [0, 0, 0];
  const counts = { within: 1e-6, beyond: 1e-6 };
  const isIn = (i: number) =>
    isSet(plate.values[i] as number) &&
    isSet(inside.values[i] as number) &&
    !isSet(hidden.values[i] as number);
  const isOut = (i: number) => !isSet(plate.values[i] as number) && isSet(outside.values[i] as number);
  for (let i = 0; i < plate.values.length; i++) {
    if (isIn(i)) counts.within += 1;
    else if (isOut(i)) counts.beyond += 1;
  }
  for (let i = 0; i < plate.values.length; i++) {
    const part = isIn(i) ? 1 / counts.within : isOut(i) ? -1 / counts.beyond : 0;
    if (part !== 0) for (let c = 0; c < 3; c++) step[c] = (step[c] ?? 0) + part * (lab[i * 3 + c] as number);
  }
  const [light = 0, a = 0, b = 0] = step;
  return light < SHADOW_STEP && Math.hypot(a, b) < SHADOW_COLOUR;
}
