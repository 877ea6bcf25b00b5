/** The geometry of repairing a file for a platform: which part of a picture is kept, and its size in pixels. */
import type { Box } from './dish-place.ts';
import type { FileFacts } from './file-facts.ts';
import type { Size } from './formats.ts';
import type { PlatformRule } from './platform-rules.ts';
import { satisfies } from './platforms.ts';

/** Greatest enlargement of a file's sides; beyond it, a photo looks soft. */
export const maxEnlargement = 2;
/** Greatest distance between the dish's middle and the picture's, as a share of the picture's side. */
export const offCentre = 0.12;

function enlargementTo(size: Size, minimum: Size): number {
  return Math.max(minimum.width / size.width, minimum.height / size.height);
}

/** Whether a dish in this place of a picture is centred, or inside its centre square. */
export function isInPlace({ width, height }: Size, box: Box, check: 'centred' | 'squareCrop'): boolean {
  if (check === 'centred')
    return (
      Math.abs(box.left + box.width / 2 - 0.5) <= offCentre &&
      Math.abs(box.top + box.height / 2 - 0.5) <= offCentre
    );
  const side = Math.min(width, height);
  // Tolerance of a thousandth, because boxes come from masks that are smaller than the picture.
  const [spareX, spareY] = [(1 - side / width) / 2 - 0.001, (1 - side / height) / 2 - 0.001];
  return (
    box.left >= spareX &&
    box.left + box.width <= 1 - spareX &&
    box.top >= spareY &&
    box.top + box.height <= 1 - spareY
  );
}

/** The size of a part of a picture, and the dish's place in it. */
export function cropped(
  { width, height, dish }: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  part: Box,
): [Size, Box] {
  const box = dish?.box ?? noDish;
  return [
    { width: part.width * width, height: part.height * height },
    {
      left: (box.left - part.left) / part.width,
      top: (box.top - part.top) / part.height,
      width: box.width / part.width,
      height: box.height / part.height,
    },
  ];
}

/** Placeholder for a dish whose place is unknown: a point in the middle. */
const noDish: Box = { left: 0.5, top: 0.5, width: 0, height: 0 };

/** Least room around the dish in a crop, as a share of the dish. */
const dishMargin = 0.04;

/**
 * The largest part of a picture that has the rule's ratio, contains the whole dish and needs no more than twofold
 * enlargement; undefined if there is none. If possible, the dish lies where the rule advises it, or at least where the
 * rule requires it. A picture with too few pixels is cropped all the same. Without a dish, the part lies in the middle.
 */
export function cropFor(
  facts: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  { ratio, minimum, content }: Pick<PlatformRule, 'ratio' | 'minimum' | 'content'>,
): Box | undefined {
  const isEnough = minimum !== null && enlargementTo(facts, minimum) <= maxEnlargement;
  const least = isEnough ? minimum : null;
  const wanted = (['centred', 'squareCrop'] as const).filter((check) => content[check]);
  const needed = wanted.filter((check) => content[check] === 'fail');
  return (
    largestPart(facts, ratio, least, wanted) ??
    largestPart(facts, ratio, least, needed) ??
    largestPart(facts, ratio, least, [])
  );
}

function largestPart(
  facts: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  range: PlatformRule['ratio'],
  minimum: Size | null,
  places: readonly ('centred' | 'squareCrop')[],
): Box | undefined {
  const shape = facts.width / facts.height;
  const ratio = range ? Math.min(range.to, Math.max(range.from, shape)) : shape;
  const widest = Math.min(1, ratio / shape);
  const tallest = Math.min(1, shape / ratio);
  for (let scale = 1; scale > 0.2; scale -= 0.01) {
    const { contains, ...part } = placed(facts.dish?.box ?? noDish, widest * scale, tallest * scale);
    const [size, dish] = cropped(facts, part);
    // Smaller parts have even fewer pixels, and contain even less of the dish.
    if (!contains || (minimum && enlargementTo(size, minimum) > maxEnlargement)) return undefined;
    if (places.every((place) => isInPlace(size, dish, place))) return part;
  }
  return undefined;
}

/** Longer side of a repaired file in pixels, unless the platform asks for more. */
const longestRepaired = 3000;

/** Invisible difference between two aspect ratios: 1400×788 instead of 16:9. */
const roundingOfShape = 0.003;

/**
 * Size in pixels of the file that repairs a picture, or the part of it that is kept: within the rule's limits if
 * twofold enlargement reaches them, in the picture's own aspect ratio, or in exactly the rule's ratio if it is nearly
 * that.
 */
export function repairedSize(kept: Size, rule: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>): Size {
  const { minimum, maximum, ratio } = rule;
  let scale = Math.min(1, longestRepaired / Math.max(kept.width, kept.height));
  const most = maximum ? Math.min(maximum.width / kept.width, maximum.height / kept.height) : maxEnlargement;
  scale = Math.min(scale, most);
  const needed = minimum ? enlargementTo(kept, minimum) : 0;
  if (needed <= Math.min(most, maxEnlargement)) scale = Math.max(scale, needed);
  const shape = kept.width / kept.height;
  const nearest = ratio ? Math.min(ratio.to, Math.max(ratio.from, shape)) : shape;
  // A part that was cut in whole pixels is off by up to one pixel.
  const isNear = Math.abs(nearest / shape - 1) <= 1 / Math.min(kept.width, kept.height);
  const target = isNear ? nearest : shape;
  const first = Math.max(1, Math.round(kept.height * scale));
  const sizes = [0, 1, -1, 2, -2].map((more) => {
    const height = Math.max(1, first + more);
    return { width: Math.max(1, Math.round(height * target)), height };
  });
  const [usual] = sizes;
  const exact =
    minimum && Math.abs(minimum.width / minimum.height / shape - 1) < roundingOfShape ? minimum : undefined;
  if (exact && usual && Math.abs(usual.height - exact.height) <= 2 && satisfies(exact, rule)) return exact;
  return sizes.find((size) => satisfies(size, rule)) ?? usual ?? kept;
}

/** A part of this size around the dish, moved into the picture, and whether it contains the dish with a margin. */
function placed(dish: Box, width: number, height: number): Box & { readonly contains: boolean } {
  const left = Math.min(1 - width, Math.max(0, dish.left + dish.width / 2 - width / 2));
  const top = Math.min(1 - height, Math.max(0, dish.top + dish.height / 2 - height / 2));
  const [spareX, spareY] = [dish.width * dishMargin, dish.height * dishMargin];
  // No margin is needed at the picture's own edge.
  const contains =
    left <= Math.max(0, dish.left - spareX) + 1e-9 &&
    top <= Math.max(0, dish.top - spareY) + 1e-9 &&
    left + width >= Math.min(1, dish.left + dish.width + spareX) - 1e-9 &&
    top + height >= Math.min(1, dish.top + dish.height + spareY) - 1e-9;
  return { left, top, width, height, contains };
}
