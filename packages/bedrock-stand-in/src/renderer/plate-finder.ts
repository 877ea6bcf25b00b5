import { joinOval, type Oval } from './oval.ts';
import { type Plane, plane, type Raster, toLab } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

const SIDE = 176;
/** An outline is judged only if two fifths of it are inside the picture and free of food. */
const LEAST_VISIBLE = 0.42;
/** Colour step (CIE Lab) across the outline, and share of the outline that must show one. */
const LEAST_STEP = 4;
const LEAST_SHARE = 0.6;
/** Between the scores of plates, boards and bowls in photos (6.3 and more) and of ovals in tables (5.8 and less). */
const LEAST_SCORE = 6;

/** Of outlines whose scores are this close to the highest the largest counts: a bowl's wall, not only its inner rim. */
const AS_GOOD = 0.85;

/** How many of the rough outlines are settled in detail. */
const SETTLED = 24;

interface Scored {
  oval: Required<Oval>;
  score: number;
}

/** The angles at which an outline is judged, and the pixels on both sides of it between which a step counts. */
interface Search {
  angles: readonly (readonly [cos: number, sin: number])[];
  reach: number;
}

const around = (count: number) =>
  Array.from({ length: count }, (_, k) => {
    const angle = (k * 2 * Math.PI) / count;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });
const roughly: Search = { angles: around(36), reach: 3 };
const inDetail: Search = { angles: around(72), reach: 1.7 };

/**
 * Finds the round object under the food, such as a plate or a board, or a round food, such as a pizza's crust. Of all
 * upright ellipses around the food it takes the one with the greatest change of colour across its visible outline, and
 * prefers those that contain all the food. Undefined if none stands out.
 *
 * @param leastHeld The share of the food that an ellipse must contain.
 */
export function findPlate(picture: Raster, food: Plane, leastHeld = 0): Oval | undefined {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const { width, height } = size;
  const lab = toLab(resizeRaster(picture, width, height));
  const mask = resizePlane(food, width, height);
  const texture = stepsOf(lab, width, height);
  const box = bounds(mask);
  if (!box) return undefined;
  // The best outline of each width and turn, roughly; then the best of these in detail.
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
            const oval = { x, y, rx, ry, turn };
            const score = judge(oval, roughly);
            if (score > (best.get(turn)?.score ?? 0)) best.set(turn, { oval, score });
          }
        }
      }
    }
    rough.push(...best.values());
  }
  const settled = rough
    .sort((a, b) => b.score - a.score)
    .slice(0, SETTLED)
    .map(({ oval }) => settleOutline(settleOutline(oval, roughly).oval, inDetail));
  const highest = Math.max(0, ...settled.map(({ score }) => score));
  if (highest < LEAST_SCORE) return undefined;
  const [largest] = settled
    .filter(({ score }) => score >= highest * AS_GOOD)
    .sort((a, b) => b.oval.rx * b.oval.ry - a.oval.rx * a.oval.ry);
  if (!largest) return undefined;
  const best = largest.oval;
  const unit = 1 / Math.min(width, height);
  return {
    turn: best.turn,
    x: (best.x - width / 2) * unit,
    y: (best.y - height / 2) * unit,
    rx: best.rx * unit,
    ry: best.ry * unit,
  };

  /** Moves, stretches and turns the outline in ever smaller steps while its score grows. */
  function settleOutline(start: Required<Oval>, search: Search): Scored {
    let found = start;
    let highest = judge(start, search);
    for (let step = 3; step > 0.4; step /= 2) {
      for (let grown = true; grown; ) {
        grown = false;
        for (const by of [-step, step]) {
          for (const next of [
            { ...found, x: found.x + by },
            { ...found, y: found.y + by },
            { ...found, rx: found.rx + by },
            { ...found, ry: found.ry + by },
            { ...found, rx: found.rx + by, ry: found.ry + by },
            { ...found, y: found.y + by, ry: found.ry + by },
            { ...found, x: found.x + by, rx: found.rx + by },
            { ...found, turn: found.turn + by / found.rx },
          ]) {
            const score = judge(next, search);
            if (score <= highest * 1.002) continue;
            highest = score;
            found = next;
            grown = true;
          }
        }
      }
    }
    return { oval: found, score: highest };
  }

  function judge(oval: Required<Oval>, { angles, reach }: Search): number {
    const { x, y, rx, ry, turn } = oval;
    let visible = 0;
    let steps = 0;
    let heights = 0;
    const mean = [0, 0, 0];
    const rim = [0, 0, 0, 0, 0, 0];
    const [ct, st] = [Math.cos(turn), Math.sin(turn)];
    for (const [cos, sin] of angles) {
      const dx = cos * rx * ct - sin * ry * st;
      const dy = cos * rx * st + sin * ry * ct;
      const away = Math.hypot(dx, dy);
      const [ux, uy] = [dx / away, dy / away];
      const i = pixelAt(x + dx - ux * reach, y + dy - uy * reach);
      const o = pixelAt(x + dx + ux * reach, y + dy + uy * reach);
      if (i < 0 || o < 0 || (mask.values[i] as number) > 0.4 || (mask.values[o] as number) > 0.4) continue;
      visible += 1;
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const inside = lab[i * 3 + c] as number;
        const step = inside - (lab[o * 3 + c] as number);
        square += step * step;
        mean[c] = (mean[c] as number) + step;
        rim[c] = (rim[c] as number) + inside;
        rim[c + 3] = (rim[c + 3] as number) + inside * inside;
      }
      // In a texture, steps are as high beside the outline as on it.
      const flank =
        (stepAt(x + dx - ux * reach * 3.5, y + dy - uy * reach * 3.5) +
          stepAt(x + dx + ux * reach * 3.5, y + dy + uy * reach * 3.5)) /
        2;
      const height = Math.sqrt(square) - 0.6 * flank;
      heights += Math.max(0, Math.min(height, 30));
      if (height > 2.5) steps += 1;
    }
    if (visible < angles.length * LEAST_VISIBLE) return 0;
    const share = steps / visible;
    const together = 0.5 * Math.min(Math.hypot(...mean) / visible, 30) + heights / visible;
    if (together < LEAST_STEP || share < LEAST_SHARE) return 0;
    let variance = 0;
    for (let c = 0; c < 3; c++)
      variance += (rim[c + 3] as number) / visible - ((rim[c] as number) / visible) ** 2;
    // A rim has one colour, lit from one side.
    const even = 1 / (1 + Math.max(0, variance) / 500);
    const score = together * share * share * even * (0.2 + (0.8 * visible) / angles.length);
    const inside = held(oval);
    return inside < leastHeld ? 0 : score * (0.6 + 0.8 * inside);
  }

  function stepAt(x: number, y: number): number {
    const i = pixelAt(x, y);
    return i < 0 ? 0 : (texture[i] as number);
  }

  /** Share of the food that is inside. */
  function held({ x, y, rx, ry, turn }: Required<Oval>): number {
    const [ct, st] = [Math.cos(turn), Math.sin(turn)];
    let inside = 0;
    let all = 1e-6;
    for (let py = 0; py < height; py += 4) {
      for (let px = 0; px < width; px += 4) {
        const m = mask.values[py * width + px] as number;
        all += m;
        const [dx, dy] = [px - x, py - y];
        if (((dx * ct + dy * st) / rx) ** 2 + ((dy * ct - dx * st) / ry) ** 2 < 1) inside += m;
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

/** The greater of the colour steps across four pixels, from side to side and from top to bottom, at each pixel. */
function stepsOf(lab: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  const step = (i: number, j: number) =>
    Math.hypot(
      (lab[i * 3] as number) - (lab[j * 3] as number),
      (lab[i * 3 + 1] as number) - (lab[j * 3 + 1] as number),
      (lab[i * 3 + 2] as number) - (lab[j * 3 + 2] as number),
    );
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      out[i] = Math.max(step(i - 2, i + 2), step(i - 2 * width, i + 2 * width));
    }
  }
  return out;
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
