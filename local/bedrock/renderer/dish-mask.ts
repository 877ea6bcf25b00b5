import {
  blurPlane,
  clamp,
  fitWithin,
  lumaPlane,
  type Plane,
  plane,
  type Raster,
  raster,
  resizePlane,
  resizeRaster,
  smoothstep,
} from './pixels.ts';

/** Longer side of the copy on which the dish is found, and of the copy on which its edge is drawn. */
const FIND_SIDE = 176;
const EDGE_SIDE = 512;

/** A patch of alike neighbouring pixels. */
interface Patch {
  l: number;
  a: number;
  b: number;
  x: number;
  y: number;
  size: number;
  /** Pixels on the picture's border. */
  border: number;
  /** First guess, 0 to 1, that it is dish. */
  guess: number;
}

/**
 * Estimates where the dish is: 1 on the dish, 0 off it, soft at the edge, as large as the picture.
 *
 * Patches of alike pixels get a first guess from how far their colour is from the border's (a path to the
 * border must cross an edge), how sharp and colourful they are, and how central. A minimum cut between dish and
 * surroundings then settles all patches together, twice, the second time with the colours learnt in the first.
 * The edge is drawn by a guided filter on a larger copy.
 */
export function findDish(picture: Raster): Plane {
  const size = fitWithin(picture.width, picture.height, FIND_SIDE);
  const small = resizeRaster(picture, size.width, size.height);
  const lab = toLab(small);
  const { labels, patches, links } = findPatches(lab, small);
  guessPatches(lab, small, labels, patches);
  let dish = settle(
    patches,
    links,
    patches.map((patch) => patch.guess),
  );
  favourRound(patches, links, dish);
  dish = settle(patches, links, dish);
  const rough = plane(size.width, size.height);
  for (let i = 0; i < rough.values.length; i++) rough.values[i] = dish[labels[i] as number] as number;
  keepMainPart(rough);
  fillHoles(rough);
  return drawEdge(picture, rough);
}

/** CIE Lab-like opponent values (L 0–100), interleaved. */
function toLab(picture: Raster): Float32Array {
  const out = new Float32Array(picture.rgb.length);
  for (let s = 0; s < out.length; s += 3) {
    const r = linear(picture.rgb[s] as number);
    const g = linear(picture.rgb[s + 1] as number);
    const b = linear(picture.rgb[s + 2] as number);
    const x = Math.cbrt((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = Math.cbrt((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    out[s] = 116 * y - 16;
    out[s + 1] = 500 * (x - y);
    out[s + 2] = 200 * (y - z);
  }
  return out;
}

function linear(value: number): number {
  return Math.max(0, value) ** 2.2;
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] as number;
}

/** Simple linear iterative clustering: patches of about 8 by 8 pixels that follow edges. */
function findPatches(lab: Float32Array, { width, height }: Raster) {
  const pitch = 8;
  const columns = Math.max(1, Math.round(width / pitch));
  const rows = Math.max(1, Math.round(height / pitch));
  const count = columns * rows;
  const centres = new Float32Array(count * 5);
  for (let k = 0; k < count; k++) {
    const x = Math.min(width - 1, Math.floor(((k % columns) + 0.5) * (width / columns)));
    const y = Math.min(height - 1, Math.floor((Math.floor(k / columns) + 0.5) * (height / rows)));
    const s = (y * width + x) * 3;
    centres.set([at(lab, s), at(lab, s + 1), at(lab, s + 2), x, y], k * 5);
  }
  const labels = new Int32Array(width * height);
  const spatial = (10 / pitch) ** 2;
  for (let round = 0; round < 6; round++) {
    for (let y = 0; y < height; y++) {
      const row = Math.min(rows - 1, Math.floor((y * rows) / height));
      for (let x = 0; x < width; x++) {
        const column = Math.min(columns - 1, Math.floor((x * columns) / width));
        const i = y * width + x;
        let best = Number.POSITIVE_INFINITY;
        for (let dr = -1; dr <= 1; dr++) {
          const r = row + dr;
          if (r < 0 || r >= rows) continue;
          for (let dc = -1; dc <= 1; dc++) {
            const c = column + dc;
            if (c < 0 || c >= columns) continue;
            const k = r * columns + c;
            const o = k * 5;
            const dl = at(lab, i * 3) - at(centres, o);
            const da = at(lab, i * 3 + 1) - at(centres, o + 1);
            const db = at(lab, i * 3 + 2) - at(centres, o + 2);
            const dx = x - at(centres, o + 3);
            const dy = y - at(centres, o + 4);
            const distance = dl * dl + da * da + db * db + (dx * dx + dy * dy) * spatial;
            if (distance < best) {
              best = distance;
              labels[i] = k;
            }
          }
        }
      }
    }
    const sums = new Float64Array(count * 6);
    for (let i = 0; i < labels.length; i++) {
      const o = at(labels, i) * 6;
      for (let c = 0; c < 3; c++) sums[o + c] = at(sums, o + c) + at(lab, i * 3 + c);
      sums[o + 3] = at(sums, o + 3) + (i % width);
      sums[o + 4] = at(sums, o + 4) + Math.floor(i / width);
      sums[o + 5] = at(sums, o + 5) + 1;
    }
    for (let k = 0; k < count; k++) {
      const n = at(sums, k * 6 + 5);
      if (n > 0) for (let c = 0; c < 5; c++) centres[k * 5 + c] = at(sums, k * 6 + c) / n;
    }
  }
  const patches: Patch[] = [];
  for (let k = 0; k < count; k++) {
    const o = k * 5;
    patches.push({
      l: at(centres, o),
      a: at(centres, o + 1),
      b: at(centres, o + 2),
      x: at(centres, o + 3) / width - 0.5,
      y: at(centres, o + 4) / height - 0.5,
      size: 0,
      border: 0,
      guess: 0,
    });
  }
  const links = new Map<number, number>();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const patch = patches[at(labels, i)] as Patch;
      patch.size += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) patch.border += 1;
      if (x + 1 < width) link(links, at(labels, i), at(labels, i + 1), count);
      if (y + 1 < height) link(links, at(labels, i), at(labels, i + width), count);
    }
  }
  const edges = [...links].map(([key, length]) => ({
    from: Math.floor(key / count),
    to: key % count,
    length,
  }));
  return { labels, patches, links: edges };
}

function link(links: Map<number, number>, a: number, b: number, count: number): void {
  if (a === b) return;
  const key = Math.min(a, b) * count + Math.max(a, b);
  links.set(key, (links.get(key) ?? 0) + 1);
}

/** First guesses from barrier distance to the border, sharpness, colour and place. */
function guessPatches(lab: Float32Array, small: Raster, labels: Int32Array, patches: Patch[]): void {
  const { width, height } = small;
  const barrier = barrierDistance(lab, width, height);
  const light = lumaPlane(small);
  const soft = blurPlane(light, 1.6);
  const detail = plane(width, height);
  for (let i = 0; i < detail.values.length; i++) {
    detail.values[i] = Math.abs(at(light.values, i) - at(soft.values, i));
  }
  const sharp = blurPlane(detail, 4);
  const sums = patches.map(() => ({ barrier: 0, sharp: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const sum = sums[at(labels, i)] as { barrier: number; sharp: number };
    sum.barrier += at(barrier, i);
    sum.sharp += at(sharp.values, i);
  }
  const barriers = patches.map((patch, k) => (patch.size ? (sums[k]?.barrier ?? 0) / patch.size : 0));
  const sharps = patches.map((patch, k) => (patch.size ? (sums[k]?.sharp ?? 0) / patch.size : 0));
  const chromas = patches.map((patch) => Math.hypot(patch.a, patch.b));
  const contrasts = patches.map((patch) => {
    // Distance of the colour to the border's, weighted to the border nearby.
    let sum = 0;
    let weight = 1e-6;
    for (const other of patches) {
      if (other.border === 0) continue;
      const near = Math.exp(-((patch.x - other.x) ** 2 + (patch.y - other.y) ** 2) * 6) * other.border;
      sum += near * Math.hypot((patch.l - other.l) * 0.6, patch.a - other.a, patch.b - other.b);
      weight += near;
    }
    return sum / weight;
  });
  const scaled = [barriers, sharps, chromas, contrasts].map(toUnit);
  for (const [k, patch] of patches.entries()) {
    const cue =
      0.3 * at(scaled[0] ?? [], k) +
      0.25 * at(scaled[1] ?? [], k) +
      0.2 * at(scaled[2] ?? [], k) +
      0.25 * at(scaled[3] ?? [], k);
    const central = Math.exp(-((patch.x / 0.3) ** 2 + ((patch.y - 0.02) / 0.32) ** 2) / 2);
    const atBorder = patch.border > 0 ? 0.45 : 1;
    patch.guess = clamp((0.25 + 0.75 * cue) * (0.25 + 0.75 * central) * atBorder);
  }
  const highest = Math.max(...patches.map((patch) => patch.guess), 1e-6);
  for (const patch of patches) patch.guess = smoothstep(0.12, 0.75, patch.guess / highest);
}

/** Scales to 0–1 between the 5th and 95th percentile. */
function toUnit(values: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.05)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.95)] ?? 1;
  return values.map((value) => clamp((value - low) / Math.max(high - low, 1e-6)));
}

/** For each pixel, the smallest range of lightness and colour that any way to the border must span. */
function barrierDistance(lab: Float32Array, width: number, height: number): Float32Array {
  const total = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const distance = new Float32Array(width * height).fill(1e9);
    const high = new Float32Array(width * height);
    const low = new Float32Array(width * height);
    for (let i = 0; i < distance.length; i++) {
      const value = at(lab, i * 3 + channel);
      high[i] = value;
      low[i] = value;
      const x = i % width;
      const y = Math.floor(i / width);
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distance[i] = 0;
    }
    const visit = (i: number, from: number) => {
      const value = at(lab, i * 3 + channel);
      const top = Math.max(at(high, from), value);
      const bottom = Math.min(at(low, from), value);
      if (top - bottom < at(distance, i)) {
        distance[i] = top - bottom;
        high[i] = top;
        low[i] = bottom;
      }
    };
    for (let pass = 0; pass < 3; pass++) {
      for (let y = 1; y < height - 1; y++) {
        for (let x = 1; x < width - 1; x++) {
          const i = y * width + x;
          visit(i, i - 1);
          visit(i, i - width);
        }
      }
      for (let y = height - 2; y > 0; y--) {
        for (let x = width - 2; x > 0; x--) {
          const i = y * width + x;
          visit(i, i + 1);
          visit(i, i + width);
        }
      }
    }
    const weight = channel === 0 ? 0.6 : 1;
    for (let i = 0; i < total.length; i++) total[i] = at(total, i) + Math.min(at(distance, i), 100) * weight;
  }
  return total;
}

/**
 * Minimum cut: each patch is dish or not, at the least cost of disagreeing with its colour and first guess and
 * with alike neighbours. Returns 1 or 0 for each patch.
 */
function settle(
  patches: Patch[],
  links: { from: number; to: number; length: number }[],
  belief: number[],
): number[] {
  const likeness = patches.map((patch) => {
    let dish = 1e-4;
    let rest = 1e-4;
    for (const [k, other] of patches.entries()) {
      const colour = ((patch.l - other.l) * 0.7) ** 2 + (patch.a - other.a) ** 2 + (patch.b - other.b) ** 2;
      const place = ((patch.x - other.x) ** 2 + (patch.y - other.y) ** 2) * 900;
      const near = Math.exp(-(colour + place) / 220) * other.size;
      dish += near * at(belief, k);
      rest += near * (1 - at(belief, k));
    }
    return dish / (dish + rest);
  });
  const graph = new FlowGraph(patches.length + 2);
  const source = patches.length;
  const sink = patches.length + 1;
  for (const [k, patch] of patches.entries()) {
    const p = clamp(0.55 * at(likeness, k) + 0.45 * patch.guess, 0.02, 0.98);
    const weight = 4 + patch.size * 0.25;
    graph.add(source, k, -Math.log(1 - p) * weight, 0);
    graph.add(k, sink, -Math.log(p) * weight, 0);
  }
  for (const { from, to, length } of links) {
    const a = patches[from] as Patch;
    const b = patches[to] as Patch;
    const colour = ((a.l - b.l) * 0.8) ** 2 + (a.a - b.a) ** 2 + (a.b - b.b) ** 2;
    const cost = length * (0.25 + 3.2 * Math.exp(-colour / 180));
    graph.add(from, to, cost, cost);
  }
  return graph.reachableAfterMaxFlow(source, sink, patches.length);
}

/**
 * Raises the guess of patches inside the oval and the hull of the largest part: dishes are round or heaped, so
 * a bun's shaded side or a crust of the table's colour belongs to them.
 */
function favourRound(patches: Patch[], links: { from: number; to: number }[], dish: number[]): void {
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
    const dx = patch.x - cx;
    const dy = patch.y - cy;
    // 4 is the border of an evenly filled ellipse with these moments.
    const out = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant;
    const favour = (out < 3.6 ? 0.3 : out < 4.6 ? 0.18 : 0) + (insideHull(hull, patch) ? 0.3 : 0);
    patch.guess = clamp(Math.max(patch.guess, favour + patch.guess * 0.5));
    if (out > 8) patch.guess *= 0.6;
  }
}

function largestPart(patches: Patch[], links: { from: number; to: number }[], dish: number[]): Patch[] {
  const root = patches.map((_, k) => k);
  const find = (k: number): number => {
    let top = k;
    while (at(root, top) !== top) top = at(root, top);
    root[k] = top;
    return top;
  };
  for (const { from, to } of links) {
    if (at(dish, from) === 1 && at(dish, to) === 1) root[find(from)] = find(to);
  }
  const parts = new Map<number, Patch[]>();
  for (const [k, patch] of patches.entries()) {
    if (at(dish, k) === 1) parts.set(find(k), [...(parts.get(find(k)) ?? []), patch]);
  }
  const area = (part: Patch[]) => part.reduce((sum, patch) => sum + patch.size, 0);
  return [...parts.values()].sort((a, b) => area(b) - area(a))[0] ?? [];
}

interface Point {
  x: number;
  y: number;
}

/** Andrew's monotone chain; corners in order around the hull. */
function convexHull(points: Point[]): Point[] {
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

function insideHull(hull: Point[], point: Point): boolean {
  return hull.length > 2 && hull.every((a, k) => turn(a, hull[(k + 1) % hull.length] as Point, point) >= 0);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Dinic's maximum flow on a small graph. */
class FlowGraph {
  #head: Int32Array;
  #next: number[] = [];
  #to: number[] = [];
  #room: number[] = [];

  constructor(nodes: number) {
    this.#head = new Int32Array(nodes).fill(-1);
  }

  add(a: number, b: number, forward: number, backward: number): void {
    this.#arc(a, b, forward);
    this.#arc(b, a, backward);
  }

  #arc(a: number, b: number, room: number): void {
    this.#to.push(b);
    this.#room.push(room);
    this.#next.push(at(this.#head, a));
    this.#head[a] = this.#to.length - 1;
  }

  /** 1 for each of the first `count` nodes on the source's side of the minimum cut. */
  reachableAfterMaxFlow(source: number, sink: number, count: number): number[] {
    for (;;) {
      const level = this.#levels(source);
      if (at(level, sink) < 0) return Array.from({ length: count }, (_, k) => (at(level, k) >= 0 ? 1 : 0));
      const arc = this.#head.slice();
      while (this.#push(source, sink, Number.POSITIVE_INFINITY, level, arc) > 0);
    }
  }

  #levels(source: number): Int32Array {
    const level = new Int32Array(this.#head.length).fill(-1);
    level[source] = 0;
    const queue = [source];
    for (let i = 0; i < queue.length; i++) {
      const node = at(queue, i);
      for (let e = at(this.#head, node); e >= 0; e = at(this.#next, e)) {
        const to = at(this.#to, e);
        if (at(this.#room, e) > 1e-9 && at(level, to) < 0) {
          level[to] = at(level, node) + 1;
          queue.push(to);
        }
      }
    }
    return level;
  }

  #push(node: number, sink: number, limit: number, level: Int32Array, arc: Int32Array): number {
    if (node === sink) return limit;
    for (; at(arc, node) >= 0; arc[node] = at(this.#next, at(arc, node))) {
      const e = at(arc, node);
      const to = at(this.#to, e);
      if (at(this.#room, e) <= 1e-9 || at(level, to) !== at(level, node) + 1) continue;
      const flow = this.#push(to, sink, Math.min(limit, at(this.#room, e)), level, arc);
      if (flow > 0) {
        this.#room[e] = at(this.#room, e) - flow;
        this.#room[e ^ 1] = at(this.#room, e ^ 1) + flow;
        return flow;
      }
    }
    return 0;
  }
}

/** Drops parts that are small beside the largest one; falls back to an oval when next to nothing was found. */
function keepMainPart(mask: Plane): void {
  const { width, height, values } = mask;
  const parts = connectedParts(mask, (value) => value > 0.5);
  const largest = Math.max(0, ...parts.map((part) => part.length));
  if (largest < width * height * 0.03) {
    for (let i = 0; i < values.length; i++) {
      const x = ((i % width) + 0.5) / width - 0.5;
      const y = (Math.floor(i / width) + 0.5) / height - 0.5;
      values[i] = (x / 0.34) ** 2 + (y / 0.34) ** 2 < 1 ? 1 : 0;
    }
    return;
  }
  for (const part of parts) {
    if (part.length < largest * 0.12) for (const i of part) values[i] = 0;
  }
}

/** Fills gaps inside the dish that do not reach the picture's border. */
function fillHoles(mask: Plane): void {
  const { width, height, values } = mask;
  for (const part of connectedParts(mask, (value) => value <= 0.5)) {
    const open = part.some((i) => {
      const x = i % width;
      return x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    });
    if (!open) for (const i of part) values[i] = 1;
  }
}

function connectedParts(mask: Plane, belongs: (value: number) => boolean): number[][] {
  const { width, height, values } = mask;
  const seen = new Uint8Array(values.length);
  const parts: number[][] = [];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || !belongs(at(values, start))) continue;
    seen[start] = 1;
    const part = [start];
    for (let k = 0; k < part.length; k++) {
      const i = at(part, k);
      const x = i % width;
      for (const n of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (n < 0 || n >= width * height || seen[n] || !belongs(at(values, n))) continue;
        seen[n] = 1;
        part.push(n);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Guided filter: the rough mask follows the edges of the picture. */
function drawEdge(picture: Raster, rough: Plane): Plane {
  const size = fitWithin(picture.width, picture.height, EDGE_SIDE);
  const guide = resizeRaster(picture, size.width, size.height);
  const mask = blurPlane(resizePlane(rough, size.width, size.height), 1.5);
  const sigma = Math.max(size.width, size.height) / 110;
  // Lightness carries most edges, the two opponent colours those between parts of equal lightness.
  const fitted = plane(size.width, size.height);
  const weights = [0.4, 0.3, 0.3];
  for (let channel = 0; channel < 3; channel++) {
    const channelGuide = plane(size.width, size.height);
    for (let i = 0, s = 0; i < channelGuide.values.length; i++, s += 3) {
      const [r, g, b] = [at(guide.rgb, s), at(guide.rgb, s + 1), at(guide.rgb, s + 2)];
      channelGuide.values[i] =
        channel === 0 ? 0.3 * r + 0.59 * g + 0.11 * b : channel === 1 ? (r - g) * 1.5 : (r + g) / 2 - b;
    }
    const q = guidedFilter(channelGuide, mask, sigma, 8e-4);
    for (let i = 0; i < q.values.length; i++) {
      fitted.values[i] = at(fitted.values, i) + at(q.values, i) * at(weights, channel);
    }
  }
  for (let i = 0; i < fitted.values.length; i++) {
    // The sure inside and outside of the rough mask stay as they are.
    fitted.values[i] = smoothstep(0.3, 0.7, at(fitted.values, i));
  }
  return resizePlane(fitted, picture.width, picture.height);
}

function guidedFilter(guide: Plane, mask: Plane, sigma: number, epsilon: number): Plane {
  const { width, height } = guide;
  const products = raster(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    const g = at(guide.values, i);
    products.rgb[s] = g * g;
    products.rgb[s + 1] = g * at(mask.values, i);
  }
  const meanGuide = blurPlane(guide, sigma);
  const meanMask = blurPlane(mask, sigma);
  const meanSquare = plane(width, height);
  const meanProduct = plane(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    meanSquare.values[i] = at(products.rgb, s);
    meanProduct.values[i] = at(products.rgb, s + 1);
  }
  const square = blurPlane(meanSquare, sigma);
  const product = blurPlane(meanProduct, sigma);
  const slope = plane(width, height);
  const offset = plane(width, height);
  for (let i = 0; i < slope.values.length; i++) {
    const g = at(meanGuide.values, i);
    const a = (at(product.values, i) - g * at(meanMask.values, i)) / (at(square.values, i) - g * g + epsilon);
    slope.values[i] = a;
    offset.values[i] = at(meanMask.values, i) - a * g;
  }
  const meanSlope = blurPlane(slope, sigma);
  const meanOffset = blurPlane(offset, sigma);
  const out = plane(width, height);
  for (let i = 0; i < out.values.length; i++) {
    out.values[i] = at(meanSlope.values, i) * at(guide.values, i) + at(meanOffset.values, i);
  }
  return out;
}
