import type { Raster } from '../pixels.ts';

/** A patch of similar neighbouring pixels. */
export interface Patch {
  l: number;
  a: number;
  b: number;
  x: number;
  y: number;
  /** Number of pixels. */
  size: number;
  /** Number of pixels on the border of the picture. */
  border: number;
  /** First guess, 0 to 1, that it is dish. */
  guess: number;
  /** Already decided: dish (1) or not (0). */
  fixed?: 0 | 1 | undefined;
}

/** Two neighbouring patches, and the cost of separating them. */
export interface Link {
  from: number;
  to: number;
  cost: number;
}

export interface Patches {
  /** For each pixel, the index of its patch. */
  labels: Int32Array;
  patches: Patch[];
  links: Link[];
}

const ROUNDS = 6;

/** State of the clustering: the patches begin on a grid; `centres` has l, a, b, x and y of each. */
interface Grid {
  width: number;
  height: number;
  columns: number;
  rows: number;
  count: number;
  centres: Float32Array;
  /** Weight of the distance in pixels relative to the distance in colour. */
  spatial: number;
}

/**
 * Divides the picture into superpixels of about `pitch` by `pitch` pixels that follow edges (SLIC, simple linear
 * iterative clustering).
 */
export function findPatches(lab: Float32Array, { width, height }: Raster, pitch: number): Patches {
  const grid = startGrid(lab, width, height, pitch);
  const labels = new Int32Array(width * height);
  for (let round = 0; round < ROUNDS; round++) {
    assignPixels(lab, grid, labels);
    moveCentres(lab, grid, labels);
  }
  const patches = describePatches(grid, labels);
  return { labels, patches, links: linkPatches(lab, grid, labels) };
}

function startGrid(lab: Float32Array, width: number, height: number, pitch: number): Grid {
  const columns = Math.max(1, Math.round(width / pitch));
  const rows = Math.max(1, Math.round(height / pitch));
  const count = columns * rows;
  const centres = new Float32Array(count * 5);
  for (let k = 0; k < count; k++) {
    const x = Math.min(width - 1, Math.floor(((k % columns) + 0.5) * (width / columns)));
    const y = Math.min(height - 1, Math.floor((Math.floor(k / columns) + 0.5) * (height / rows)));
    const s = (y * width + x) * 3;
    centres.set([lab[s] as number, lab[s + 1] as number, lab[s + 2] as number, x, y], k * 5);
  }
  return { width, height, columns, rows, count, centres, spatial: (10 / pitch) ** 2 };
}

/** Assigns each pixel to the nearest of the nine centres around it. */
function assignPixels(lab: Float32Array, grid: Grid, labels: Int32Array): void {
  const { width, height, columns, rows, centres, spatial } = grid;
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor((y * rows) / height));
    for (let x = 0; x < width; x++) {
      const column = Math.min(columns - 1, Math.floor((x * columns) / width));
      const i = y * width + x;
      let best = Number.POSITIVE_INFINITY;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          const k = r * columns + c;
          const o = k * 5;
          const dl = (lab[i * 3] as number) - (centres[o] as number);
          const da = (lab[i * 3 + 1] as number) - (centres[o + 1] as number);
          const db = (lab[i * 3 + 2] as number) - (centres[o + 2] as number);
          const dx = x - (centres[o + 3] as number);
          const dy = y - (centres[o + 4] as number);
          const distance = dl * dl + da * da + db * db + (dx * dx + dy * dy) * spatial;
          if (distance < best) {
            best = distance;
            labels[i] = k;
          }
        }
      }
    }
  }
}

/** Moves each centre to the mean of its pixels. */
function moveCentres(lab: Float32Array, { width, count, centres }: Grid, labels: Int32Array): void {
  const sums = new Float64Array(count * 6);
  for (let i = 0; i < labels.length; i++) {
    const o = (labels[i] as number) * 6;
    for (let c = 0; c < 3; c++) sums[o + c] = (sums[o + c] as number) + (lab[i * 3 + c] as number);
    sums[o + 3] = (sums[o + 3] as number) + (i % width);
    sums[o + 4] = (sums[o + 4] as number) + Math.floor(i / width);
    sums[o + 5] = (sums[o + 5] as number) + 1;
  }
  for (let k = 0; k < count; k++) {
    const n = sums[k * 6 + 5] as number;
    if (n > 0) for (let c = 0; c < 5; c++) centres[k * 5 + c] = (sums[k * 6 + c] as number) / n;
  }
}

function describePatches({ width, height, count, centres }: Grid, labels: Int32Array): Patch[] {
  const patches = Array.from({ length: count }, (_, k): Patch => {
    const [l = 0, a = 0, b = 0, x = 0, y = 0] = centres.subarray(k * 5, k * 5 + 5);
    return { l, a, b, x: x / width - 0.5, y: y / height - 0.5, size: 0, border: 0, guess: 0 };
  });
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const patch = patches[labels[i] as number] as Patch;
      patch.size += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) patch.border += 1;
    }
  }
  return patches;
}

function linkPatches(lab: Float32Array, { width, height, count }: Grid, labels: Int32Array): Link[] {
  const borders = new Map<number, { length: number; contrast: number }>();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) addPixels(i, i + 1, x > 0 ? i - 1 : i, x + 2 < width ? i + 2 : i + 1);
      if (y + 1 < height) {
        addPixels(i, i + width, y > 0 ? i - width : i, y + 2 < height ? i + 2 * width : i + width);
      }
    }
  }
  const contrasts = [...borders.values()].map(({ contrast, length }) => contrast / length);
  const mean = contrasts.reduce((sum, contrast) => sum + contrast, 0) / Math.max(contrasts.length, 1);
  return [...borders].map(([key, { length, contrast }]): Link => {
    // A gradual change between two patches makes separating them expensive; an abrupt step makes it cheap.
    const cost = length * (0.12 + 2.6 * Math.exp(-contrast / length / Math.max(mean, 1) / 0.7));
    return { from: Math.floor(key / count), to: key % count, cost };
  });

  /**
   * Adds a pair of neighbouring pixels to the border of their patches. Its contrast is that of the four pixels in line.
   */
  function addPixels(i: number, j: number, before: number, after: number): void {
    const a = labels[i] as number;
    const b = labels[j] as number;
    if (a === b) return;
    const key = Math.min(a, b) * count + Math.max(a, b);
    const border = borders.get(key) ?? { length: 0, contrast: 0 };
    border.length += 1;
    for (let c = 0; c < 3; c++) {
      const step = (lab[before * 3 + c] as number) - (lab[after * 3 + c] as number);
      border.contrast += step * step * (c === 0 ? 0.7 : 1);
    }
    borders.set(key, border);
  }
}
