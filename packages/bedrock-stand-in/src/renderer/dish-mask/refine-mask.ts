import { blurPlane } from '../blur.ts';
import { type Plane, plane, type Raster, smoothstep, toLab } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';
import { drawEdge } from './draw-edge.ts';
import { fillHoles, keepMainPart } from './mask-parts.ts';
import { settle } from './min-cut.ts';
import { findPatches } from './patches.ts';

/**
 * Longer side of the copy on which the mask is refined, and distance between its superpixel centres, both in pixels.
 */
const REFINE_SIDE = 256;
const PITCH = 5;
/** Width of the band along the mask's outline that is labelled again, as a share of the longer side. */
const BAND = 0.045;

/**
 * Labels a band along the outline of a mask again, with small superpixels: removes a wedge of table inside the ellipse
 * of a plate, and restores a chip that hangs over the rim. Pixels deep inside, far outside, and of the food keep their
 * label.
 */
export function refineMask(picture: Raster, mask: Plane, food: Plane): Plane {
  const size = fitWithin(picture.width, picture.height, REFINE_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const before = resizePlane(mask, size.width, size.height);
  const near = blurPlane(before, BAND * Math.max(size.width, size.height));
  const { labels, patches, links } = findPatches(toLab(small), small, PITCH);
  const depth = new Float32Array(patches.length);
  const inside = new Float32Array(patches.length);
  for (let i = 0; i < labels.length; i++) {
    const k = labels[i] as number;
    depth[k] = (depth[k] as number) + (near.values[i] as number);
    inside[k] = (inside[k] as number) + (before.values[i] as number);
  }
  const belief = patches.map((patch, k) => (inside[k] as number) / Math.max(patch.size, 1));
  for (const [k, patch] of patches.entries()) {
    const deep = (depth[k] as number) / Math.max(patch.size, 1);
    // In doubt, keep what may be food.
    patch.guess = smoothstep(0.05, 0.8, deep);
    patch.fixed = deep > 0.93 ? 1 : deep < 0.07 ? 0 : undefined;
  }
  const dish = settle(patches, links, belief);
  const rough = plane(size.width, size.height);
  for (let i = 0; i < rough.values.length; i++) rough.values[i] = dish[labels[i] as number] as number;
  const found = resizePlane(food, size.width, size.height);
  for (let i = 0; i < rough.values.length; i++) if ((found.values[i] as number) > 0.6) rough.values[i] = 1;
  keepMainPart(rough);
  fillHoles(rough);
  return drawEdge(picture, rough);
}
