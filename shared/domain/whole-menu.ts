import type { Size } from './formats.ts';
import { menuTargetSize } from './platforms.ts';

/** Greatest number of dishes of one menu. */
export const maxDishes = 50;

/** Number of menus that one user may begin in a day (UTC). */
export const maxDailyMenus = 20;

/** Greatest number of pictures in one ZIP. */
export const maxPackPictures = 100;

/**
 * Number of dishes of one menu that are made at the same time; low enough for the user to make single pictures
 * meanwhile.
 */
export const dishesAtOnce = 4;

/** Seconds from payment to two pictures for one dish, at the usual load (docs/capacity.md, "Waiting"). */
const secondsPerDish = 13;

/** Expected minutes for this many dishes, rounded up; a minute for the start of the first ones. */
export function expectedMinutes(dishes: number): number {
  return Math.ceil((Math.ceil(dishes / dishesAtOnce) * secondsPerDish) / 60);
}

interface MenuProgress {
  readonly state: string;
  readonly counts: { readonly done: number };
}

/** Whether a menu has ended without a dish that was made. */
export function isNoneMade({ state, counts }: MenuProgress): boolean {
  return state === 'done' && counts.done === 0;
}

/** A platform and one of its image types. */
export interface Target {
  readonly platform: string;
  readonly imageType: string;
}

export function isSameTarget(a: Target, b: Target): boolean {
  return a.platform === b.platform && a.imageType === b.imageType;
}

/** Share of a photo that a crop may lose beyond the least loss, in exchange for a target with more pixels. */
const tolerance = 0.1;

/**
 * The target for which a dish is drawn: the one whose aspect ratio keeps most of the photo; among similar ones, that
 * with the most pixels, because the other targets' files are cut from it.
 */
export function drawnTarget(photo: Size, targets: readonly Target[]): Target {
  const rated = targets.map((target) => {
    const size = menuTargetSize(target.platform, target.imageType);
    return { target, kept: keptShare(photo, size), pixels: size.width * size.height };
  });
  const most = Math.max(...rated.map(({ kept }) => kept));
  const [best] = rated.filter(({ kept }) => kept >= most - tolerance).sort((a, b) => b.pixels - a.pixels);
  if (!best) throw new RangeError('A menu has at least one target');
  return best.target;
}

/** Share of a picture's area that remains after a crop to the aspect ratio of `size`. */
export function keptShare(picture: Size, size: Size): number {
  const shapes = picture.width / picture.height / (size.width / size.height);
  return Math.min(shapes, 1 / shapes);
}
