import { type Plane, plane, type Raster, smoothstep } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
import { closeUpOf, isCloseUp } from './close-up.ts';
import { completePlates } from './complete-plate.ts';
import { doubtIn, meanBesides } from './doubt.ts';
import { drawEdge } from './draw-edge.ts';
import { hasPartOfPlate } from './food-edge.ts';
import { foodOnPlate } from './food-on-plate.ts';
import { hasGrain } from './grain-on-plate.ts';
import { lookWithMargin, MARGIN, seeAsPicture } from './look-with-margin.ts';
import { borderShare, isSet, join, overlap, share } from './mask-parts.ts';
import { clearTable, newParts } from './new-parts.ts';
import { findFoodOfDish } from './part-from-plate.ts';
import { findOnPlainBackground } from './plain-background.ts';
import { findPlateAround, findPlateInMargin } from './plate-around-food.ts';
import { findSalientObject } from './salient-object.ts';
import { keepSure, SURE } from './sure-food.ts';
import { belowPeople, inFrontOf, isCutThrough, withoutPeople } from './without-people.ts';

export interface SeenDish {
  food: Plane;
  /** The food and the plate, bowl, tray or board under it; the food itself if none was seen. */
  dish: Plane;
}

/** Longer side of the copy that is looked at, in pixels: about that of the network's input. */
const SIDE = 512;

/** Share of the picture's border from which food may go on beyond what was seen. */
const LEAST_BORDER = 0.04;

/**
 * Doubt of the first look above which a second is taken as well: the network picks out pieces of a close-up, or its sharp
 * part. Most dishes that lie whole in the frame leave it in doubt of 0.03 to 0.21.
 */
const MOST_DOUBT = 0.25;

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
 * Mean probability outside of the food, in the second look, above which the whole photo is food: 0.96 and more in three of
 * four close-ups, 0.81 and less around dishes on a table (measured on 144 photographs and parts of them).
 */
const WHOLE = 0.9;

/** Share of a photo of guests at their table that their dishes cover at most. */
const MOST_OF_ROOM = 0.6;
/** Part of them that is left in front of the guests at least. */
const LEAST_IN_FRONT = 0.5;

/**
 * Detail of what the second look adds, divided by that of the food; it may be a little out of focus: 0.58 and more for food,
 * 0.31 for the warm cloth behind it.
 */
const LEAST_DETAIL_AT_BORDER = 0.4;

/**
 * Finds the food and its plate by asking a network for the thing that the photo shows. Where that touches the border, is in
 * doubt or is small, the network is asked again about the photo with a margin, because it overlooks food that leaves the
 * frame. What that second look adds must look like food, unless the first was lost in a close-up.
 * Then the food is erased and the network is asked about the rest: what it sees all around the food is the plate. Without a
 * plate it may have overlooked food, and is asked about the photo with a wide margin. A pale plate of which it saw a part or
 * nothing, and one that the frame cuts off, is found by its rim; if there is none, the network is asked about the photo
 * without its food and with a margin. All of this is done without the guests behind the dish, if there are any, and below them
 * where the dish would be cut through at their feet. Undefined without a network or where it sees nothing.
 */
export async function seeDish(picture: Raster): Promise<SeenDish | undefined> {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const salient = await findSalientObject(small, { mirrored: true });
  if (!salient) return undefined;
  const alone = await withoutPeople(small, salient);
  const served = alone && (await seeDishIn(picture, alone.picture, alone.salient));
  // A room without its guests looks like one thing.
  if (!served || share(served.dish) > MOST_OF_ROOM) return seeDishIn(picture, small, salient);
  const dish = inFrontOf(alone.people, served.dish);
  // Somebody in the foreground may reach lower than the dish.
  if (share(dish) < LEAST_IN_FRONT * share(served.dish)) return seeDishIn(picture, small, salient);
  const lower = isCutThrough(alone.people, dish) ? await seeDishBelow(alone.people, small) : undefined;
  if (lower) return lower;
  return served.food === served.dish ? withoutPlate(dish) : { food: overlap(served.food, dish), dish };
}

/** The dish below the people, as if the picture began there; undefined where that would be cut off at its upper edge, too. */
async function seeDishBelow(people: Plane, small: Raster): Promise<SeenDish | undefined> {
  const picture = belowPeople(people, small);
  const salient = picture && (await findSalientObject(picture, { mirrored: true }));
  const seen = salient && (await seeDishIn(picture, picture, salient));
  if (!seen || share(seen.dish) < SMALL || seen.dish.values.subarray(0, small.width).some(isSet))
    return undefined;
  const whole = (mask: Plane): Plane => {
    const all = plane(small.width, small.height);
    all.values.set(mask.values, all.values.length - mask.values.length);
    return all;
  };
  const dish = whole(seen.dish);
  return seen.food === seen.dish ? withoutPlate(dish) : { food: whole(seen.food), dish };
}

/** As `seeDish`, in a smaller copy of the picture and with the network's answer about it. */
async function seeDishIn(picture: Raster, small: Raster, first: Plane): Promise<SeenDish | undefined> {
  let [seen, food] = [first, keepSure(first)];
  if (isCloseUp(small, food, first)) return withoutPlate(closeUpOf(picture, small, food));
  const isDoubtful = borderShare(food) > LEAST_BORDER || doubtIn(first) > MOST_DOUBT;
  if (isDoubtful || share(food) < SMALL) {
    const framed = await lookWithMargin(small, MARGIN);
    if (isDoubtful && meanBesides(framed, food) > WHOLE) return withoutPlate(closeUpOf(picture, small, food));
    const isLost = share(food) < LOST_SHARE && doubtIn(first) > LOST_DOUBT;
    const added = isLost
      ? framed
      : newParts(small, food, framed, { above: SURE, leastDetail: LEAST_DETAIL_AT_BORDER });
    if (!isLost && added.values.some(isSet)) clearTable(added, await findPlateAround(small, food));
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
  const drawn = (mask: Plane) => drawEdge(picture, resizePlane(mask, picture.width, picture.height));
  const pieces = plate && foodOnPlate(small, food, join(food, plate));
  const served = pieces ? join(food, pieces.found) : food;
  const eaten = keepFine(drawn(served), seen, served);
  const dish = plate ? join(drawn(plate), eaten) : eaten;
  const smallDish = resizePlane(dish, small.width, small.height);
  const parted = await findFoodOfDish(small, { salient: first, food, dish: smallDish });
  const ground = parted ? smallDish : plate;
  const apart = parted ?? served;
  // What cannot be parted stays together.
  if (ground && (hasPartOfPlate(small, apart, ground) || hasGrain(small, apart, smallDish)))
    return withoutPlate(dish);
  return { food: parted ? drawn(parted) : eaten, dish };
}

/** A dish whose plate or pan cannot be told from its food. */
function withoutPlate(dish: Plane): SeenDish {
  return { food: dish, dish };
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
