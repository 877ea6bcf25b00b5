import { fitOval, isOval, joinOval } from '../oval.ts';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { findPlate } from '../plate-finder.ts';
import { isWithin } from './complete-plate.ts';
import { doubtIn } from './doubt.ts';
import { drawEdge } from './draw-edge.ts';
import { fillsFrame } from './fills-frame.ts';
import { borderShare, share } from './mask-parts.ts';

/**
 * Doubt of the first look below which it has found a thing, and the share of the photo that a thing among others has at most:
 * of 21 photographs that look like food all over, two have less of both, a turkey and a burger before a busy background;
 * the others have 0.23 and more, or half of the photo.
 */
const SURE_DOUBT = 0.2;
const MOST_AMONG_OTHERS = 0.45;

/**
 * Share of the photo above which a round thing away from the border is a bowl or a plate, on whatever busy table. A smaller
 * one may be the slice of tomato on a pizza.
 */
const LEAST_BOWL = 0.25;

/**
 * Radii of the middle of a close-up, as shares of its sides; the score of a rim around it, 37 on a flowered cloth and at most 9
 * where food fills the frame; and the share of what is in the rim that was seen.
 */
const MIDDLE = 0.3;
const SURE_RIM = 20;
const LEAST_SEEN = 0.85;

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
 * A dish that fills the frame. What has a clear rim all around and was seen nearly whole, such as a pan on a flowered cloth,
 * ends there.
 */
export function closeUpOf(picture: Raster, small: Raster, food: Plane): Plane {
  const { width, height } = picture;
  const whole = { width, height, values: new Float32Array(width * height).fill(1) };
  const unit = Math.min(width, height);
  // Food hides the rim that it reaches.
  const middle = { x: 0, y: 0, rx: (MIDDLE * width) / unit, ry: (MIDDLE * height) / unit };
  const rim = findPlate(small, joinOval(plane(small.width, small.height), middle));
  const round = joinOval(plane(small.width, small.height), rim);
  const isSeen = share(food) > LEAST_SEEN * share(round) && isWithin(food, round);
  return rim && rim.score > SURE_RIM && isSeen
    ? drawEdge(picture, joinOval(plane(width, height), rim))
    : whole;
}
