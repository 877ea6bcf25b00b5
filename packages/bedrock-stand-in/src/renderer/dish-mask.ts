import { drawEdge } from './dish-mask/draw-edge.ts';
import { favourRound } from './dish-mask/favour-round.ts';
import { guessPatches } from './dish-mask/first-guess.ts';
import { closeGaps, fillHoles, fillOval, keepMainPart } from './dish-mask/mask-parts.ts';
import { settle } from './dish-mask/min-cut.ts';
import { findPatches, type Patch } from './dish-mask/patches.ts';
import { type Plane, plane, type Raster, toLab } from './pixels.ts';
import { fitWithin, resizeRaster } from './resize.ts';

/** Longer side of the copy on which the dish is found. */
const FIND_SIDE = 176;
/** Half the width of the gaps that are filled, in pixels of that copy. */
const CLOSED = 4;

/**
 * Estimates where the dish is: 1 on the dish, 0 elsewhere, soft at the edge, as large as the picture.
 *
 * Patches of similar pixels get a first guess: from the difference between their colour and the border's (a path to the
 * border must cross an edge), from sharpness, colourfulness and place. A minimum cut between dish and surroundings then
 * settles all patches together, three times, with the colours and the roundness found before. A guided filter draws the
 * edge on a larger copy.
 */
export function findDish(picture: Raster): Plane {
  const size = fitWithin(picture.width, picture.height, FIND_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const lab = toLab(small);
  const { labels, patches, links } = findPatches(lab, small);
  guessPatches(lab, small, labels, patches);
  let dish = settle(
    patches,
    links,
    patches.map((patch) => patch.guess),
  );
  for (let round = 0; round < 2; round++) {
    favourRound(patches, links, dish);
    dish = settle(patches, links, dish);
  }
  const rough = plane(size.width, size.height);
  if (isBlank(patches)) fillOval(rough);
  else {
    for (let i = 0; i < rough.values.length; i++) rough.values[i] = dish[labels[i] as number] as number;
    keepMainPart(rough);
    closeGaps(rough, CLOSED);
    fillHoles(rough);
  }
  return drawEdge(picture, rough);
}

/** Whether nothing stands out: all patches have nearly the same colour. */
function isBlank(patches: Patch[]): boolean {
  const [first] = patches;
  return (
    !first ||
    patches.every(({ l, a, b, size }) => size === 0 || Math.hypot(l - first.l, a - first.a, b - first.b) < 5)
  );
}
