import { findCutOffPlate } from '../cut-off-plate.ts';
import { fitOval, isOval, joinOval, type Oval } from '../oval.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { findPlate } from '../plate-finder.ts';
import { ERASED } from './erase.ts';
import { LEAST_IN_BOWL } from './food-edge.ts';
import { connectedParts, grow, isSet, join, share } from './mask-parts.ts';

/**
 * LEAST_WITHIN: least share of the seen area that lies inside a plate's rim. LEAST_PLAIN: least share of the bare plate
 * that is lighter than PALE (L of CIE Lab) and has less chroma than PLAIN. Tuned on 191 photographs: of the ten
 * ellipses found, the seven plates pass and the three that are tables fail.
 */
const LEAST_WITHIN = 0.95;
const LEAST_PLAIN = 0.8;
const PALE = 45;
const PLAIN = 22;

/**
 * Least score of a rim (`findPlate`) for a dark or patterned object full of food to be a bowl or a pan. Tuned on 159
 * photographs: two of them score 12 and 31; three accidental ovals score 8 and less.
 */
const CLEAR_RIM = 10;

/**
 * Least share of a cut-off plate that the seen area covers. Plates in the photographs have 0.35 and more; a round table
 * is wider and has less.
 */
const LEAST_FILLED = 0.25;

/** Least share of the photo that each of several dishes covers. */
const LEAST_DISH = 0.03;

/** Like `completePlate`. If several dishes lie apart and share no plate, completes the plate of each. */
export function completePlates(picture: Raster, food: Plane, seen: Plane | undefined): Plane | undefined {
  const common = completePlate(picture, food, seen);
  if (common && common !== seen) return common;
  const known = seen ?? food;
  const dishes = connectedParts(known, isSet).filter(
    (part) => part.length > LEAST_DISH * known.values.length,
  );
  if (dishes.length < 2) return common;
  const plates = dishes.flatMap((pixels) => {
    const inPart = plane(food.width, food.height);
    for (const i of pixels) inPart.values[i] = 1;
    const [eaten, part] = [food, known].map((mask) => ({
      ...mask,
      values: mask.values.map((value, i) => value * (inPart.values[i] as number)),
    }));
    const plate = eaten && completePlate(picture, eaten, part);
    return plate && plate !== part ? plate : [];
  });
  return plates.length === 0 ? common : plates.reduce(join, known);
}

/**
 * The plate completed up to its rim, if the network saw only a part of a wide plate or none of it, or if the frame cuts
 * the plate off. A plate that was seen whole is returned unchanged.
 *
 * @param seen What the network saw of the plate, with its food; undefined if it saw no plate.
 * @returns `seen` if no rim is found.
 */
export function completePlate(picture: Raster, food: Plane, seen: Plane | undefined): Plane | undefined {
  if (seen && isOval(seen, fitOval(seen))) return seen;
  const known = seen ?? food;
  const upTo = (rim: Oval | undefined) => rim && joinOval(plane(food.width, food.height), rim);
  const round = findPlate(picture, food, LEAST_WITHIN);
  const whole = upTo(round);
  if (round && whole && isWithin(known, whole)) {
    const isBowl = round.score > CLEAR_RIM && share(food) > LEAST_IN_BOWL * share(whole);
    if (isBowl || isPlain(picture, food, whole)) return join(whole, known);
  }
  const cutOff = upTo(findCutOffPlate(picture, known));
  return cutOff && share(known) > LEAST_FILLED * share(cutOff) ? join(cutOff, known) : seen;
}

/** Whether the bare part of a plate is plain and pale. */
function isPlain(picture: Raster, food: Plane, plate: Plane): boolean {
  const lab = toLab(picture);
  const hidden = grow(food, ERASED * Math.max(food.width, food.height));
  let [plain, pixels] = [0, 1e-6];
  for (const [i, value] of plate.values.entries()) {
    if (!isSet(value) || isSet(hidden.values[i] as number)) continue;
    pixels += 1;
    const chroma = Math.hypot(lab[i * 3 + 1] as number, lab[i * 3 + 2] as number);
    if ((lab[i * 3] as number) > PALE && chroma < PLAIN) plain += 1;
  }
  return plain / pixels > LEAST_PLAIN;
}

/** Whether at least LEAST_WITHIN of a mask's area lies inside the other mask. */
export function isWithin(mask: Plane, other: Plane): boolean {
  const within = mask.values.map((value, i) => value * (other.values[i] as number));
  return share({ ...mask, values: within }) >= LEAST_WITHIN * share(mask);
}
