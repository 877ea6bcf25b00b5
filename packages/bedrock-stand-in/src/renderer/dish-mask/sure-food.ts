import { type Plane, plane } from '../pixels.ts';
import { clear, connectedParts, coresOf, fillHoles, grow, isSet, isThin, meanRow } from './mask-parts.ts';

/** Hysteresis threshold: a component of pixels above UNSURE is food if one of its pixels is above SURE. */
export const SURE = 0.5;
export const UNSURE = 0.2;

/**
 * Width of the bridges at which objects are separated, as a share of the longer side: a pepper mill that touches the
 * plate.
 */
export const NECK = 0.012;

/**
 * The same for objects of which the network is unsure: an out-of-focus glass that touches the berries in front of it.
 */
const WIDE_NECK = 0.035;

/** Parts with a lower mean probability, or smaller than this share of the largest part, are removed. */
const LEAST_SURE = 0.6;
const LEAST_PART = 0.01;

/**
 * Parts above the middle of the largest part and smaller than this share of it are removed: they stand behind the dish.
 */
const MOST_BEHIND = 0.15;

/** The same for parts that hang from the picture's upper border and lie above the whole dish: a lamp, a neon sign. */
const MOST_HANGING = 0.75;

/**
 * Width divided by length below which a part is a handle, a skewer or a straw: 0.18 for a spoon's handle. It stays with
 * what it is joined to, because its stump would show. So does a part of fewer pixels than the bridge is wide.
 */
const THIN = 0.22;

/** Mask of the food by hysteresis threshold, with holes filled, and without specks and objects behind the dish. */
export function keepSure(seen: Plane): Plane {
  const { width, height } = seen;
  const kept: Plane = { ...seen, values: seen.values.map((value) => (value > UNSURE ? 1 : 0)) };
  for (const part of connectedParts(kept, isSet)) {
    if (!part.some((i) => (seen.values[i] as number) > SURE)) clear(kept, part);
  }
  fillHoles(kept);
  const longer = Math.max(width, height);
  leaveOut(kept, seen, NECK * longer, false);
  leaveOut(kept, seen, WIDE_NECK * longer, true);
  return kept;
}

/**
 * Clears the parts of a mask that a bridge of `neck` pixels or less joins to the largest part and that are not the
 * dish. With `onlyUnsure`, clears only those of which the network is unsure.
 */
function leaveOut(kept: Plane, seen: Plane, neck: number, onlyUnsure: boolean): void {
  const { width, height } = kept;
  const [main, ...others] = coresOf(kept, neck);
  if (!main) return;
  const middle = meanRow(main, width);
  const top = Math.floor((main[0] ?? 0) / width);
  const [wanted, unwanted] = [plane(width, height), plane(width, height)];
  for (const i of main) wanted.values[i] = 1;
  for (const part of others) {
    const sure = part.reduce((sum, i) => sum + (seen.values[i] as number), 0) / part.length;
    const rows = part.map((i) => Math.floor(i / width));
    const isAbove = (row: number) => rows.every((each) => each < row);
    const isBehind =
      (part.length < main.length * MOST_BEHIND && isAbove(middle)) ||
      (part.length < main.length * MOST_HANGING && isAbove(top) && (rows[0] ?? 0) <= neck + 1);
    const leaves = sure < LEAST_SURE || (!onlyUnsure && (part.length < main.length * LEAST_PART || isBehind));
    if (leaves && sure >= LEAST_SURE && (part.length < neck || isThin(kept, part, THIN))) continue;
    for (const i of part) (leaves ? unwanted : wanted).values[i] = 1;
  }
  const [near, far] = [grow(wanted, neck * 1.5), grow(unwanted, neck * 1.5)];
  for (let i = 0; i < kept.values.length; i++) {
    if ((far.values[i] as number) > 0.5 && (near.values[i] as number) < 0.5) kept.values[i] = 0;
  }
  // With a wide neck, small food such as berries beside a glass has no core and would be cleared.
  if (onlyUnsure) return;
  for (const part of connectedParts(kept, isSet)) {
    if (!part.some((i) => (wanted.values[i] as number) > 0.5)) clear(kept, part);
  }
}
