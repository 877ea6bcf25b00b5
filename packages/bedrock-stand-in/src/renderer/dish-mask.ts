import { drawEdge } from './dish-mask/draw-edge.ts';
import { favourRound } from './dish-mask/favour-round.ts';
import { guessPatches } from './dish-mask/first-guess.ts';
import { closeGaps, fillHoles, fillOval, keepMainPart } from './dish-mask/mask-parts.ts';
import { settle } from './dish-mask/min-cut.ts';
import { findPatches, type Patch } from './dish-mask/patches.ts';
import { type Plane, plane, type Raster, raster, toLab } from './pixels.ts';
import { fitWithin, resizeRaster } from './resize.ts';

/** Longer side of the copy on which the dish is found, in pixels. */
const FIND_SIDE = 176;
/** Radius of the morphological closing, in pixels of that copy. */
const CLOSED = 4;
/**
 * Distances between superpixel centres, in pixels. Each search divides the picture differently, and the majority
 * decides.
 */
const PITCHES = [7, 8, 10];

/**
 * Estimates where the dish is, without a neural network: 1 on the dish, 0 elsewhere, soft at the edge, as large as the
 * picture. Superpixels (SLIC) get a first guess from the difference between their colour and the border's (by barrier
 * distance: a path to the border must cross an edge), and from sharpness, colourfulness and position. A minimum cut
 * between dish and surroundings then labels all superpixels together, three times, each time with the colours and the
 * roundness found before. The result depends on where superpixels begin, so several searches vote, also on the mirrored
 * picture. A guided filter draws the edge on a larger copy.
 */
export function findDish(picture: Raster): Plane {
  const size = fitWithin(picture.width, picture.height, FIND_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const mirrored = mirror(small);
  const votes = new Float32Array(size.width * size.height);
  for (const pitch of PITCHES) {
    const found = search(small, pitch);
    const turned = search(mirrored, pitch);
    if (!found || !turned) {
      const oval = plane(size.width, size.height);
      fillOval(oval);
      return drawEdge(picture, oval);
    }
    for (let i = 0; i < votes.length; i++) {
      const x = i % size.width;
      votes[i] = (votes[i] as number) + (found[i] as number) + (turned[i + size.width - 1 - 2 * x] as number);
    }
  }
  const rough: Plane = { ...size, values: votes.map((count) => (count > PITCHES.length ? 1 : 0)) };
  keepMainPart(rough);
  closeGaps(rough, CLOSED);
  fillHoles(rough);
  return drawEdge(picture, rough);
}

/** For each pixel, 1 if it is dish; undefined if nothing stands out from the surroundings. */
function search(small: Raster, pitch: number): Float32Array | undefined {
  const lab = toLab(small);
  const { labels, patches, links } = findPatches(lab, small, pitch);
  if (isBlank(patches)) return undefined;
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
  return Float32Array.from(labels, (label) => dish[label] as number);
}

function mirror({ width, height, rgb }: Raster): Raster {
  const out = raster(width, height);
  for (let i = 0; i < width * height; i++) {
    const from = (i + width - 1 - 2 * (i % width)) * 3;
    out.rgb.set(rgb.subarray(from, from + 3), i * 3);
  }
  return out;
}

/** Whether all patches have nearly the same colour. */
function isBlank(patches: Patch[]): boolean {
  const [first] = patches;
  return (
    !first ||
    patches.every(({ l, a, b, size }) => size === 0 || Math.hypot(l - first.l, a - first.a, b - first.b) < 5)
  );
}
