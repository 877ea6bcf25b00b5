import type { Picture } from '#lambdas/pictures/picture.ts';
import type { Mask } from '#shared/domain/dish-place.ts';

/** Side of a block, in pixels. */
const blockSide = 8;
/** Greatest difference, in levels of 255, between the pixels of a flat block, and between neighbouring flat blocks. */
const flatness = 2;
/** The same for a plain part of the dish, such as its plate, which a filter with few colours draws flat. */
const plainness = 12;

export interface FlatArea {
  /** Share of the picture, 0 to 1. */
  readonly share: number;
  /** Levels of red, green and blue. */
  readonly colour: readonly number[];
}

/**
 * The largest area of one flat colour in a picture. Grain and JPEG noise make an area not flat.
 * @param own The photo that was drawn and its dish. Areas that are plain in the dish itself are not counted.
 */
export function largestFlatArea(picture: Picture, own?: { photo: Picture; mask: Mask }): FlatArea {
  const columns = Math.floor(picture.width / blockSide);
  const rows = Math.floor(picture.height / blockSide);
  const means = flatBlocks(picture, { columns, rows, most: flatness });
  if (own) {
    const served = flatBlocks(own.photo, { columns, rows, most: plainness });
    for (let block = 0; block < columns * rows; block += 1) {
      const [x, y] = [block % columns, Math.floor(block / columns)].map((at) => (at + 0.5) * blockSide);
      const isDish = (own.mask.data[(y ?? 0) * own.mask.width + (x ?? 0)] ?? 0) > 127;
      if (isDish && (served[block * 3] ?? -1) >= 0) means.fill(-1, block * 3, block * 3 + 3);
    }
  }
  // Every block is compared with the first one of its region, so that a gradient is not one colour.
  const seen = new Uint8Array(columns * rows);
  let largest = { size: 0, start: 0 };
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || (means[start * 3] ?? -1) < 0) continue;
    const isAlike = (block: number) =>
      (means[block * 3] ?? -1) >= 0 &&
      [0, 1, 2].every(
        (channel) =>
          Math.abs((means[block * 3 + channel] ?? 0) - (means[start * 3 + channel] ?? 0)) <= flatness * 2,
      );
    const stack = [start];
    seen[start] = 1;
    let size = 0;
    for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
      size += 1;
      const column = block % columns;
      for (const next of [
        column > 0 ? block - 1 : -1,
        column < columns - 1 ? block + 1 : -1,
        block - columns,
        block + columns,
      ]) {
        if (next < 0 || next >= seen.length || seen[next] || !isAlike(next)) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
    if (size > largest.size) largest = { size, start };
  }
  return {
    share: largest.size / seen.length,
    colour: Array.from(means.subarray(largest.start * 3, largest.start * 3 + 3)),
  };
}

/** The mean colour of each block whose pixels differ by at most `most`, as three levels; -1 for other blocks. */
function flatBlocks(
  { data, width }: Picture,
  { columns, rows, most }: { readonly columns: number; readonly rows: number; readonly most: number },
): Float32Array {
  const means = new Float32Array(columns * rows * 3).fill(-1);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const low = [255, 255, 255];
      const high = [0, 0, 0];
      for (let y = row * blockSide; y < (row + 1) * blockSide; y += 1) {
        for (let x = column * blockSide; x < (column + 1) * blockSide; x += 1) {
          for (let channel = 0; channel < 3; channel += 1) {
            const value = data[(y * width + x) * 3 + channel] ?? 0;
            if (value < (low[channel] ?? 0)) low[channel] = value;
            if (value > (high[channel] ?? 0)) high[channel] = value;
          }
        }
      }
      if (low.some((value, channel) => (high[channel] ?? 0) - value > most)) continue;
      means.set(
        low.map((value, channel) => (value + (high[channel] ?? 0)) / 2),
        (row * columns + column) * 3,
      );
    }
  }
  return means;
}

/**
 * How strongly a picture shows lines from side to side, in levels of 255: the mean step between neighbouring rows, each
 * taken over the part of the row that is not dish. Textures average out over a row. What does not, such as noodles
 * beside the place where the dish was, differs from the left half to the right: only steps that both have are counted.
 * Edges of a plate or a table are in few rows: the largest fifth of the steps is left out.
 */
export function scanLines(picture: Picture, dish: Mask): number {
  const middle = Math.floor(picture.width / 2);
  const left = rowSteps(picture, dish, { from: 0, to: middle });
  const right = rowSteps(picture, dish, { from: middle, to: picture.width });
  const steps: number[] = [];
  for (const [y, step] of left) {
    const other = right.get(y);
    if (other === undefined) continue;
    steps.push(step * other > 0 ? Math.min(Math.abs(step), Math.abs(other)) : 0);
  }
  const counted = steps.sort((one, other) => one - other).slice(0, Math.ceil(steps.length * 0.8));
  return counted.reduce((sum, step) => sum + step, 0) / Math.max(counted.length, 1);
}

/**
 * For each row, how much lighter it is than the two above and below it, between two columns; only for rows in which
 * enough pixels are not dish.
 */
function rowSteps(
  { data, width, height }: Picture,
  dish: Mask,
  { from, to }: { readonly from: number; readonly to: number },
): Map<number, number> {
  const rows = new Float64Array(height).fill(-1);
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    let count = 0;
    for (let x = from; x < to; x += 1) {
      if ((dish.data[y * width + x] ?? 0) > 8) continue;
      sum += data[(y * width + x) * 3 + 1] ?? 0;
      count += 1;
    }
    if (count > (to - from) * 0.3) rows[y] = sum / count;
  }
  const steps = new Map<number, number>();
  for (let y = 2; y < height - 2; y += 1) {
    const [a = -1, b = -1, c = -1, d = -1, e = -1] = rows.subarray(y - 2, y + 3);
    if (Math.min(a, b, c, d, e) >= 0) steps.set(y, c - (a + b + d + e) / 4);
  }
  return steps;
}
