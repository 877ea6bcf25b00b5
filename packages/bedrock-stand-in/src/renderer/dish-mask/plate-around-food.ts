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
  share,
} from './mask-parts.ts';
import { findSalientObject } from './salient-object.ts';
import { NECK } from './sure-food.ts';

/**
 * Share of the strip around the lower half of the food that lies on a plate, if there is one: 0.77 and more on plates, 0.4
 * and less elsewhere. The upper half of a tall dish stands out against the wall.
 */
const LEAST_STRIP = 0.6;

/** Part of a fitted oval's radii that is certainly plate: things that stand on it and stick out move the oval a little. */
const WITHIN = 0.96;

/**
 * Of what is seen with a margin around the photo without its food: the share that may be in doubt (0.10 and less of seven
 * plates, pans and trays, 0.12 and more of pieces of tables), how much larger it is than the food, and the least share of the picture
 * that counts as a corner.
 */
const MOST_UNSURE = 0.11;
const LEAST_PLATE = 1.08;
const LEAST_CORNER = 0.002;

/** The share of its convex hull that it fills, if it reaches along much of the border: a pan on a stove fills less. */
const LEAST_ROUND = 0.97;

/** A shadow is darker than the table by more than this, with a colour that differs by less than that (CIE Lab). */
const SHADOW_STEP = -6;
const SHADOW_COLOUR = 2;

/** Share of the border that a plate covers at most. A table covers more. */
const MOST_PLATE_BORDER = 0.45;

/**
 * Share of a plate that its food covers, and of its convex hull that a plate with its food fills: on 69 photographs a plate
 * has more than one of the two, or is round; a tablecloth with things on it has neither.
 */
const LEAST_ON_PLATE = 0.4;
const LEAST_CONVEX = 0.9;

/**
 * Share of a plate that lies above the food, from which one that is not round is the wall or the smoke behind it: 0.41 and
 * more there, 0.19 and less of boards, pans and trays (measured on 258 photographs).
 */
const MOST_ABOVE = 0.3;

export async function findPlateAround(picture: Raster, food: Plane): Promise<Plane | undefined> {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const hidden = grow(food, ERASED * longer);
  // A plate is judged by its shares of wide areas, which the mirror image hardly changes.
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
  return borderShare(plate) > MOST_PLATE_BORDER || isSomethingElse(picture, plate, food, hidden)
    ? undefined
    : fillBays(plate);
}

/**
 * The plate, pan or tray that the network sees around the food if the photo without it has a margin: where the frame cuts it
 * off, it looks like a thing of its own only then. The network must be sure, and what it sees must be no table.
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

/** What the network saw of a plate, with its food and with what was erased between the two. */
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
 * Whether a mask covers the picture but for two corners or more, each by itself, and has no bays: a round thing that the frame
 * cuts off.
 */
export function leavesCorners(mask: Plane): boolean {
  const { width, height, values } = mask;
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  const left = connectedParts({ ...mask, values: values.map((value) => 1 - value) }, isSet)
    .filter((part) => part.length > LEAST_CORNER * values.length)
    .map((part) => corners.filter((corner) => part.includes(corner)).length);
  return left.length >= 2 && left.every((count) => count === 1) && shareOfHull(mask) > LEAST_ROUND;
}

/** Whether what was seen around the food is its shadow, a tablecloth, or stands behind it. */
function isSomethingElse(picture: Raster, plate: Plane, food: Plane, hidden: Plane): boolean {
  return isShadow(picture, plate, hidden) || isCloth(plate, food) || isBehindFood(plate, food);
}

/** Fills the bays of a plate or bowl that is seen as a round one but for them: a piece of its rim that was overlooked. */
export function fillBays(plate: Plane): Plane {
  const oval = fitOval(plate);
  if (!isOval(plate, oval)) return plate;
  return joinOval(plate, { ...oval, rx: oval.rx * WITHIN, ry: oval.ry * WITHIN });
}

/** Whether what was seen around the food is a tablecloth: not round, with bays in its outline, and mostly without food. */
export function isCloth(plate: Plane, food: Plane): boolean {
  if (share(food) > LEAST_ON_PLATE * share(plate) || isOval(plate, fitOval(plate))) return false;
  return shareOfHull(plate) < LEAST_CONVEX;
}

/** Share of its convex hull that a mask fills. */
function shareOfHull({ width, values }: Plane): number {
  const pixels = [...values.keys()].filter((i) => isSet(values[i] as number));
  const hull = convexHull(pixels.map((i) => ({ x: i % width, y: Math.floor(i / width) })));
  let within = 1e-6;
  for (let i = 0; i < values.length; i++)
    if (insideHull(hull, { x: i % width, y: Math.floor(i / width) })) within += 1;
  return pixels.length / within;
}

/** Whether what was seen around the food stands behind it: not round, and much of it above the food. */
export function isBehindFood(plate: Plane, food: Plane): boolean {
  const first = food.values.findIndex(isSet);
  const beside = [...plate.values.keys()].filter(
    (i) => isSet(plate.values[i] as number) && !isSet(food.values[i] as number),
  );
  const above = beside.filter((i) => i < first).length;
  return above > MOST_ABOVE * beside.length && !isOval(plate, fitOval(plate));
}

/** Whether what was seen around the food is its shadow: darker than what lies around that, and of the same colour. */
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
