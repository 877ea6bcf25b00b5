import { clamp, type Plane, plane, type Raster, smoothstep, toLab } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

/** An upright ellipse in shares of the shorter side, origin in the middle, as in `paint`. */
export interface Oval {
  x: number;
  y: number;
  rx: number;
  ry: number;
}

const SIDE = 176;
/** An outline is judged only if a third of it is inside the picture and free of food. */
const LEAST_VISIBLE = 0.34;
/** Colour step (CIE Lab) across the outline, and share of the outline that must show one. */
const LEAST_STEP = 5.5;
const LEAST_SHARE = 0.74;
/** Between the scores of plates, boards and bowls in sample photos (6.6 and more) and of ovals in tables (5.4). */
const LEAST_SCORE = 6;

/**
 * Finds the round object under the food, such as a plate or a board, or a round food, such as a pizza's crust. Of all
 * upright ellipses around the food it takes the one with the greatest change of colour across its visible outline, and
 * prefers those that contain all the food. Undefined if none stands out.
 */
export function findPlate(picture: Raster, food: Plane): Oval | undefined {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const { width, height } = size;
  const lab = toLab(resizeRaster(picture, width, height));
  const mask = resizePlane(food, width, height);
  const box = bounds(mask);
  if (!box) return undefined;
  const angles = Array.from(
    { length: 72 },
    (_, k) => [Math.cos((k * Math.PI) / 36), Math.sin((k * Math.PI) / 36)] as const,
  );
  let best: Oval | undefined;
  let highest = 0;
  for (let wide = 0.94; wide <= 1.75; wide += 0.06) {
    const rx = box.rx * wide;
    if (rx > width * 0.62) break;
    for (let flat = 0.24; flat <= 0.92; flat += 0.035) {
      const ry = rx * flat;
      for (let lower = 0.98; lower <= 1.3; lower += 0.04) {
        // The front edge lies at or below the food's lowest point.
        const y = box.bottom + (lower - 1) * box.ry * 2 - ry;
        if (y < box.y - box.ry * 0.25) continue;
        for (let aside = -0.12; aside <= 0.121; aside += 0.06) {
          const x = box.x + aside * box.rx;
          const score = judge(x, y, rx, ry);
          if (score > highest) {
            highest = score;
            best = { x, y, rx, ry };
          }
        }
      }
    }
  }
  if (!best || highest < LEAST_SCORE) return undefined;
  const unit = 1 / Math.min(width, height);
  return {
    x: (best.x - width / 2) * unit,
    y: (best.y - height / 2) * unit,
    rx: best.rx * unit,
    ry: best.ry * unit,
  };

  function judge(x: number, y: number, rx: number, ry: number): number {
    const [inner, outer] = [1 - 2 / rx, 1 + 2 / rx];
    let visible = 0;
    let steps = 0;
    let lengths = 0;
    const mean = [0, 0, 0];
    for (const [cos, sin] of angles) {
      const i = pixelAt(x + cos * rx * inner, y + sin * ry * inner - 0.5);
      const o = pixelAt(x + cos * rx * outer, y + sin * ry * outer + sin);
      if (i < 0 || o < 0 || (mask.values[i] as number) > 0.4 || (mask.values[o] as number) > 0.4) continue;
      visible += 1;
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const step = (lab[i * 3 + c] as number) - (lab[o * 3 + c] as number);
        square += step * step;
        mean[c] = (mean[c] as number) + step;
      }
      lengths += Math.sqrt(square);
      if (square > 12) steps += 1;
    }
    if (visible < angles.length * LEAST_VISIBLE) return 0;
    const together = Math.max(Math.hypot(...mean), 0.6 * lengths) / visible;
    const share = steps / visible;
    if (together < LEAST_STEP || share < LEAST_SHARE) return 0;
    const score = Math.min(together, 30) * share * share * (0.2 + (0.8 * visible) / angles.length);
    return score * 1.4 < highest ? 0 : score * (0.6 + 0.8 * held(x, y, rx, ry));
  }

  /** Share of the food that is inside. */
  function held(x: number, y: number, rx: number, ry: number): number {
    let inside = 0;
    let all = 1e-6;
    for (let py = 0; py < height; py += 4) {
      for (let px = 0; px < width; px += 4) {
        const m = mask.values[py * width + px] as number;
        all += m;
        if (((px - x) / rx) ** 2 + ((py - y) / ry) ** 2 < 1) inside += m;
      }
    }
    return inside / all;
  }

  function pixelAt(x: number, y: number): number {
    const px = Math.round(x);
    const py = Math.round(y);
    return px < 0 || py < 0 || px >= width || py >= height ? -1 : py * width + px;
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
 * Whether the oval is part of the food, like a pizza's crust, and not under it: food fills most of the oval, and the rest
 * is nearly as colourful as the food. Tableware is less colourful.
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

/** The food and the oval under it. */
export function joinOval(food: Plane, oval: Oval | undefined): Plane {
  if (!oval) return food;
  const { width, height } = food;
  const unit = Math.min(width, height);
  const out = plane(width, height);
  const soft = 1.5 / (oval.rx * unit);
  for (let y = 0, i = 0; y < height; y++) {
    const dy = ((y + 0.5 - height / 2) / unit - oval.y) / oval.ry;
    for (let x = 0; x < width; x++, i++) {
      const dx = ((x + 0.5 - width / 2) / unit - oval.x) / oval.rx;
      const inside = smoothstep(1 + soft, 1 - soft * 2, Math.sqrt(dx * dx + dy * dy));
      out.values[i] = clamp(Math.max(food.values[i] as number, inside));
    }
  }
  return out;
}
