import type { Plane } from '../pixels.ts';
import { clear, connectedParts, grow, isSet, isThin } from './mask-parts.ts';

/** Probability above which a pixel is certain; width of the soft edge around it, as a share of the longer side. */
const CERTAIN = 0.65;
const EDGE = 0.008;
/** Least area of a scrap, as a share of the picture, and its greatest mean probability. */
const LEAST_AREA = 0.0015;
const MOST_SURE = 0.37;
/**
 * Greatest share of a scrap's outline that hangs on the rest of the mask. On 68 photographs, pieces of walls, boards,
 * glasses and cloth have 0.33 and less; plates, vessels and food of which the network is unsure have 0.38 and more, or
 * belong to a plate that is found later. Ends of rolls and of a spoon have 0.25 to 0.35 and a probability of 0.39 to 0.45.
 */
const MOST_HELD = 0.35;
/** Width divided by length below which a part is a straw or the handle of a spoon, of which a stump would remain. */
const THIN = 0.3;

/**
 * A mask of food without the parts of which the network is unsure and that hang on the rest by a small share of their
 * outline: a fireplace behind a bowl, a board that ends nowhere. What the network saw faintly of a plate or of food lies
 * along the certain part.
 */
export function withoutScraps(food: Plane, seen: Plane): Plane {
  const probability = (i: number) => seen.values[i] as number;
  const certain = {
    ...food,
    values: food.values.map((value, i) => (isSet(value) && probability(i) > CERTAIN ? 1 : 0)),
  };
  const near = grow(certain, EDGE * Math.max(food.width, food.height));
  const unsure = {
    ...food,
    values: food.values.map((value, i) => (isSet(near.values[i] as number) ? 0 : value)),
  };
  const least = LEAST_AREA * food.values.length;
  const scraps = connectedParts(unsure, isSet).filter((part) => {
    if (part.length < least) return false;
    const sure = part.reduce((sum, i) => sum + probability(i), 0) / part.length;
    return sure < MOST_SURE && heldShare(food, unsure, part) < MOST_HELD && !isThin(food, part, THIN);
  });
  if (scraps.length === 0) return food;
  const kept: Plane = { ...food, values: food.values.slice() };
  for (const part of scraps) clear(kept, part);
  // A leaf on a board is an island without it.
  for (const part of connectedParts(kept, isSet)) if (part.length < least) clear(kept, part);
  return kept;
}

/** Share of a part's outline that borders on the rest of the mask. The frame counts as background. */
function heldShare({ width, height, values }: Plane, unsure: Plane, part: readonly number[]): number {
  let [outline, held] = [0, 0];
  for (const i of part) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const around = [i - 1, i + 1, i - width, i + width];
    const isFree =
      x === 0 ||
      y === 0 ||
      x === width - 1 ||
      y === height - 1 ||
      around.some((near) => !isSet(values[near] as number));
    const isHeld = !isFree && around.some((near) => !isSet(unsure.values[near] as number));
    if (isFree || isHeld) outline += 1;
    if (isHeld) held += 1;
  }
  return held / Math.max(1, outline);
}
