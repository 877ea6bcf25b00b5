import { blurPlane, blurRaster } from '../blur.ts';
import { findCutOffPlate } from '../cut-off-plate.ts';
import { fitOval, isOval, joinOval, type Oval } from '../oval.ts';
import { type Plane, plane, type Raster, raster, smoothstep, toLab } from '../pixels.ts';
import { findPlate } from '../plate-finder.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
import { drawEdge } from './draw-edge.ts';
import { erase } from './erase.ts';
import { convexHull, insideHull } from './favour-round.ts';
import { COLOURFUL, fillsFrame, meanDetail } from './fills-frame.ts';
import { foodOnPlate } from './food-on-plate.ts';
import { connectedParts, fillHoles, grow, isSet, join, pixelsOf, shrink } from './mask-parts.ts';
import { findFoodOfDish } from './part-from-plate.ts';
import { findOnPlainBackground } from './plain-background.ts';
import { findSalientObject } from './salient-object.ts';

export interface SeenDish {
  food: Plane;
  /** The food and the plate, bowl, tray or board under it; the food itself if none was seen. */
  dish: Plane;
}

/** Longer side of the copy that is looked at, in pixels: about that of the network's input. */
const SIDE = 512;
/** Probabilities above which a pixel is food: alone, and next to such food. Where the network is unsure the dish keeps more. */
const SURE = 0.5;
const UNSURE = 0.2;

/** Width of the necks that join two things, as a share of the longer side: a pepper mill that touches the plate. */
const NECK = 0.012;
/** The same for things that the network is unsure of: a second glass, out of focus, that touches the berries in front of it. */
const WIDE_NECK = 0.035;
/** Parts of which the network is less sure than this on average, or smaller than this share of the main one, are left out. */
const LEAST_SURE = 0.6;
const LEAST_PART = 0.01;
/** Parts that stand behind the dish, above its middle, are left out if they are smaller than this share of it. */
const MOST_BEHIND = 0.15;
/** The same for parts that hang into the picture from its top, higher than all of the dish: a lamp, a neon sign. */
const MOST_HANGING = 0.75;

/** Share of the picture's border from which food may go on beyond what was seen, and the margin of the second look. */
const LEAST_BORDER = 0.04;
const MARGIN = 0.1;
/**
 * Doubt of the first look above which a second is taken as well: the network picks out pieces of a close-up, or its sharp
 * part. Most dishes that lie whole in the frame leave it in doubt of 0.03 to 0.21.
 */
const MOST_DOUBT = 0.25;
/**
 * Doubt of the first look below which it has found a thing, and the share of the photo that a thing among others has at most:
 * of 21 photographs that look like food all over, two have less of both, a turkey and a burger before a busy background;
 * the others have 0.23 and more, or half of the photo.
 */
const SURE_DOUBT = 0.2;
const MOST_AMONG_OTHERS = 0.45;
/**
 * Share of the photo below which a second look is taken, too: the network may have seen one piece that lies on the stew.
 * Around a small dish the second look may see the table as a whole, which must not make the photo a close-up.
 */
const SMALL = 0.2;
/**
 * A first look that finds less than this share of the photo, with more doubt than this, has picked a spoon or a crumb out of
 * a close-up. All that the second look sees is then added, pale and soft parts included. Of 258 whole photographs four have
 * both: a table full of plates, two without a dish, and one whose mask stays as it was.
 */
const LOST_SHARE = 0.35;
const LOST_DOUBT = 0.7;
/**
 * Share of the photo above which a round thing away from the border is a bowl or a plate, on whatever busy table. A smaller
 * one may be the slice of tomato on a pizza.
 */
const LEAST_BOWL = 0.25;
/**
 * Mean probability outside of the food, in the second look, above which the whole photo is food: 0.96 and more in three of
 * four close-ups, 0.81 and less around dishes on a table (measured on 144 photographs and parts of them).
 */
const WHOLE = 0.9;
/**
 * Radii of the middle of a close-up, as shares of its sides; the score of a rim around it, 37 on a flowered cloth and at most 9
 * where food fills the frame; and the share of what is in the rim that was seen.
 */
const MIDDLE = 0.3;
const SURE_RIM = 20;
const LEAST_SEEN = 0.85;
/**
 * Margin of a third look, at the photo as a small picture on a wall: the network then sees what it overlooked in a close-up
 * (toasts of which it saw two eggs, a second loaf, a steak), and less certainly the table. Where it is CERTAIN of nearly
 * everything besides the food, it sees only the picture.
 */
const WIDE_MARGIN = 0.3;
const CERTAIN = 0.93;
const MOST_CERTAIN = 0.8;
/**
 * Detail of what the third look adds, divided by that of the food: 0.74 to 1.2 for food, 0.3 to 0.62 for what stands behind
 * the dish out of focus, 0.71 for a board and a cloth under a tureen.
 */
const LEAST_DETAIL = 0.73;
/**
 * The same for what the second look adds, which may be a little out of focus: 0.58 and more for food, 0.31 for the warm
 * cloth behind it.
 */
const LEAST_DETAIL_AT_BORDER = 0.4;
/** Chroma (CIE Lab) of what the second look adds. Food is colourful; white tables and dark walls are not. */
const LEAST_CHROMA = 18;

/**
 * Colour step (CIE Lab) between a part that the second look adds and what lies beside it: 8 and less along chance lines
 * through a table. Only pale parts are tested, because a network finds the end of colourful food.
 */
const LEAST_STEP = 10;

/** Width of the strip around the food that is erased with it, and of the strip around that, as shares of the longer side. */
const ERASED = 0.016;
const STRIP = 0.012;
/**
 * Share of the strip around the lower half of the food that lies on a plate, if there is one: 0.77 and more on plates, 0.4
 * and less elsewhere. The upper half of a tall dish stands out against the wall.
 */
const LEAST_STRIP = 0.6;
/** Part of a fitted oval's radii that is certainly plate: things that stand on it and stick out move the oval a little. */
const WITHIN = 0.96;
/** Share of a bowl in which its food was seen: 0.72 and more; of a plate 0.65 and less. */
const LEAST_IN_BOWL = 0.68;
/**
 * A step of colour (CIE Lab) over twice this many pixels is an edge. Food on a plate has none along 0.03 of its outline, food
 * that was seen with a part of its bowl along 0.07 to 0.14.
 */
const LEAST_EDGE = 8;
const EDGE_REACH = 4;
const MOST_EDGELESS = 0.06;
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
/** Share of the photo that a dish of several has at least. */
const LEAST_DISH = 0.03;

/**
 * Finds the food and its plate by asking a network for the thing that the photo shows. Where that touches the border, is in
 * doubt or is small, the network is asked again about the photo with a margin, because it overlooks food that leaves the
 * frame. What that second look adds must look like food, unless the first was lost in a close-up.
 * Then the food is erased and the network is asked about the rest: what it sees all around the food is the plate. Without a
 * plate it may have overlooked food, and is asked about the photo with a wide margin. A pale plate of which it saw a part or
 * nothing, and one that the frame cuts off, is found by its rim; if there is none, the network is asked about the photo
 * without its food and with a margin. Undefined without a network or where it sees nothing.
 */
export async function seeDish(picture: Raster): Promise<SeenDish | undefined> {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const first = await findSalientObject(small, { mirrored: true });
  if (!first) return undefined;
  let [seen, food] = [first, keepSure(first)];
  if (isCloseUp(small, food, first)) return closeUpOf(picture, small, food);
  const isDoubtful = borderShare(food) > LEAST_BORDER || doubtIn(first) > MOST_DOUBT;
  if (isDoubtful || share(food) < SMALL) {
    const framed = await lookWithMargin(small, MARGIN);
    if (isDoubtful && meanBesides(framed, food) > WHOLE) return closeUpOf(picture, small, food);
    const isLost = share(food) < LOST_SHARE && doubtIn(first) > LOST_DOUBT;
    const added = isLost
      ? framed
      : newParts(small, food, framed, { above: SURE, leastDetail: LEAST_DETAIL_AT_BORDER });
    seen = join(first, added);
    food = keepSure(seen);
  }
  if (share(food) < 0.005) return undefined;
  let around = await findPlateAround(small, food);
  if (!around) {
    const more = await seeAsPicture(small, food);
    if (more.values.some(isSet)) {
      seen = join(seen, more);
      food = keepSure(seen);
      around = await findPlateAround(small, food);
    }
  }
  const plate =
    completePlates(small, food, around ?? findOnPlainBackground(small, food)) ??
    (await findPlateInMargin(small, food));
  const whole = (mask: Plane) => drawEdge(picture, resizePlane(mask, picture.width, picture.height));
  const pieces = plate && foodOnPlate(small, food, join(food, plate));
  const served = pieces ? join(food, pieces.found) : food;
  const eaten = keepFine(whole(served), seen, served);
  const dish = plate ? join(whole(plate), eaten) : eaten;
  const smallDish = resizePlane(dish, small.width, small.height);
  const parted = await findFoodOfDish(small, { salient: first, food, dish: smallDish });
  const ground = parted ? smallDish : plate;
  // What cannot be parted stays together.
  if (ground && isWallOfBowl(small, parted ?? food, ground)) return { food: dish, dish };
  return { food: parted ? whole(parted) : eaten, dish };
}

/** 1 where the network is sure, and in what is next to that and likely; without holes, specks and things behind the dish. */
export function keepSure(seen: Plane): Plane {
  const { width, height } = seen;
  const kept: Plane = { ...seen, values: seen.values.map((value) => (value > UNSURE ? 1 : 0)) };
  for (const part of connectedParts(kept, isSet)) {
    if (!part.some((i) => (seen.values[i] as number) > SURE)) clear(kept, part);
  }
  fillHoles(kept);
  const longer = Math.max(width, height);
  leaveOut(kept, seen, NECK * longer, false);
  leaveOut(kept, seen, WIDE_NECK * longer, true);
  return kept;
}

/**
 * Clears the parts of a mask that only such a neck, in pixels, joins to the main one, and that are not the dish; or, with
 * `onlyUnsure`, those that the network is unsure of.
 */
function leaveOut(kept: Plane, seen: Plane, neck: number, onlyUnsure: boolean): void {
  const { width, height } = kept;
  const [main, ...others] = coresOf(kept, neck);
  if (!main) return;
  const middle = meanRow(main, width);
  const top = Math.floor((main[0] ?? 0) / width);
  const [wanted, unwanted] = [plane(width, height), plane(width, height)];
  for (const i of main) wanted.values[i] = 1;
  for (const part of others) {
    const sure = part.reduce((sum, i) => sum + (seen.values[i] as number), 0) / part.length;
    const rows = part.map((i) => Math.floor(i / width));
    const isAbove = (row: number) => rows.every((each) => each < row);
    const isBehind =
      (part.length < main.length * MOST_BEHIND && isAbove(middle)) ||
      (part.length < main.length * MOST_HANGING && isAbove(top) && (rows[0] ?? 0) <= neck + 1);
    const leaves = sure < LEAST_SURE || (!onlyUnsure && (part.length < main.length * LEAST_PART || isBehind));
    for (const i of part) (leaves ? unwanted : wanted).values[i] = 1;
  }
  const [near, far] = [grow(wanted, neck * 1.5), grow(unwanted, neck * 1.5)];
  for (let i = 0; i < kept.values.length; i++) {
    if ((far.values[i] as number) > 0.5 && (near.values[i] as number) < 0.5) kept.values[i] = 0;
  }
  // Berries beside a glass have no core that is wider than a wide neck.
  if (onlyUnsure) return;
  for (const part of connectedParts(kept, isSet)) {
    if (!part.some((i) => (wanted.values[i] as number) > 0.5)) clear(kept, part);
  }
}

/** The parts of a mask without their outermost pixels, the largest first, so that things which only touch come apart. */
function coresOf(mask: Plane, pixels: number): number[][] {
  return connectedParts(shrink(mask, pixels), isSet).sort((a, b) => b.length - a.length);
}

function meanRow(part: readonly number[], width: number): number {
  return part.reduce((sum, i) => sum + Math.floor(i / width), 0) / part.length;
}

function clear(mask: Plane, pixels: readonly number[]): void {
  for (const i of pixels) mask.values[i] = 0;
}

/** What the third look sees besides the food. Most photos have nothing more, which one answer tells. */
async function seeAsPicture(picture: Raster, food: Plane): Promise<Plane> {
  const look = async (mirrored: boolean) => {
    const seen = await lookWithMargin(picture, WIDE_MARGIN, mirrored);
    if (shareBesides(seen, food, CERTAIN) > MOST_CERTAIN) return plane(food.width, food.height);
    return newParts(picture, food, seen, { above: CERTAIN, leastDetail: LEAST_DETAIL });
  };
  const found = await look(false);
  return found.values.some(isSet) ? look(true) : found;
}

/** What the network sees if the photo has a grey margin, given as a share of the shorter side. */
async function lookWithMargin(picture: Raster, wide: number, mirrored = true): Promise<Plane> {
  const { width, height } = picture;
  const margin = Math.round(Math.min(width, height) * wide);
  const framed = raster(width + 2 * margin, height + 2 * margin);
  framed.rgb.fill(0.53);
  for (let y = 0; y < height; y++) {
    framed.rgb.set(
      picture.rgb.subarray(y * width * 3, (y + 1) * width * 3),
      ((y + margin) * framed.width + margin) * 3,
    );
  }
  const seen = await findSalientObject(framed, { mirrored });
  const within = plane(width, height);
  for (let y = 0; seen && y < height; y++) {
    const from = (y + margin) * framed.width + margin;
    within.values.set(seen.values.subarray(from, from + width), y * width);
  }
  return within;
}

/**
 * What was seen besides the food with a probability over `above`, without the parts that are no food: by their colour, or
 * because they have less than `leastDetail` of the food's detail.
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

/** Whether food fills the frame, of which the network saw a part: not where it is sure of one thing among others. */
export function isCloseUp(picture: Raster, food: Plane, first: Plane): boolean {
  const isSure = doubtIn(first) < SURE_DOUBT && share(food) < MOST_AMONG_OTHERS;
  return !isSure && !isWholeBowl(food) && fillsFrame(picture, food);
}

/** Whether what was seen is a bowl or a plate that lies whole in the frame. */
function isWholeBowl(food: Plane): boolean {
  return share(food) > LEAST_BOWL && borderShare(food) === 0 && isOval(food, fitOval(food));
}

/**
 * A dish that fills the frame, without a plate. What has a clear rim all around and was seen nearly whole, such as a pan on a
 * flowered cloth, ends there.
 */
export function closeUpOf(picture: Raster, small: Raster, food: Plane): SeenDish {
  const { width, height } = picture;
  const whole = { width, height, values: new Float32Array(width * height).fill(1) };
  const unit = Math.min(width, height);
  // Food hides the rim that it reaches.
  const middle = { x: 0, y: 0, rx: (MIDDLE * width) / unit, ry: (MIDDLE * height) / unit };
  const rim = findPlate(small, joinOval(plane(small.width, small.height), middle));
  const round = joinOval(plane(small.width, small.height), rim);
  const isSeen = share(food) > LEAST_SEEN * share(round) && isWithin(food, round);
  const dish =
    rim && rim.score > SURE_RIM && isSeen ? drawEdge(picture, joinOval(plane(width, height), rim)) : whole;
  return { food: dish, dish };
}

/** Pixels that the network was in doubt of, for each that it saw. */
function doubtIn({ values }: Plane): number {
  let [doubted, likely] = [0, 1e-6];
  for (const value of values) {
    if (value > 0.1 && value < 0.8) doubted += 1;
    if (value > UNSURE) likely += 1;
  }
  return doubted / likely;
}

/** Share of the pixels outside of the food that were seen with a probability above this. */
function shareBesides(seen: Plane, food: Plane, above: number): number {
  return meanBesides({ ...seen, values: seen.values.map((value) => (value > above ? 1 : 0)) }, food);
}

/** Mean of what was seen outside of the food. */
function meanBesides(seen: Plane, food: Plane): number {
  let [sum, pixels] = [0, 1e-6];
  for (const [i, value] of seen.values.entries()) {
    if (isSet(food.values[i] as number)) continue;
    sum += value;
    pixels += 1;
  }
  return sum / pixels;
}

/** Whether what lies beside a part, other than food, has its colour: then it is a table, seen as far as some chance line. */
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

async function findPlateAround(picture: Raster, food: Plane): Promise<Plane | undefined> {
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
async function findPlateInMargin(picture: Raster, food: Plane): Promise<Plane | undefined> {
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

/** Share of the picture beside what is hidden of which the network is in doubt. */
function unsureBesides(seen: Plane, hidden: Plane): number {
  const beside = seen.values.filter((_, i) => !isSet(hidden.values[i] as number));
  const unsure = beside.filter((value) => value > 0.15 && value < 0.85);
  return unsure.length / Math.max(1, beside.length);
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

/** Whether a mask lies within another one but for a little. */
function isWithin(mask: Plane, other: Plane): boolean {
  const within = mask.values.map((value, i) => value * (other.values[i] as number));
  return share({ ...mask, values: within }) >= LEAST_WITHIN * share(mask);
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

/** Gives back thin things, such as herbs and handles, that a drawn edge has lost. */
function keepFine(drawn: Plane, seen: Plane, kept: Plane): Plane {
  const fine = resizePlane(
    {
      ...seen,
      values: seen.values.map((value, i) => smoothstep(0.45, 0.9, value) * (kept.values[i] as number)),
    },
    drawn.width,
    drawn.height,
  );
  return join(drawn, fine);
}

function share(mask: Plane): number {
  return mask.values.reduce((sum, value) => sum + value, 0) / mask.values.length;
}

/** Share of the picture's border that the mask covers. */
export function borderShare({ width, height, values }: Plane): number {
  let covered = 0;
  for (let x = 0; x < width; x++) {
    covered += (values[x] as number) + (values[(height - 1) * width + x] as number);
  }
  for (let y = 0; y < height; y++) {
    covered += (values[y * width] as number) + (values[(y + 1) * width - 1] as number);
  }
  return covered / (2 * (width + height));
}
