import type { CutOutFindings } from '#shared/api/photos.ts';
import { inside, type Mask, touchedEdges } from '#shared/domain/dish-place.ts';
import { leanOf } from './dish-lean.ts';

/** Components smaller than this share of the dish are crumbs. */
const leastPart = 0.01;
/** Holes smaller than this share of the dish are noise. */
const leastHole = 0.002;
/** Holes up to this share of the dish are filled, because background removal loses sauce and cream there. */
const closedHole = 0.03;
/** A mask with more areas than this is a pattern, and the count stops. Even the most ragged dish has far fewer. */
const mostAreas = 20_000;
/** A cut-out outside of these shares of the photo is doubtful. */
const least = 0.05;
const most = 0.8;

/** Findings about a mask that follow from its shape alone. */
export function findingsOf(mask: Mask): CutOutFindings {
  const { data } = mask;
  const dish = insideOf(data);
  const parts = areasOf(mask, true).filter(({ size }) => size >= dish * leastPart);
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
    lean: edges.length === 0 ? leanOf(mask) : undefined,
    doubtful: reasons.length > 0,
    reasons,
  };
}

/**
 * Keeps more of the photo where background removal was unsure: half-transparent pixels count as dish, and small holes
 * inside the dish are filled.
 */
export function keepMore({ data, ...size }: Mask): Mask {
  // Alpha is stretched: up to an eighth (32 of 255) it becomes 0, from a half (127) on 255.
  const surer = Buffer.alloc(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1)
    surer[pixel] = Math.min(255, Math.max(0, ((data[pixel] ?? 0) - 32) * 2.7));
  const dish = insideOf(surer);
  for (const { size: pixels, runs } of holesOf({ data: surer, ...size }))
    if (pixels <= dish * closedHole) for (const { start, end } of runs) surer.fill(255, start, end);
  return { data: surer, ...size };
}

/** Number of pixels that are dish. A loop: `map` and `reduce` take several times as long for a megapixel. */
function insideOf(data: Mask['data']): number {
  let count = 0;
  for (let pixel = 0; pixel < data.length; pixel += 1) count += Number((data[pixel] ?? 0) >= inside);
  return count;
}

/** A run of neighbouring pixels in one row, from `start` up to but not including `end`. */
interface Run {
  readonly start: number;
  readonly end: number;
}

interface Area {
  /** Number of pixels. */
  size: number;
  readonly runs: Run[];
  isAtEdge: boolean;
  /** The area into which this one was merged (union-find). */
  partOf?: Area;
}

/** Number of connected components and holes of a mask, however small; at least `mostAreas` for a pattern. */
export function piecesOf(mask: Mask): number {
  return areasOf(mask, true, mostAreas).length + holesOf(mask, mostAreas).length;
}

/** Holes: connected areas of background that the dish surrounds. */
function holesOf(mask: Mask, most?: number): Area[] {
  return areasOf(mask, false, most).filter(({ isAtEdge }) => !isAtEdge);
}

/**
 * 4-connected components of the pixels that are dish, or of those that are not.
 * @param most The search stops once more areas than this have begun; some of those returned may then belong together.
 */
export function areasOf(mask: Mask, isDish: boolean, most = Number.POSITIVE_INFINITY): Area[] {
  const { width, height } = mask;
  const areas: Area[] = [];
  let above: { run: Run; area: Area }[] = [];
  for (let y = 0; y < height && areas.length <= most; y += 1) {
    const row: typeof above = [];
    let left = 0;
    for (const run of runsOf(mask, y, isDish)) {
      while (left < above.length && (above[left]?.run.end ?? 0) + width <= run.start) left += 1;
      let area: Area | undefined;
      for (let at = left; at < above.length; at += 1) {
        const upper = above[at];
        if (!upper || upper.run.start + width >= run.end) break;
        area = join(wholeOf(upper.area), area);
      }
      if (!area) {
        area = { size: 0, runs: [], isAtEdge: false };
        areas.push(area);
      }
      area.size += run.end - run.start;
      area.runs.push(run);
      area.isAtEdge ||= y === 0 || y === height - 1 || run.start === y * width || run.end === (y + 1) * width;
      row.push({ run, area });
    }
    above = row;
  }
  return areas.filter(({ partOf }) => !partOf);
}

/** The runs of a row, from left to right. */
function runsOf({ data, width }: Mask, y: number, isDish: boolean): Run[] {
  const runs: Run[] = [];
  const end = (y + 1) * width;
  for (let pixel = y * width; pixel < end; pixel += 1) {
    if ((data[pixel] ?? 0) >= inside !== isDish) continue;
    const start = pixel;
    while (pixel < end && (data[pixel] ?? 0) >= inside === isDish) pixel += 1;
    runs.push({ start, end: pixel });
  }
  return runs;
}

function wholeOf(area: Area): Area {
  let whole = area;
  while (whole.partOf) whole = whole.partOf;
  return whole;
}

/** Merges the smaller area into the larger, which it returns (union-find). */
function join(one: Area, other: Area = one): Area {
  if (one === other) return one;
  const [whole, part] = one.runs.length >= other.runs.length ? [one, other] : [other, one];
  whole.size += part.size;
  whole.isAtEdge ||= part.isAtEdge;
  for (const run of part.runs) whole.runs.push(run);
  part.partOf = whole;
  return whole;
}
