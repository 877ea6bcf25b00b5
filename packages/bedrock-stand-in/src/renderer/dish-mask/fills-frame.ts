import { blurRaster } from '../blur.ts';
import { type Plane, type Raster, toLab } from '../pixels.ts';

/**
 * Number of sectors into which the picture's border is divided, and the border's width as a share of the shorter side.
 */
const SECTORS = 16;
const BAND = 0.08;
/**
 * Least detail of the border divided by that of the food: in the plainest sector, and in the sector at the first
 * quartile. Tuned on fifty photographs and crops of them: 0.39 and 0.48 and more where food fills the frame; at most
 * 0.36 and 0.44 around dishes on tables of wood, stone and cloth. The rim of a plate and out-of-focus areas have almost
 * none.
 */
const LEAST_DETAIL = 0.38;
const LEAST_QUARTER = 0.47;
/** Detail is the colour difference (CIE Lab) between the pixels at this distance on both sides, in pixels. */
const REACH = 2;

/**
 * Least histogram intersection of the colours of border and food. Crops of stew, salad and steak have 0.32 and more.
 */
const LEAST_SHARED = 0.3;
/** Size of a histogram bin (CIE Lab). */
const CELL = [14, 10, 10] as const;
/** Least share of the border with a chroma (CIE Lab) above COLOURFUL where food fills the frame. */
const LEAST_COLOURFUL = 0.45;
export const COLOURFUL = 25;

/**
 * Whether food fills the whole frame although the network saw only a part of it, such as the basil on a pizza. Then the
 * border is about as detailed as that part, on all sides, and is either colourful or has the same colours.
 */
export function fillsFrame(picture: Raster, food: Plane): boolean {
  const { width, height } = picture;
  const lab = toLab(blurRaster(picture, 1));
  const inFood = (i: number) => (food.values[i] as number) > 0.5;
  const sectors = Array.from({ length: SECTORS }, () => ({ sum: 0, count: 1e-6 }));
  const whole = { sum: 0, count: 1e-6 };
  const border: number[] = [];
  const band = Math.round(BAND * Math.min(width, height));
  for (let y = REACH; y < height - REACH; y++) {
    for (let x = REACH; x < width - REACH; x++) {
      const i = y * width + x;
      const isBorder = Math.min(x, y, width - 1 - x, height - 1 - y) < band;
      if (!isBorder && !inFood(i)) continue;
      const detail = detailAt(lab, width, i);
      if (inFood(i)) add(whole, detail);
      if (!isBorder) continue;
      if (!inFood(i)) border.push(i);
      const turn = (Math.atan2(y / height - 0.5, x / width - 0.5) / Math.PI + 1) / 2;
      add(sectors[Math.floor(turn * SECTORS) % SECTORS], detail);
    }
  }
  const details = sectors.map(({ sum, count }) => sum / count).sort((a, b) => a - b);
  const usual = whole.sum / whole.count;
  const [plainest = 0, quarter = 0] = [details[0], details[Math.floor((SECTORS - 1) / 4)]];
  if (plainest < LEAST_DETAIL * usual || quarter < LEAST_QUARTER * usual) return false;
  return isColourful(lab, border) || sharedColours(lab, border, inFood) > LEAST_SHARED;
}

function add(mean: { sum: number; count: number } | undefined, value: number): void {
  if (!mean) return;
  mean.sum += value;
  mean.count += 1;
}

/** Mean detail of these pixels, without those next to the picture's border. `lab` holds the picture in CIE Lab. */
export function meanDetail(lab: Float32Array, { width, height }: Raster, pixels: readonly number[]): number {
  const mean = { sum: 0, count: 1e-6 };
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (Math.min(x, y, width - 1 - x, height - 1 - y) >= REACH) add(mean, detailAt(lab, width, i));
  }
  return mean.sum / mean.count;
}

function detailAt(lab: Float32Array, width: number, i: number): number {
  return Math.hypot(step(lab, i, REACH), step(lab, i, REACH * width));
}

/** Colour difference between the pixels at a distance of `by` indices on both sides. */
function step(lab: Float32Array, i: number, by: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += ((lab[(i + by) * 3 + c] ?? 0) - (lab[(i - by) * 3 + c] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

function isColourful(lab: Float32Array, pixels: readonly number[]): boolean {
  const colourful = pixels.filter((i) => Math.hypot(lab[i * 3 + 1] ?? 0, lab[i * 3 + 2] ?? 0) > COLOURFUL);
  return colourful.length > LEAST_COLOURFUL * pixels.length;
}

/** Histogram intersection, 0 to 1, of the colours of these pixels and of the food. */
function sharedColours(lab: Float32Array, pixels: readonly number[], inFood: (i: number) => boolean): number {
  const within = [...Array(lab.length / 3).keys()].filter(inFood);
  const [one, other] = [histogram(lab, pixels), histogram(lab, within)];
  let shared = 0;
  for (const [cell, share] of one) shared += Math.min(share, other.get(cell) ?? 0);
  return shared;
}

function histogram(lab: Float32Array, pixels: readonly number[]): Map<string, number> {
  const cells = new Map<string, number>();
  for (const i of pixels) {
    const cell = CELL.map((size, c) => Math.floor((lab[i * 3 + c] ?? 0) / size)).join();
    cells.set(cell, (cells.get(cell) ?? 0) + 1 / pixels.length);
  }
  return cells;
}
