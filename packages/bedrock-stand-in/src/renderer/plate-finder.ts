import { around, asOval, type Ellipse, outlinesIn, type Scored, type Search, settle } from './outline.ts';
import { joinOval, type Oval } from './oval.ts';
import { type Plane, plane, type Raster, toLab } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

const SIDE = 176;
/** Least share of an outline that is inside the picture and free of food. */
const LEAST_VISIBLE = 0.42;
/** Least height of the colour steps (CIE Lab) across the outline, and least share of the outline that has one. */
const LEAST_STEP = 4;
const LEAST_SHARE = 0.6;
/** Least score of a plate: plates, boards and bowls in photographs score 6.3 and more, ovals in tables 5.8 and less. */
const LEAST_SCORE = 6;

/**
 * Outlines with at least this share of the highest score compete, and the largest wins: a bowl's wall, not its inner
 * rim.
 */
const AS_GOOD = 0.85;

/** Number of the rough outlines whose fit is refined. */
const SETTLED = 24;

/** A round object under the food, or round food. */
export interface Round extends Oval {
  /** How clear the outline is: at least 6; above 10 only a rim. */
  readonly score: number;
}

const roughly: Search = { angles: around(36), reach: 3 };
const inDetail: Search = { angles: around(72), reach: 1.7 };

/**
 * Finds the round object under the food, such as a plate or a board, or a round food, such as a pizza's crust. Of all
 * upright ellipses around the food it takes the one with the greatest colour change across its visible outline, and
 * prefers those that contain all the food.
 *
 * @param leastHeld Least share of the food, 0 to 1, that the ellipse must contain.
 * @returns Undefined if no outline reaches the least score.
 */
export function findPlate(picture: Raster, food: Plane, leastHeld = 0): Round | undefined {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const { width, height } = size;
  const lab = toLab(resizeRaster(picture, width, height));
  const mask = resizePlane(food, width, height);
  const outlines = outlinesIn(lab, mask);
  const box = bounds(mask);
  if (!box) return undefined;
  // Finds the best rough outline of each width and rotation, then refines the best of these.
  const rough: Scored[] = [];
  for (let wide = 0.94; wide <= 2.2; wide *= 1.06) {
    const rx = box.rx * wide;
    if (rx > width * 0.66) break;
    const best = new Map<number, Scored>();
    for (let flat = 0.24; flat <= 1.01; flat += 0.06) {
      const ry = rx * flat;
      for (let lower = 0.98; lower <= 1.3; lower += 0.04) {
        // The front edge lies at or below the food's lowest point.
        const y = box.bottom + (lower - 1) * box.ry * 2 - ry;
        if (y < box.y - box.ry * 0.25) continue;
        for (let aside = -0.3; aside <= 0.31; aside += 0.1) {
          const x = box.x + aside * box.rx;
          for (const turn of flat > 0.85 ? [0] : [0, -0.35, 0.35]) {
            const ellipse = { x, y, rx, ry, turn };
            const score = judge(ellipse, roughly);
            if (score > (best.get(turn)?.score ?? 0)) best.set(turn, { ellipse, score });
          }
        }
      }
    }
    rough.push(...best.values());
  }
  const settled = rough
    .sort((a, b) => b.score - a.score)
    .slice(0, SETTLED)
    .map(({ ellipse }) => settle(ellipse, (next) => judge(next, roughly)))
    .map(({ ellipse }) => settle(ellipse, (next) => judge(next, inDetail)));
  const highest = Math.max(0, ...settled.map(({ score }) => score));
  if (highest < LEAST_SCORE) return undefined;
  const [largest] = settled
    .filter(({ score }) => score >= highest * AS_GOOD)
    .sort((a, b) => b.ellipse.rx * b.ellipse.ry - a.ellipse.rx * a.ellipse.ry);
  return largest && { ...asOval(largest.ellipse, size), score: largest.score };

  function judge(ellipse: Ellipse, search: Search): number {
    const seen = outlines.look(ellipse, search, LEAST_VISIBLE);
    if (!seen || seen.height < LEAST_STEP || seen.stepped < LEAST_SHARE) return 0;
    const inside = outlines.held(ellipse);
    if (inside < leastHeld) return 0;
    return seen.height * seen.stepped ** 2 * seen.even * (0.2 + 0.8 * seen.visible) * (0.6 + 0.8 * inside);
  }
}

function bounds({ width, height, values }: Plane) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  // Rows and columns with very little food do not count.
  const columns = new Float32Array(width);
  const rows = new Float32Array(height);
  for (let i = 0; i < values.length; i++) {
    columns[i % width] = (columns[i % width] as number) + (values[i] as number);
    rows[Math.floor(i / width)] = (rows[Math.floor(i / width)] as number) + (values[i] as number);
  }
  for (let x = 0; x < width; x++) {
    if ((columns[x] as number) < height * 0.02) continue;
    left = Math.min(left, x);
    right = x;
  }
  for (let y = 0; y < height; y++) {
    if ((rows[y] as number) < width * 0.02) continue;
    top = Math.min(top, y);
    bottom = y;
  }
  if (right <= left || bottom <= top) return undefined;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    rx: (right - left) / 2,
    ry: (bottom - top) / 2,
    bottom,
  };
}

/**
 * Whether the oval is part of the food, such as a pizza's crust, and not tableware: food fills most of the oval, and
 * the rest is nearly as colourful as the food.
 */
export function isPartOfFood(picture: Raster, food: Plane, oval: Oval): boolean {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const lab = toLab(resizeRaster(picture, size.width, size.height));
  const eaten = resizePlane(food, size.width, size.height);
  const round = joinOval(plane(size.width, size.height), oval);
  let [filled, whole, foodChroma, ring, ringChroma] = [0, 1e-6, 0, 1e-6, 0];
  for (let i = 0; i < round.values.length; i++) {
    const inside = round.values[i] as number;
    const isFood = inside * (eaten.values[i] as number);
    const chroma = Math.hypot(lab[i * 3 + 1] as number, lab[i * 3 + 2] as number);
    whole += inside;
    filled += isFood;
    foodChroma += isFood * chroma;
    ring += inside - isFood;
    ringChroma += (inside - isFood) * chroma;
  }
  return filled / whole > 0.55 && ringChroma / ring > 0.68 * (foodChroma / Math.max(filled, 1e-6));
}
