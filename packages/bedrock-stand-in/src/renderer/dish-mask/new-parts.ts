import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { STRIP } from './erase.ts';
import { COLOURFUL, meanDetail } from './fills-frame.ts';
import { borderShare, clear, connectedParts, grow, isSet, pixelsOf } from './mask-parts.ts';

/** Least chroma (CIE Lab) of what a further pass adds. White tables and dark walls have less. */
const LEAST_CHROMA = 18;

/**
 * Least colour difference (CIE Lab) between a pale part that a further pass adds and what lies beside it. Where the
 * network's outline runs through a table by chance, it is 8 and less. Colourful parts are not tested, because the
 * network finds the end of colourful food.
 */
const LEAST_STEP = 10;

/**
 * Greatest share of the picture's border that a plate lying whole in the frame touches, such as with the tip of a
 * square plate.
 */
const MOST_TOUCHING = 0.02;

/**
 * Mask of what a further pass saw outside of the food with a probability over `above`. Leaves out parts that are not
 * food by their colour, or that have less than `leastDetail` times the food's detail.
 */
export function newParts(
  picture: Raster,
  food: Plane,
  seen: Plane,
  { above, leastDetail }: { readonly above: number; readonly leastDetail: number },
): Plane {
  const added: Plane = {
    ...food,
    values: seen.values.map((value, i) => (value > above && !isSet(food.values[i] as number) ? 1 : 0)),
  };
  const lab = toLab(picture);
  const known = pixelsOf(food);
  const least = leastDetail * meanDetail(lab, picture, known);
  for (const part of connectedParts(added, isSet)) {
    const chroma = part.reduce(
      (sum, i) => sum + Math.hypot(lab[i * 3 + 1] as number, lab[i * 3 + 2] as number),
      0,
    );
    const colour = chroma / part.length;
    const isFood =
      colour >= LEAST_CHROMA &&
      (colour >= COLOURFUL || !goesOn(lab, food, part)) &&
      meanDetail(lab, picture, part) >= least;
    if (!isFood) clear(added, part);
  }
  return added;
}

/** Clears added parts outside of a plate that lies whole in the frame, if they reach the frame: they are the table. */
export function clearTable(added: Plane, plate: Plane | undefined): void {
  if (!plate || borderShare(plate) > MOST_TOUCHING) return;
  const beyond: Plane = {
    ...added,
    values: added.values.map((value, i) => (isSet(plate.values[i] as number) ? 0 : value)),
  };
  for (const part of connectedParts(beyond, isSet)) {
    const alone = plane(added.width, added.height);
    for (const i of part) alone.values[i] = 1;
    if (borderShare(alone) > 0) clear(added, part);
  }
}

/** Clears added parts that are larger than the food and that no border of the picture cuts off together with it. */
export function clearElsewhere(added: Plane, food: Plane): void {
  const known = pixelsOf(food);
  const cut = bordersOf(food, known);
  for (const part of connectedParts(added, isSet)) {
    const isAside = !bordersOf(added, part).some((isAt, border) => isAt && cut[border]);
    if (isAside && part.length > known.length) clear(added, part);
  }
}

/** Whether pixels lie at the left, right, upper and lower border. */
function bordersOf({ width, height }: Plane, pixels: readonly number[]): boolean[] {
  const at = [false, false, false, false];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [border, isAt] of [x === 0, x === width - 1, y === 0, y === height - 1].entries())
      at[border] ||= isAt;
  }
  return at;
}

/** Whether a part has the colour of what lies beside it, other than the food. Then it is a piece of the table. */
export function goesOn(lab: Float32Array, food: Plane, part: readonly number[]): boolean {
  const { width, height } = food;
  const pixels = STRIP * Math.max(width, height);
  const inPart = plane(width, height);
  for (const i of part) inPart.values[i] = 1;
  const near = grow(inPart, pixels);
  const rest = near.values.map((value, i) =>
    isSet(value) && !isSet(inPart.values[i] as number) && !isSet(food.values[i] as number) ? 1 : 0,
  );
  const beside = grow({ width, height, values: rest }, pixels);
  const within = Array.from(part).filter((i) => isSet(beside.values[i] as number));
  const beyond = [...rest.keys()].filter((i) => rest[i] === 1);
  if (within.length === 0 || beyond.length === 0) return false;
  const [one, other] = [meanColour(lab, within), meanColour(lab, beyond)];
  return Math.hypot(...one.map((value, c) => value - (other[c] ?? 0))) < LEAST_STEP;
}

/** Mean colour (CIE Lab) of these pixels. */
function meanColour(lab: Float32Array, pixels: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (const i of pixels) for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (lab[i * 3 + c] as number);
  return sum.map((value) => value / pixels.length);
}
