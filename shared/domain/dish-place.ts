import type { Size } from './formats.ts';

/** A part of a picture, in shares of its sides. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const edges = ['left', 'right', 'top', 'bottom'] as const;
export type Edge = (typeof edges)[number];

/** A dish in a photo. */
export interface DishPlace {
  /** In shares of the photo's sides. */
  readonly box: Box;
  /** Edges of the photo that the dish touches. */
  readonly touches: readonly Edge[];
}

/** A mask: one byte for each pixel, 255 for dish. */
export interface Mask extends Size {
  readonly data: Uint8Array;
}

/** Least value of a pixel that counts as dish. */
export const inside = 128;
/** Least share of an edge along which a dish must lie to touch it. */
const leastTouch = 0.02;
/**
 * Share of the dish that may lie outside of its box on each side: crumbs, and specks that background removal took for
 * food.
 */
const crumbs = 0.002;
/** The same share for a frame that must hold the whole dish: less than the handle of a pot. */
export const specks = 0.0002;

/** Edges of the picture that the dish touches. */
export function touchedEdges({ data, width, height }: Mask): Edge[] {
  const touches = (count: number, pixelAt: (step: number) => number) => {
    let touching = 0;
    for (let step = 0; step < count; step += 1) touching += Number((data[pixelAt(step)] ?? 0) >= inside);
    return touching >= count * leastTouch;
  };
  const edges: Edge[] = [];
  if (touches(height, (y) => y * width)) edges.push('left');
  if (touches(height, (y) => y * width + width - 1)) edges.push('right');
  if (touches(width, (x) => x)) edges.push('top');
  if (touches(width, (x) => (height - 1) * width + x)) edges.push('bottom');
  return edges;
}

/**
 * Bounding box and touched edges of the dish in the picture of its mask; null for a mask without a dish.
 * @param spare Share of the dish that may lie outside on each side.
 */
export function dishPlace(mask: Mask, spare = crumbs): DishPlace | null {
  const { data, width, height } = mask;
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  let total = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < inside) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
      total += 1;
    }
  if (total === 0) return null;
  const [left, right] = spanOf(columns, total * spare);
  const [top, bottom] = spanOf(rows, total * spare);
  const box: Box = {
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
  return { box, touches: touchedEdges(mask) };
}

/** First and last index of the counts, without at most `spare` of them at either end. */
function spanOf(counts: Uint32Array, spare: number): [number, number] {
  const firstAfter = (order: Uint32Array) => {
    let seen = 0;
    return order.findIndex((count) => {
      seen += count;
      return seen > spare;
    });
  };
  return [firstAfter(counts), counts.length - firstAfter(counts.toReversed())];
}
