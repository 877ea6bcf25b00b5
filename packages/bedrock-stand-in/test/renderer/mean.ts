import type { Plane } from '#src/renderer/pixels.ts';

/** The mean of a mask in a part of the picture, which is given in shares of its sides. */
export function mean(mask: Plane, left: number, top: number, right: number, bottom: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(top * mask.height); y < bottom * mask.height; y++) {
    for (let x = Math.floor(left * mask.width); x < right * mask.width; x++) {
      sum += mask.values[y * mask.width + x] ?? 0;
      count += 1;
    }
  }
  return sum / count;
}
