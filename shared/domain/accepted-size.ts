import type { Size } from './formats.ts';
import { type PhotoRequirement, satisfies } from './platforms.ts';

/** Shorter side in pixels of a file if a rule states no smallest size. */
const usualSide = 1200;

/**
 * A size that a file of this rule may have, preferably the smallest one that it states; undefined if no file can meet
 * it.
 */
export function acceptedSize(
  rule: Pick<PhotoRequirement, 'minimum' | 'maximum' | 'ratio'>,
): Size | undefined {
  const { minimum, maximum, ratio } = rule;
  const least = minimum ?? { width: 1, height: 1 };
  const most = maximum ?? { width: largestSide, height: largestSide };
  const start = Math.min(most.height, minimum ? minimum.height : usualSide);
  const heights = [
    ...Array.from({ length: Math.max(0, most.height - start + 1) }, (_, step) => start + step),
    ...Array.from({ length: Math.max(0, start - least.height) }, (_, step) => start - 1 - step),
  ];
  for (const height of heights) {
    const shape = ratio ? Math.min(ratio.to, Math.max(ratio.from, 4 / 3)) : 4 / 3;
    const width = Math.min(most.width, Math.max(least.width, Math.round(height * shape)));
    if (satisfies({ width, height }, rule)) return { width, height };
  }
  return undefined;
}

/** Larger files are not photos for a page, and cannot be made here. */
const largestSide = 10_000;
