import { fitOval, isOval, joinOval } from '../oval.ts';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { findPlate } from '../plate-finder.ts';
import { isWithin } from './complete-plate.ts';
import { doubtIn } from './doubt.ts';
import { drawEdge } from './draw-edge.ts';
import { fillsFrame } from './fills-frame.ts';
import { borderShare, share } from './mask-parts.ts';

/**
 * The first pass has found a separate object, not a close-up, if its doubt (`doubtIn`) is below SURE_DOUBT and the
 * object covers less than MOST_AMONG_OTHERS of the photo. Tuned on 21 photographs whose colours and detail pass
 * `fillsFrame`: a turkey and a burger before busy backgrounds meet both conditions; the other 19 have a doubt of 0.23
 * and more, or cover half of the photo.
 */
const SURE_DOUBT = 0.2;
const MOST_AMONG_OTHERS = 0.45;

/**
 * Share of the photo above which a round object away from the border is a whole bowl or plate. A smaller one may be the
 * slice of tomato on a pizza.
 */
const LEAST_BOWL = 0.25;

/**
 * MIDDLE: radii of the ellipse in the middle of a close-up around which a rim is searched, as shares of the picture's
 * sides. SURE_RIM: least score of that rim; a pan on a flowered cloth scores 37, photographs filled by food at most 9.
 * LEAST_SEEN: least share of the rim's inside that the network must have seen.
 */
const MIDDLE = 0.3;
const SURE_RIM = 20;
const LEAST_SEEN = 0.85;

/**
 * Whether food fills the frame although the network saw only a part of it. False if the network surely found one object
 * among others, or a whole bowl.
 */
export function isCloseUp(picture: Raster, food: Plane, first: Plane): boolean {
  const isSure = doubtIn(first) < SURE_DOUBT && share(food) < MOST_AMONG_OTHERS;
  return !isSure && !isWholeBowl(food) && fillsFrame(picture, food);
}

/** Whether the network saw a bowl or a plate that lies whole in the frame. */
function isWholeBowl(food: Plane): boolean {
  return share(food) > LEAST_BOWL && borderShare(food) === 0 && isOval(food, fitOval(food));
}

/**
 * The dish mask of a close-up: the whole picture; or the inside of a rim, if the rim is clear all around and the
 * network saw nearly all inside it, such as a pan on a flowered cloth.
 *
 * @param picture Gives the mask its size.
 * @param small The copy of it on which `food` was found.
 */
export function closeUpOf(picture: Raster, small: Raster, food: Plane): Plane {
  const { width, height } = picture;
  const whole = { width, height, values: new Float32Array(width * height).fill(1) };
  const unit = Math.min(width, height);
  // `findPlate` ignores a rim hidden by food, so the whole food mask would hide it.
  const middle = { x: 0, y: 0, rx: (MIDDLE * width) / unit, ry: (MIDDLE * height) / unit };
  const rim = findPlate(small, joinOval(plane(small.width, small.height), middle));
  const round = joinOval(plane(small.width, small.height), rim);
  const isSeen = share(food) > LEAST_SEEN * share(round) && isWithin(food, round);
  return rim && rim.score > SURE_RIM && isSeen
    ? drawEdge(picture, joinOval(plane(width, height), rim))
    : whole;
}
