import type { CutOutFindings } from '#shared/api/photos.ts';
import { inside, type Mask, touchedEdges } from '#shared/domain/dish-place.ts';

/** Pieces smaller than this share of the dish are crumbs. */
const leastPart = 0.01;
/** Openings smaller than this share of the dish are noise. */
const leastHole = 0.002;
/** Openings up to this share of the dish are closed, because a cutter loses sauce and cream there. */
const closedHole = 0.03;
/** Shares of the photo outside which a cut-out is doubted. */
const least = 0.05;
const most = 0.8;

/** Findings about a mask that need no knowledge of the dish. */
export function findingsOf(mask: Mask): CutOutFindings {
  const { data } = mask;
  const dish = insideOf(data);
  const parts = areasOf(mask, (value) => value >= inside).filter(({ size }) => size >= dish * leastPart);
  const holes = holesOf(mask).filter(({ size }) => size >= dish * leastHole);
  const edges = touchedEdges(mask);
  const covered = dish / data.length;
  const reasons: CutOutFindings['reasons'] = [];
  if (parts.length > 1) reasons.push('parts');
  if (holes.length > 0) reasons.push('holes');
  if (edges.length > 0) reasons.push('edge');
  if (covered < least) reasons.push('small');
  if (covered > most) reasons.push('large');
  return {
    covered,
    parts: parts.length,
    holes: holes.length,
    edges,
    doubtful: reasons.length > 0,
    reasons,
  };
}

/**
 * Keeps more of the photo where a cutter was unsure: half-transparent pixels count as dish, and small openings inside
 * the dish are closed.
 */
export function keepMore({ data, ...size }: Mask): Mask {
  // A quarter of the opacity begins the edge, a half is dish already.
  const surer = Buffer.alloc(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1)
    surer[pixel] = Math.min(255, Math.max(0, ((data[pixel] ?? 0) - 32) * 2.7));
  const dish = insideOf(surer);
  for (const { size: pixels, members } of holesOf({ data: surer, ...size }))
    if (pixels <= dish * closedHole) for (const pixel of members) surer[pixel] = 255;
  return { data: surer, ...size };
}

/** How many pixels are dish. Loops: `map` and `reduce` take several times as long for a megapixel. */
function insideOf(data: Mask['data']): number {
  let count = 0;
  for (let pixel = 0; pixel < data.length; pixel += 1) count += Number((data[pixel] ?? 0) >= inside);
  return count;
}

interface Area {
  readonly size: number;
  readonly members: Int32Array;
  readonly isAtEdge: boolean;
}

/** Areas of background that the dish surrounds. */
function holesOf(mask: Mask): Area[] {
  return areasOf(mask, (value) => value < inside).filter(({ isAtEdge }) => !isAtEdge);
}

/** Connected areas (over sides) of the pixels that `belongs` accepts. */
function areasOf({ data, width, height }: Mask, belongs: (value: number) => boolean): Area[] {
  const open = new Uint8Array(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1) open[pixel] = Number(belongs(data[pixel] ?? 0));
  // The pixels of all areas, one area after the other.
  const found = new Int32Array(data.length);
  let end = 0;
  const visit = (pixel: number) => {
    if (!open[pixel]) return;
    open[pixel] = 0;
    found[end] = pixel;
    end += 1;
  };
  const areas: Area[] = [];
  for (let start = 0; start < data.length; start += 1) {
    const from = end;
    visit(start);
    if (end === from) continue;
    let isAtEdge = false;
    for (let at = from; at < end; at += 1) {
      const pixel = found[at] ?? 0;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isAtEdge = true;
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (y > 0) visit(pixel - width);
      if (y < height - 1) visit(pixel + width);
    }
    areas.push({ size: end - from, members: found.subarray(from, end), isAtEdge });
  }
  return areas;
}
