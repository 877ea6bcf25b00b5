import type { Size } from './formats.ts';

/** A photo that is longer than this has no room for a dish. */
const longestRatio = 10;

/** Whether a photo is too long and narrow to find a dish in it. */
export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width / height, height / width) > longestRatio;
}
