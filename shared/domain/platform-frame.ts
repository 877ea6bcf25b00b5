import type { Box } from './dish-place.ts';
import type { Size } from './formats.ts';
import type { PlatformRule } from './platform-rules.ts';
import { menuTargetSize, satisfies } from './platforms.ts';
import type { Target } from './whole-menu.ts';

/** A part of a picture in its pixels. It may reach beyond the picture, where a model continues the picture. */
export interface Frame extends Size {
  readonly left: number;
  readonly top: number;
}

interface Wanted {
  /** Width divided by height. */
  readonly ratio: number;
  /** Whether the dish must lie inside the square in the middle, to which the platform's app crops the file. */
  readonly inSquare: boolean;
}

/** Assumed place of the dish in a picture that was never cut out: all but a tenth on each side. */
const assumedDish: Box = { left: 0.1, top: 0.1, width: 0.8, height: 0.8 };

/** Room around the dish, as a share of its longer side, if the picture has it. */
const room = 0.04;

/**
 * The part of a picture that becomes a platform's file: of the wanted aspect ratio, as large as possible, with the
 * whole dish in it and as near to its middle as the picture allows. If no such part exists, the frame reaches beyond
 * the picture, as little as possible.
 * @param dish The dish's bounding box in shares of the picture's sides; null if it is not known.
 */
export function frameFor(picture: Size, dish: Box | null, { ratio, inSquare }: Wanted): Frame {
  const need = roomAround(dish ?? assumedDish, picture);
  const largest = {
    width: Math.min(picture.width, picture.height * ratio),
    height: Math.min(picture.height, picture.width / ratio),
  };
  const shorter = Math.min(largest.width, largest.height);
  const fit = inSquare
    ? Math.max(need.width, need.height) / shorter
    : Math.max(need.width / largest.width, need.height / largest.height);
  const scale = Math.max(1, fit);
  const width = largest.width * scale;
  const height = largest.height * scale;
  const side = inSquare ? Math.min(width, height) : undefined;
  return {
    left: place(need.left, need.width, width, picture.width, side),
    top: place(need.top, need.height, height, picture.height, side),
    width,
    height,
  };
}

/** Size and content of a platform's file that is still to be made. */
export interface FileShape {
  /** In pixels. */
  readonly size: Size;
  /** The part of the picture that it shows. */
  readonly frame: Frame;
}

/**
 * The file of a platform and image type that is cut out of a picture: of our size, or of the size that the platform
 * accepts if it would refuse ours.
 * @param dish The dish's bounding box; null if it is not known.
 * @param rules Rules of this target, of which the first counts.
 */
export function platformFileShape(
  picture: Size,
  dish: Box | null,
  { platform, imageType }: Target,
  rules: readonly PlatformRule[],
): FileShape {
  const ours = menuTargetSize(platform, imageType);
  const [rule] = rules;
  const size = rule && !satisfies(ours, rule) ? rule.accepted : ours;
  const inSquare = rules.some(({ content }) => content.squareCrop === 'fail');
  return { size, frame: frameFor(picture, dish, { ratio: size.width / size.height, inSquare }) };
}

/** The middle part of a frame that an app shows, if it crops files to an aspect ratio of its own. */
export function middleOf(frame: Frame, ratio: number | null): Frame {
  if (ratio === null) return frame;
  const width = Math.min(frame.width, frame.height * ratio);
  const height = Math.min(frame.height, frame.width / ratio);
  return {
    left: frame.left + (frame.width - width) / 2,
    top: frame.top + (frame.height - height) / 2,
    width,
    height,
  };
}

/** Whether a frame reaches beyond its picture by more than a rounding error. */
export function reachesBeyond({ left, top, width, height }: Frame, picture: Size): boolean {
  return left < -1 || top < -1 || left + width > picture.width + 1 || top + height > picture.height + 1;
}

/** Whether a part of a picture cuts off more than a hundredth of the dish's width or height. */
export function cutsDish(part: Frame, dish: Box, picture: Size): boolean {
  const spare = { x: dish.width * picture.width * 0.01, y: dish.height * picture.height * 0.01 };
  return (
    dish.left * picture.width < part.left - spare.x ||
    dish.top * picture.height < part.top - spare.y ||
    (dish.left + dish.width) * picture.width > part.left + part.width + spare.x ||
    (dish.top + dish.height) * picture.height > part.top + part.height + spare.y
  );
}

/** The dish with room around it, within the picture; in pixels. */
function roomAround(dish: Box, picture: Size): Frame {
  const margin = room * Math.max(dish.width * picture.width, dish.height * picture.height);
  const left = Math.max(0, dish.left * picture.width - margin);
  const top = Math.max(0, dish.top * picture.height - margin);
  return {
    left,
    top,
    width: Math.min(picture.width, (dish.left + dish.width) * picture.width + margin) - left,
    height: Math.min(picture.height, (dish.top + dish.height) * picture.height + margin) - top,
  };
}

/**
 * The first coordinate of a frame along one axis: with the dish in its middle, then moved into the picture as far as
 * the dish may leave the middle.
 * @param side Of the square in the frame's middle that must hold the dish; undefined for the whole frame.
 */
function place(start: number, length: number, frame: number, picture: number, side = frame): number {
  const centred = start + length / 2 - frame / 2;
  const inside = Math.min(Math.max(centred, Math.min(0, picture - frame)), Math.max(0, picture - frame));
  const slack = Math.max(0, (Math.min(side, frame) - length) / 2);
  return Math.min(Math.max(inside, centred - slack), centred + slack);
}
