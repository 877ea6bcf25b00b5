import { blurPlane } from '#src/renderer/blur.ts';
import { borderShare, connectedParts, isSet } from '#src/renderer/dish-mask/mask-parts.ts';
import { findSalientObject } from '#src/renderer/dish-mask/salient-object.ts';
import { decodeWithin } from '#src/renderer/image-file.ts';
import type { Plane } from '#src/renderer/pixels.ts';

/** The salient objects of a picture. */
export interface Things {
  /** Number of separate objects. */
  count: number;
  /** Share of the picture that they cover, 0 to 1. */
  share: number;
  /** Share of the picture's border that they cover, 0 to 1. */
  atEdges: number;
}

/** Longest side of the copy that is analysed, in pixels: that of the network's input. */
const longestSide = 320;
/** Half the width of a bridge between two objects that only touch, in pixels of that copy. */
const neck = 2;
/** Least area of an object as a share of the largest one, and of the picture. Crumbs, glasses and forks are smaller. */
const leastOfLargest = 0.15;
const leastOfPicture = 0.008;

/**
 * Counts the salient objects in a picture, such as dishes. Undefined if onnxruntime-node is not installed. Of 131
 * photographs of restaurants seven have several: six tables with dishes apart from each other, and one room. Dishes
 * that touch, or a side dish out of focus, count as one.
 */
export async function findThings(picture: Uint8Array): Promise<Things | undefined> {
  const seen = await findSalientObject(await decodeWithin(picture, longestSide), { mirrored: false });
  if (!seen) return undefined;
  const sure = keepAbove(seen, 0.5);
  const covered = sure.values.reduce((sum, value) => sum + value, 0);
  const apart = connectedParts(keepAbove(blurPlane(sure, neck), 0.9), isSet);
  const largest = Math.max(0, ...apart.map(({ length }) => length));
  const least = Math.max(leastOfLargest * largest, leastOfPicture * seen.values.length);
  return {
    count: apart.filter(({ length }) => length > least).length,
    share: covered / seen.values.length,
    atEdges: borderShare(sure),
  };
}

function keepAbove(mask: Plane, limit: number): Plane {
  return { ...mask, values: mask.values.map((value) => (value > limit ? 1 : 0)) };
}
