import { findCutOffPlate } from '../cut-off-plate.ts';
import { fitOval, isOval, joinOval, type Oval } from '../oval.ts';
import { type Plane, plane, type Raster, toLab } from '../pixels.ts';
import { findPlate } from '../plate-finder.ts';
import { ERASED } from './erase.ts';
import { LEAST_IN_BOWL } from './food-edge.ts';
import { connectedParts, grow, isSet, join, share } from './mask-parts.ts';

/**
 * Share of what was seen that lies within the rim of its plate, and share of the plate beside the food that is paler than
 * PALE and less colourful than PLAIN (CIE Lab). Of ten ellipses in 191 photographs the seven plates have more, and the three
 * that are tables have less.
 */
const LEAST_WITHIN = 0.95;
const LEAST_PLAIN = 0.8;
const PALE = 45;
const PLAIN = 22;

/**
 * Score of a rim (`findPlate`) above which a dark or patterned thing that its food fills is a bowl or a pan: 12 and 31 of two of
 * them, 8 and less of three ovals by chance, on 159 photographs.
 */
const CLEAR_RIM = 10;

/** Share of what is seen of a cut off plate that its food covers: 0.35 and more. A round table is wider. */
const LEAST_FILLED = 0.25;

/** Share of the photo that a dish of several has at least. */
const LEAST_DISH = 0.03;

/** As `completePlate`; where several dishes lie apart, and on no common plate, for each of them. */
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
 * The plate up to its rim, where the network saw a part of a wide plate or none of it, or where the frame cuts it off. A
 * plate that was seen whole is left as it is.
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

/** Whether a plate is plain and pale beside its food. */
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

/** Whether a mask lies within another one but for a little. */
export function isWithin(mask: Plane, other: Plane): boolean {
  const within = mask.values.map((value, i) => value * (other.values[i] as number));
  return share({ ...mask, values: within }) >= LEAST_WITHIN * share(mask);
}
