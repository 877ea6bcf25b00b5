import FlatQueue from 'flatqueue';
import type { Size } from '#shared/domain/formats.ts';
import type { Point } from './mask-corrections.ts';
import type { Mask } from './mask-file.ts';

/** Pixels of a picture with four bytes each, as a canvas gives them. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray;
}

/** Radius of the initial spot of an area, as a share of the longer side. */
const spot = 0.012;
/** Cost of a colour difference from the spot, relative to the cost of an edge between two neighbours. */
const colourCost = 0.01;
/** Cost of distance, so that the nearest of equal pixels comes first. */
const wayCost = 0.02;
/** Colour step above which an edge counts as fully clear. */
const clearStep = 20;
/** Colour step assumed at the border of the photo, where an area ends without an edge. */
const frameStep = 4;
/** Bonus of a larger area among those with equally clear edges. */
const largerIsBetter = 0.04;
/** Minimum and maximum size of an area, as shares of the photo and of the permitted pixels. */
const least = 0.002;
const most = 0.75;
/** The maximum if nearly all of the photo is permitted: its background may be most of it. */
const nearlyAll = 0.9;
const mostOfAll = 0.97;
/** Among outlines with at least this share of the best clarity, the smallest wins; a user who wants more taps again. */
const clearEnough = 0.93;
/** Within this many further pixels, as a share of the photo, no clearer outline may follow. */
const nearby = 0.01;
/** Mean colour step of an outline below which there is no edge within the permitted pixels. */
const leastClear = 3;
/** A connected part of the mask of up to this share of all its pixels is taken whole. */
const separatePart = 0.35;
/** Holes up to this share of the photo belong to the area: crumbs and drops on a plate. */
const closedHole = 0.004;
/** Distance in pixels from forbidden pixels up to which a pixel contains a mixture of both. */
const mixed = 2;
/** Maximum width in pixels of the gap between an area and forbidden pixels that is added to the area. */
const seam = 4;

/** Kinds of pixels. The frame is one pixel wide, so that each pixel of the photo has four neighbours. */
const [kept, free, frame] = [0, 1, 2] as const;

/** A photo with a frame of one pixel. */
interface Grid {
  /** Offset from one row to the next. */
  readonly stride: number;
  readonly kinds: Uint8Array;
  /** Lightness, red-green and yellow-blue of each pixel, scaled to be perceptually similar. */
  readonly colours: Float32Array;
  /** Offsets from a pixel to its neighbours. */
  readonly directions: readonly number[];
}

/**
 * Finds the area around a point of a photo (region growing): it grows from the point along the cheapest paths, and ends
 * where its outline lies on the clearest edges.
 * @param photo A small copy: the time grows with its pixels.
 * @param within 1 for each pixel of the photo that the area may contain, and 0 for others.
 * @returns A mask of the photo's size; undefined if the point is not permitted.
 */
export function findArea(photo: Pixels, { x, y }: Point, within: Uint8Array): Mask | undefined {
  const { width, height } = photo;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const isInPhoto = column >= 0 && row >= 0 && column < width && row < height;
  if (!isInPhoto || within[row * width + column] !== 1) return undefined;
  const grid = gridOf(photo, within);
  const radius = Math.max(2, Math.round(spot * Math.max(width, height)));
  const seeds = spotAround(grid, (row + 1) * grid.stride + column + 1, radius);
  const order = growFrom(seeds, grid);
  const room = within.reduce((sum, may) => sum + may, 0);
  const size = order.length <= separatePart * room ? order.length : bestSize(order, grid, room, seeds.length);
  const area = new Uint8Array(grid.kinds.length);
  for (const pixel of order.subarray(0, size)) area[pixel] = 1;
  fillHoles(area, grid, closedHole * width * height);
  closeSeam(area, grid);
  const data = new Uint8Array(width * height);
  for (let line = 0; line < height; line += 1)
    for (let at = 0; at < width; at += 1)
      if (area[(line + 1) * grid.stride + at + 1] === 1) data[line * width + at] = 255;
  return { width, height, data };
}

function gridOf({ data, width, height }: Pixels, within: Uint8Array): Grid {
  const stride = width + 2;
  const kinds = new Uint8Array(stride * (height + 2)).fill(frame);
  const colours = new Float32Array(kinds.length * 3);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const from = row * width + column;
      const to = (row + 1) * stride + column + 1;
      kinds[to] = within[from] === 1 ? free : kept;
      const red = of(data, from * 4) / 255;
      const green = of(data, from * 4 + 1) / 255;
      const blue = of(data, from * 4 + 2) / 255;
      colours[to * 3] = 100 * (0.3 * red + 0.59 * green + 0.11 * blue);
      colours[to * 3 + 1] = 90 * (red - green);
      colours[to * 3 + 2] = 70 * ((red + green) / 2 - blue);
    }
  return { stride, kinds, colours, directions: [-1, 1, -stride, stride] };
}

/** The permitted pixels around another one. */
function spotAround({ kinds, stride }: Grid, middle: number, radius: number): number[] {
  const pixels: number[] = [];
  for (let down = -radius; down <= radius; down += 1)
    for (let right = -radius; right <= radius; right += 1) {
      const pixel = middle + down * stride + right;
      const isInRow = Math.abs((pixel % stride) - (middle % stride)) <= radius;
      if (isInRow && kinds[pixel] === free && Math.hypot(right, down) <= radius) pixels.push(pixel);
    }
  return pixels;
}

/** All reachable pixels, ordered by the cost of the path to them. */
function growFrom(seeds: number[], { kinds, colours, directions }: Grid): Uint32Array {
  const [light = 0, red = 0, yellow = 0] = [0, 1, 2].map(
    (part) => seeds.reduce((sum, pixel) => sum + of(colours, pixel * 3 + part), 0) / seeds.length,
  );
  const costs = new Float32Array(kinds.length).fill(Number.POSITIVE_INFINITY);
  const order = new Uint32Array(kinds.length);
  const isTaken = new Uint8Array(kinds.length);
  const queue = new FlatQueue<number>();
  for (const pixel of seeds) {
    costs[pixel] = 0;
    queue.push(pixel, 0);
  }
  let taken = 0;
  for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
    if (isTaken[pixel] === 1) continue;
    isTaken[pixel] = 1;
    order[taken] = pixel;
    taken += 1;
    for (const direction of directions) {
      const next = pixel + direction;
      if (kinds[next] !== free || isTaken[next] === 1) continue;
      const away =
        ((of(colours, next * 3) - light) / 2) ** 2 +
        (of(colours, next * 3 + 1) - red) ** 2 +
        (of(colours, next * 3 + 2) - yellow) ** 2;
      const cost = of(costs, pixel) + squaredStep(colours, pixel, next) + colourCost * away + wayCost;
      if (cost >= of(costs, next)) continue;
      costs[next] = cost;
      queue.push(next, cost);
    }
  }
  return order.subarray(0, taken);
}

/** Number of leading pixels, at least the spot's, with the clearest outline; all if no outline is clear. */
function bestSize(order: Uint32Array, grid: Grid, room: number, spotSize: number): number {
  const { kinds, directions } = grid;
  const isInside = new Uint8Array(kinds.length);
  // Pixels at the border of the permitted area contain some of what lies beyond.
  const isMixed = reach(grid, (pixel) => kinds[pixel] === kept, mixed);
  const photo = kinds.reduce((sum, kind) => sum + (kind === frame ? 0 : 1), 0);
  let [steps, outline] = [0, 0];
  const scores = new Float32Array(order.length + 1);
  let best = { score: 0, clear: 0, size: 0 };
  const largest = room * (room > nearlyAll * photo ? mostOfAll : most);
  for (let count = 1; count <= Math.min(order.length, largest); count += 1) {
    const pixel = of(order, count - 1);
    isInside[pixel] = 1;
    for (const direction of directions) {
      const next = pixel + direction;
      if (kinds[next] === frame) {
        steps += frameStep;
        outline += 1;
      } else if (isMixed[next] === 0 && isMixed[pixel] === 0) {
        const change = isInside[next] === 1 ? -1 : 1;
        steps += change * stepAcross(grid, pixel, direction);
        outline += change;
      }
    }
    if (count < Math.max(spotSize, least * photo)) continue;
    // A border with the rest of the mask needs no edge, but such a border must not be nearly all of the outline.
    const clear = steps / Math.max(outline, 1.2 * Math.sqrt(count));
    const score = clear * (count / photo) ** largerIsBetter;
    scores[count] = score;
    if (score > best.score) best = { score, clear, size: count };
  }
  return best.clear < leastClear
    ? order.length
    : firstPeak(scores.subarray(0, best.size + 1), clearEnough * best.score, nearby * photo);
}

/** The first index with at least `level` after which no value is larger for `reach` places. */
function firstPeak(values: Float32Array, level: number, reach: number): number {
  let peak = -1;
  for (let place = 0; place < values.length; place += 1) {
    if (peak >= 0 && place - peak > reach) return peak;
    const value = of(values, place);
    if (value >= level && (peak < 0 || value > of(values, peak))) peak = place;
  }
  return peak;
}

/** Adds holes of up to this many pixels that the area surrounds. */
function fillHoles(area: Uint8Array, { kinds, directions }: Grid, largest: number): void {
  const isSeen = Uint8Array.from(area);
  for (let first = 0; first < isSeen.length; first += 1) {
    if (isSeen[first] === 1 || kinds[first] === frame) continue;
    const hole = [first];
    isSeen[first] = 1;
    let isOpen = false;
    for (const pixel of hole)
      for (const direction of directions) {
        const next = pixel + direction;
        isOpen ||= kinds[next] === frame;
        if (kinds[next] === frame || isSeen[next] === 1) continue;
        isSeen[next] = 1;
        hole.push(next);
      }
    if (isOpen || hole.length > largest) continue;
    for (const pixel of hole) if (kinds[pixel] === free) area[pixel] = 1;
  }
}

/** Adds the pixels between the area and the forbidden pixels, and a little of those: the pixels of an edge. */
function closeSeam(area: Uint8Array, grid: Grid): void {
  const near = reach(grid, (pixel) => area[pixel] === 1, seam);
  const beyond = reach(grid, (pixel) => grid.kinds[pixel] === kept, seam);
  for (let pixel = 0; pixel < area.length; pixel += 1)
    if (near[pixel] === 1 && beyond[pixel] === 1) area[pixel] = 1;
}

/** 1 for pixels of a kind and for those up to this distance in pixels. */
function reach({ kinds, directions }: Grid, isOfKind: (pixel: number) => boolean, away: number): Uint8Array {
  const reached = new Uint8Array(kinds.length);
  let edge: number[] = [];
  for (let pixel = 0; pixel < kinds.length; pixel += 1)
    if (isOfKind(pixel)) {
      reached[pixel] = 1;
      edge.push(pixel);
    }
  for (let step = 0; step < away; step += 1) {
    const next: number[] = [];
    for (const pixel of edge)
      for (const direction of directions) {
        const beside = pixel + direction;
        if (kinds[beside] === frame || reached[beside] === 1) continue;
        reached[beside] = 1;
        next.push(beside);
      }
    edge = next;
  }
  return reached;
}

/**
 * Colour step between the pixel behind this one and the pixel beyond its neighbour, as far as both are permitted: an
 * edge may be three pixels wide.
 */
function stepAcross({ kinds, colours }: Grid, pixel: number, direction: number): number {
  const [behind, beyond] = [pixel - direction, pixel + 2 * direction];
  const step = squaredStep(
    colours,
    kinds[behind] === free ? behind : pixel,
    kinds[beyond] === free ? beyond : pixel + direction,
  );
  return Math.min(clearStep, Math.sqrt(step));
}

function squaredStep(colours: Float32Array, one: number, other: number): number {
  const light = of(colours, one * 3) - of(colours, other * 3);
  const red = of(colours, one * 3 + 1) - of(colours, other * 3 + 1);
  const yellow = of(colours, one * 3 + 2) - of(colours, other * 3 + 2);
  return light * light + red * red + yellow * yellow;
}

function of(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
