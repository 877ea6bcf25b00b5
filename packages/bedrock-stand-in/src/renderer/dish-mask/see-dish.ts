import { type Plane, type Raster, smoothstep } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
import { isCertainPlate } from './certain-plate.ts';
import { closeUpOf, isCloseUp } from './close-up.ts';
import { completePlates } from './complete-plate.ts';
import { doubtIn, meanBesides } from './doubt.ts';
import { drawEdge } from './draw-edge.ts';
import { hasPartOfPlate } from './food-edge.ts';
import { foodOnPlate } from './food-on-plate.ts';
import { hasGrain } from './grain-on-plate.ts';
import { lookWithMargin, MARGIN, seeAsPicture } from './look-with-margin.ts';
import { borderShare, isSet, join, overlap, share } from './mask-parts.ts';
import { clearElsewhere, clearTable, newParts } from './new-parts.ts';
import { findFoodOfDish } from './part-from-plate.ts';
import { findOnPlainBackground } from './plain-background.ts';
import { findPlateAround, findPlateInMargin } from './plate-around-food.ts';
import { findSalientObject } from './salient-object.ts';
import { withoutScraps } from './scraps.ts';
import { keepSure, SURE } from './sure-food.ts';
import { inFrontOf, withoutPeople } from './without-people.ts';

export interface SeenDish {
  food: Plane;
  /** The food and the plate, bowl, tray or board under it; the same mask as `food` if none was found. */
  dish: Plane;
  /** Whether the dish lies on a plate that cannot be separated from its food. */
  hasOwnPlate: boolean;
}

/** Longer side of the copy that is analysed, in pixels. The network's own input is 320. */
const SIDE = 512;

/**
 * Share of the picture's border that food must cover for a second pass: the food may go on beyond what the first pass
 * saw.
 */
const LEAST_BORDER = 0.04;

/**
 * Doubt of the first pass (`doubtIn`) above which a second pass follows: in a close-up, the network picks out pieces or
 * the sharp part. Most dishes that lie whole in the frame have 0.03 to 0.21.
 */
const MOST_DOUBT = 0.25;

/**
 * Share of the photo covered by food below which a second pass follows, too: the network may have seen one piece on top
 * of a stew. Around a small dish, the second pass may find the whole table; that must not make the photo a close-up.
 */
const SMALL = 0.2;

/**
 * Doubt below which a dish is certain. One that lies whole in the frame is then not joined to what the second pass is
 * unsure of (a blanket: 0.70; the rest of a close-up has 0.07), and one that the frame cuts off not to a larger object
 * at other borders (a wall).
 */
const CERTAIN = 0.18;

/**
 * Doubt below which a dish that lies whole in the frame is not joined to all of the photo either: a cup beside a lit
 * sign has 0.07, the sharpest wing of a close-up 0.13.
 */
const BEYOND_DOUBT = 0.1;

/**
 * If the first pass covers less than LOST_SHARE of the photo with a doubt above LOST_DOUBT, it has picked a spoon or a
 * crumb out of a close-up. All that the second pass finds is then added, pale and soft parts included. Of 258 whole
 * photographs four meet both conditions: a table full of plates, two without a dish, and one whose mask does not
 * change.
 */
const LOST_SHARE = 0.35;
const LOST_DOUBT = 0.7;

/**
 * Mean probability outside of the food, in the second pass, above which the whole photo is food. Tuned on 144
 * photographs and crops of them: 0.96 and more in three of four close-ups, 0.81 and less around dishes on a table.
 */
const WHOLE = 0.9;

/**
 * A photo with the colours and the detail of a close-up (`isCloseUp`) is none if the mean outside of the food, as above,
 * is less than MOST_BESIDES and the first pass had a doubt below MOST_DOUBT_APART. Of 290 photographs and crops, three
 * meet both: a tray on granite, cups before a wall of planks, a tea table before a window (0.30 and less, 0.26 and
 * less). A table laid to its edges has a mean of 0.40, a stew 0.37 and more; a tray full of biscuits a doubt of 0.51.
 */
const MOST_BESIDES = 0.35;
const MOST_DOUBT_APART = 0.35;

/** Greatest share of a photo of guests at a table that the dish covers. */
const MOST_OF_ROOM = 0.6;
/** Least share of the dish mask that remains in front of the guests. */
const LEAST_IN_FRONT = 0.5;

/**
 * Least detail of what the second pass adds, divided by that of the food: 0.58 and more for food, which may be a little
 * out of focus, 0.31 for the warm-coloured cloth behind it.
 */
const LEAST_DETAIL_AT_BORDER = 0.4;

/**
 * Finds the food and its plate with a salient-object network, in these steps:
 *
 * 1. Guests behind the dish are erased, if there are any.
 * 2. The network is run on the photo. If the object touches the border, is in doubt or is small, the network is run
 *    again on the photo with a margin, because it overlooks food that the frame cuts off. What that second pass adds
 *    must look like food, unless the first pass found only a crumb of a close-up.
 * 3. The food is erased and the network is run again: what it finds all around the food is the plate. Without a plate,
 *    it may have overlooked food, so a third pass with a wide margin follows.
 * 4. A pale plate that was seen in part or not at all, and a plate that the frame cuts off, are found by their rim;
 *    failing that, by a pass over the photo without its food and with a margin.
 *
 * Undefined if onnxruntime-node is not installed or the network finds nothing.
 */
export async function seeDish(picture: Raster): Promise<SeenDish | undefined> {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const salient = await findSalientObject(small, { mirrored: true });
  if (!salient) return undefined;
  const alone = await withoutPeople(small, salient);
  if (!alone) return seeDishIn(picture, small, salient);
  const served = await seeDishIn(picture, alone.picture, alone.salient, { hasGuests: true });
  const sure = keepSure(alone.salient);
  const inFront = served && inFrontOf(alone.people, served.dish, sure);
  // Without its guests, a room may be found as one object; then only what the network saw at first is certain.
  if (!inFront || share(served.dish) > MOST_OF_ROOM || share(inFront) < LEAST_IN_FRONT * share(served.dish)) {
    const drawn = drawEdge(picture, resizePlane(sure, picture.width, picture.height));
    return withoutPlate(inFrontOf(alone.people, drawn, sure));
  }
  return {
    ...served,
    food: served.food === served.dish ? inFront : overlap(served.food, inFront),
    dish: inFront,
  };
}

/**
 * Like `seeDish` without the people. `small` is the copy that is analysed, `first` the network's first pass over it.
 * A table with guests (`hasGuests`) is no close-up, even if the second pass finds the table all around the dish.
 */
async function seeDishIn(
  picture: Raster,
  small: Raster,
  first: Plane,
  { hasGuests } = { hasGuests: false },
): Promise<SeenDish | undefined> {
  let [seen, food] = [first, keepSure(first)];
  const isCutOff = borderShare(food) > LEAST_BORDER;
  const doubt = doubtIn(first);
  const isDoubtful = isCutOff || doubt > MOST_DOUBT;
  const isFilled = !hasGuests && isCloseUp(small, food, first);
  const looksAgain = isFilled || isDoubtful || share(food) < SMALL;
  const framed = looksAgain ? await lookWithMargin(small, MARGIN) : undefined;
  const besides = framed ? meanBesides(framed, food) : 0;
  const isWhole = besides > WHOLE;
  const standsOut = besides < MOST_BESIDES && doubt < MOST_DOUBT_APART;
  if (!hasGuests && (isFilled ? !standsOut : isWhole && isDoubtful)) {
    return withoutPlate(closeUpOf(picture, small, food));
  }
  const isTable = isWhole && (isDoubtful || doubt < BEYOND_DOUBT);
  if (framed && !isTable && (isDoubtful || doubt > CERTAIN || doubtIn(framed) < MOST_DOUBT)) {
    const isLost = share(food) < LOST_SHARE && doubt > LOST_DOUBT;
    const added = isLost
      ? framed
      : newParts(small, food, framed, { above: SURE, leastDetail: LEAST_DETAIL_AT_BORDER });
    if (isCutOff && doubt < CERTAIN) clearElsewhere(added, food);
    if (!isLost && added.values.some(isSet)) clearTable(added, await findPlateAround(small, food));
    seen = join(first, added);
    food = keepSure(seen);
  }
  food = withoutScraps(food, seen);
  if (share(food) < 0.005) return undefined;
  let around = await findPlateAround(small, food);
  if (!around) {
    const more = await seeAsPicture(small, food);
    if (more.values.some(isSet)) {
      seen = join(seen, more);
      food = withoutScraps(keepSure(seen), seen);
      around = await findPlateAround(small, food);
    }
  }
  const plate =
    completePlates(small, food, around ?? findOnPlainBackground(small, food)) ??
    (await findPlateInMargin(small, food));
  const drawn = (mask: Plane) => drawEdge(picture, resizePlane(mask, picture.width, picture.height));
  const pieces = plate && foodOnPlate(small, food, join(food, plate));
  const served = pieces ? join(food, pieces.found) : food;
  const eaten = keepFine(drawn(served), seen, served);
  const dish = plate ? join(drawn(plate), eaten) : eaten;
  const smallDish = resizePlane(dish, small.width, small.height);
  const parted = await findFoodOfDish(small, { salient: first, food, dish: smallDish });
  const ground = parted ? smallDish : plate;
  const apart = parted ?? served;
  // Food that cannot be separated from its plate stays with it.
  const isOneWithPlate =
    ground &&
    (hasPartOfPlate(small, apart, ground) ||
      hasGrain(small, apart, smallDish) ||
      !isCertainPlate(apart, ground, plate !== undefined));
  if (isOneWithPlate) return { ...withoutPlate(dish), hasOwnPlate: plate !== undefined };
  return { food: parted ? drawn(parted) : eaten, dish, hasOwnPlate: false };
}

/** A dish whose food cannot be separated from its plate or pan. */
function withoutPlate(dish: Plane): SeenDish {
  return { food: dish, dish, hasOwnPlate: false };
}

/** Restores thin things, such as herbs and handles, that the guided filter has lost. */
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
