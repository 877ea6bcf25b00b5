import type { Size } from './formats.ts';

/** Greatest aspect ratio of a photo in which a dish can be found. */
const longestRatio = 10;

/** Whether a photo is too long and narrow to find a dish in it. */
export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width / height, height / width) > longestRatio;
}
