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
  toLab,
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

/** Two patches side by side and what it costs to part them. */
interface Link {
  from: number;
  to: number;
  cost: number;
}

/**
 * Estimates where the dish is: 1 on the dish, 0 off it, soft at the edge, as large as the picture.
 *
 * Patches of alike pixels get a first guess from how far their colour is from the border's (a path to the
 * border must cross an edge), how sharp and colourful they are, and how central. A minimum cut between dish and
 * surroundings then settles all patches together, three times, with the colours and the roundness learnt before.
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
  for (let round = 0; round < 2; round++) {
    favourRound(patches, links, dish);
    dish = settle(patches, links, dish);
  }
  const rough = plane(size.width, size.height);
  for (let i = 0; i < rough.values.length; i++) rough.values[i] = dish[labels[i] as number] as number;
  keepMainPart(rough);
  fillHoles(rough);
  return drawEdge(picture, rough);
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
    centres.set([lab[s] as number, lab[s + 1] as number, lab[s + 2] as number, x, y], k * 5);
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
  const patches: Patch[] = [];
  for (let k = 0; k < count; k++) {
    const o = k * 5;
    patches.push({
      l: centres[o] as number,
      a: centres[o + 1] as number,
      b: centres[o + 2] as number,
      x: (centres[o + 3] as number) / width - 0.5,
      y: (centres[o + 4] as number) / height - 0.5,
      size: 0,
      border: 0,
      guess: 0,
    });
  }
  const links = new Map<number, { length: number; contrast: number }>();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const patch = patches[labels[i] as number] as Patch;
      patch.size += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) patch.border += 1;
      if (x + 1 < width) joinPatches(i, i + 1, x > 0 ? i - 1 : i, x + 2 < width ? i + 2 : i + 1);
      if (y + 1 < height) {
        joinPatches(i, i + width, y > 0 ? i - width : i, y + 2 < height ? i + 2 * width : i + width);
      }
    }
  }
  const strengths = [...links.values()].map(({ contrast, length }) => contrast / length);
  const typical = strengths.reduce((sum, strength) => sum + strength, 0) / Math.max(strengths.length, 1);
  const joined = [...links].map(([key, { length, contrast }]): Link => {
    // A smooth shade from patch to patch holds them together; a step between two pixels lets them part.
    const cost = length * (0.12 + 2.6 * Math.exp(-contrast / length / Math.max(typical, 1) / 0.7));
    return { from: Math.floor(key / count), to: key % count, cost };
  });
  return { labels, patches, links: joined };

  /** Notes a pair of neighbouring pixels; the step is taken over the four pixels in line with them. */
  function joinPatches(i: number, j: number, before: number, after: number): void {
    const a = labels[i] as number;
    const b = labels[j] as number;
    if (a === b) return;
    const key = Math.min(a, b) * count + Math.max(a, b);
    const known = links.get(key) ?? { length: 0, contrast: 0 };
    known.length += 1;
    for (let c = 0; c < 3; c++) {
      const step = (lab[before * 3 + c] as number) - (lab[after * 3 + c] as number);
      known.contrast += step * step * (c === 0 ? 0.7 : 1);
    }
    links.set(key, known);
  }
}

/** First guesses from barrier distance to the border, sharpness, colour and place. */
function guessPatches(lab: Float32Array, small: Raster, labels: Int32Array, patches: Patch[]): void {
  const { width, height } = small;
  const barrier = barrierDistance(lab, width, height);
  const light = lumaPlane(small);
  const soft = blurPlane(light, 1.6);
  const detail = plane(width, height);
  for (let i = 0; i < detail.values.length; i++) {
    detail.values[i] = Math.abs((light.values[i] as number) - (soft.values[i] as number));
  }
  const sharp = blurPlane(detail, 4);
  const sums = patches.map(() => ({ barrier: 0, sharp: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const sum = sums[labels[i] as number] as { barrier: number; sharp: number };
    sum.barrier += barrier[i] as number;
    sum.sharp += sharp.values[i] as number;
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
      0.3 * ((scaled[0] ?? [])[k] as number) +
      0.25 * ((scaled[1] ?? [])[k] as number) +
      0.2 * ((scaled[2] ?? [])[k] as number) +
      0.25 * ((scaled[3] ?? [])[k] as number);
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
      const value = lab[i * 3 + channel] as number;
      high[i] = value;
      low[i] = value;
      const x = i % width;
      const y = Math.floor(i / width);
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distance[i] = 0;
    }
    const visit = (i: number, from: number) => {
      const value = lab[i * 3 + channel] as number;
      const top = Math.max(high[from] as number, value);
      const bottom = Math.min(low[from] as number, value);
      if (top - bottom < (distance[i] as number)) {
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
    for (let i = 0; i < total.length; i++)
      total[i] = (total[i] as number) + Math.min(distance[i] as number, 100) * weight;
  }
  return total;
}

/**
 * Minimum cut: each patch is dish or not, at the least cost of disagreeing with its colour and first guess and
 * with alike neighbours. Returns 1 or 0 for each patch.
 */
function settle(patches: Patch[], links: Link[], belief: number[]): number[] {
  const likeness = patches.map((patch) => {
    let dish = 1e-4;
    let rest = 1e-4;
    for (const [k, other] of patches.entries()) {
      const colour = ((patch.l - other.l) * 0.7) ** 2 + (patch.a - other.a) ** 2 + (patch.b - other.b) ** 2;
      const place = ((patch.x - other.x) ** 2 + (patch.y - other.y) ** 2) * 900;
      const near = Math.exp(-(colour + place) / 220) * other.size;
      dish += near * (belief[k] as number);
      rest += near * (1 - (belief[k] as number));
    }
    return dish / (dish + rest);
  });
  const graph = new FlowGraph(patches.length + 2);
  const source = patches.length;
  const sink = patches.length + 1;
  for (const [k, patch] of patches.entries()) {
    const p = clamp(0.55 * (likeness[k] as number) + 0.45 * patch.guess, 0.02, 0.98);
    const weight = 4 + patch.size * 0.25;
    graph.add(source, k, -Math.log(1 - p) * weight, 0);
    graph.add(k, sink, -Math.log(p) * weight, 0);
  }
  for (const { from, to, cost } of links) {
    graph.add(from, to, cost, cost);
  }
  return graph.reachableAfterMaxFlow(source, sink, patches.length);
}

/**
 * Raises the guess of patches inside the oval and the hull of the largest part: dishes are round or heaped, so
 * a bun's shaded side or a crust of the table's colour belongs to them.
 */
function favourRound(patches: Patch[], links: Link[], dish: number[]): void {
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
    // 4 is the border of an evenly filled ellipse with these moments.
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
    this.#next.push(this.#head[a] as number);
    this.#head[a] = this.#to.length - 1;
  }

  /** 1 for each of the first `count` nodes on the source's side of the minimum cut. */
  reachableAfterMaxFlow(source: number, sink: number, count: number): number[] {
    for (;;) {
      const level = this.#levels(source);
      if ((level[sink] as number) < 0)
        return Array.from({ length: count }, (_, k) => ((level[k] as number) >= 0 ? 1 : 0));
      const arc = this.#head.slice();
      while (this.#push(source, sink, Number.POSITIVE_INFINITY, level, arc) > 0);
    }
  }

  #levels(source: number): Int32Array {
    const level = new Int32Array(this.#head.length).fill(-1);
    level[source] = 0;
    const queue = [source];
    for (let i = 0; i < queue.length; i++) {
      const node = queue[i] as number;
      for (let e = this.#head[node] as number; e >= 0; e = this.#next[e] as number) {
        const to = this.#to[e] as number;
        if ((this.#room[e] as number) > 1e-9 && (level[to] as number) < 0) {
          level[to] = (level[node] as number) + 1;
          queue.push(to);
        }
      }
    }
    return level;
  }

  #push(node: number, sink: number, limit: number, level: Int32Array, arc: Int32Array): number {
    if (node === sink) return limit;
    for (; (arc[node] as number) >= 0; arc[node] = this.#next[arc[node] as number] as number) {
      const e = arc[node] as number;
      const to = this.#to[e] as number;
      if ((this.#room[e] as number) <= 1e-9 || (level[to] as number) !== (level[node] as number) + 1)
        continue;
      const flow = this.#push(to, sink, Math.min(limit, this.#room[e] as number), level, arc);
      if (flow > 0) {
        this.#room[e] = (this.#room[e] as number) - flow;
        this.#room[e ^ 1] = (this.#room[e ^ 1] as number) + flow;
        return flow;
      }
    }
    return 0;
  }
}

/** Drops parts that are small beside the largest one; falls back to an oval when next to nothing, or everything, was found. */
function keepMainPart(mask: Plane): void {
  const { width, height, values } = mask;
  const parts = connectedParts(mask, (value) => value > 0.5);
  const largest = Math.max(0, ...parts.map((part) => part.length));
  const share = largest / (width * height);
  if (share < 0.03 || share > 0.85) {
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
    if (seen[start] || !belongs(values[start] as number)) continue;
    seen[start] = 1;
    const part = [start];
    for (let k = 0; k < part.length; k++) {
      const i = part[k] as number;
      const x = i % width;
      for (const n of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (n < 0 || n >= width * height || seen[n] || !belongs(values[n] as number)) continue;
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
  const sigma = Math.max(size.width, size.height) / 130;
  // Lightness carries most edges, the two opponent colours those between parts of equal lightness.
  const fitted = plane(size.width, size.height);
  const weights = [0.4, 0.3, 0.3];
  for (let channel = 0; channel < 3; channel++) {
    const channelGuide = plane(size.width, size.height);
    for (let i = 0, s = 0; i < channelGuide.values.length; i++, s += 3) {
      const [r, g, b] = [guide.rgb[s] as number, guide.rgb[s + 1] as number, guide.rgb[s + 2] as number];
      channelGuide.values[i] =
        channel === 0 ? 0.3 * r + 0.59 * g + 0.11 * b : channel === 1 ? (r - g) * 1.5 : (r + g) / 2 - b;
    }
    const q = guidedFilter(channelGuide, mask, sigma, 8e-4);
    for (let i = 0; i < q.values.length; i++) {
      fitted.values[i] =
        (fitted.values[i] as number) + (q.values[i] as number) * (weights[channel] as number);
    }
  }
  for (let i = 0; i < fitted.values.length; i++) {
    // The sure inside and outside of the rough mask stay as they are.
    fitted.values[i] = smoothstep(0.4, 0.78, fitted.values[i] as number);
  }
  return resizePlane(fitted, picture.width, picture.height);
}

function guidedFilter(guide: Plane, mask: Plane, sigma: number, epsilon: number): Plane {
  const { width, height } = guide;
  const products = raster(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    const g = guide.values[i] as number;
    products.rgb[s] = g * g;
    products.rgb[s + 1] = g * (mask.values[i] as number);
  }
  const meanGuide = blurPlane(guide, sigma);
  const meanMask = blurPlane(mask, sigma);
  const meanSquare = plane(width, height);
  const meanProduct = plane(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    meanSquare.values[i] = products.rgb[s] as number;
    meanProduct.values[i] = products.rgb[s + 1] as number;
  }
  const square = blurPlane(meanSquare, sigma);
  const product = blurPlane(meanProduct, sigma);
  const slope = plane(width, height);
  const offset = plane(width, height);
  for (let i = 0; i < slope.values.length; i++) {
    const g = meanGuide.values[i] as number;
    const a =
      ((product.values[i] as number) - g * (meanMask.values[i] as number)) /
      ((square.values[i] as number) - g * g + epsilon);
    slope.values[i] = a;
    offset.values[i] = (meanMask.values[i] as number) - a * g;
  }
  const meanSlope = blurPlane(slope, sigma);
  const meanOffset = blurPlane(offset, sigma);
  const out = plane(width, height);
  for (let i = 0; i < out.values.length; i++) {
    out.values[i] =
      (meanSlope.values[i] as number) * (guide.values[i] as number) + (meanOffset.values[i] as number);
  }
  return out;
}
