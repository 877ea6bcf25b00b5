import { clamp, smoothstep } from '../pixels.ts';
import type { Link, Patch } from './patches.ts';

/**
 * Raises the first guess of patches inside the fitted ellipse and the convex hull of the largest part. Dishes are round
 * or heaped, so the shaded side of a bun, or a crust in the colour of the table, becomes part of them.
 */
export function favourRound(patches: Patch[], links: Link[], dish: number[]): void {
  const main = largestPart(patches, links, dish);
  const weight = main.reduce((sum, patch) => sum + patch.size, 0);
  if (weight === 0) return;
  const cx = main.reduce((sum, patch) => sum + patch.x * patch.size, 0) / weight;
  const cy = main.reduce((sum, patch) => sum + patch.y * patch.size, 0) / weight;
  let xx = 1e-4;
  let xy = 0;
  let yy = 1e-4;
  for (const patch of main) {
    xx += ((patch.x - cx) ** 2 * patch.size) / weight;
    xy += ((patch.x - cx) * (patch.y - cy) * patch.size) / weight;
    yy += ((patch.y - cy) ** 2 * patch.size) / weight;
  }
  const determinant = Math.max(xx * yy - xy * xy, 1e-9);
  const hull = convexHull(main);
  for (const patch of patches) {
    if (patch.border > 0) continue;
    const dx = patch.x - cx;
    const dy = patch.y - cy;
    // The squared Mahalanobis distance is 4 on the border of an evenly filled ellipse with these moments.
    const out = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant;
    const favour = 0.34 * smoothstep(6.4, 4, out) + (insideHull(hull, patch) ? 0.3 : 0);
    patch.guess = clamp(Math.max(patch.guess, favour + patch.guess * 0.5));
    if (out > 8) patch.guess *= 0.6;
  }
}

function largestPart(patches: Patch[], links: Link[], dish: number[]): Patch[] {
  const root = patches.map((_, k) => k);
  const find = (k: number): number => {
    let top = k;
    while ((root[top] as number) !== top) top = root[top] as number;
    root[k] = top;
    return top;
  };
  for (const { from, to } of links) {
    if ((dish[from] as number) === 1 && (dish[to] as number) === 1) root[find(from)] = find(to);
  }
  const parts = new Map<number, Patch[]>();
  for (const [k, patch] of patches.entries()) {
    if ((dish[k] as number) === 1) parts.set(find(k), [...(parts.get(find(k)) ?? []), patch]);
  }
  const area = (part: Patch[]) => part.reduce((sum, patch) => sum + patch.size, 0);
  return [...parts.values()].sort((a, b) => area(b) - area(a))[0] ?? [];
}

interface Point {
  x: number;
  y: number;
}

/** Convex hull by Andrew's monotone chain; the corners are in order around the hull. */
export function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Whether a point is inside a hull, or on it. */
export function insideHull(hull: Point[], point: Point): boolean {
  return hull.length > 2 && hull.every((a, k) => turn(a, hull[(k + 1) % hull.length] as Point, point) >= 0);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
