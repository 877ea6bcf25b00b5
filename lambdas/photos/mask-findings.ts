import type { CutOutFindings } from '#shared/api/photos.ts';
import { inside, type Mask, touchedEdges } from '#shared/domain/dish-place.ts';
import { leanOf } from './dish-lean.ts';

/** Pieces smaller than this share of the dish are crumbs. */
const leastPart = 0.01;
/** Openings smaller than this share of the dish are noise. */
const leastHole = 0.002;
/** Openings up to this share of the dish are closed, because a cutter loses sauce and cream there. */
const closedHole = 0.03;
/** More areas than this are a pattern, which is not followed to its end. Even the most ragged dish begins far fewer. */
const mostAreas = 20_000;
/** Shares of the photo outside which a cut-out is doubted. */
const least = 0.05;
const most = 0.8;

/** Findings about a mask that need no knowledge of the dish. */
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
 * Keeps more of the photo where a cutter was unsure: half-transparent pixels count as dish, and small openings inside
 * the dish are closed.
 */
export function keepMore({ data, ...size }: Mask): Mask {
  // The edge begins at an eighth of the opacity (32 of 255); from a half (127) on, all is dish.
  const surer = Buffer.alloc(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1)
    surer[pixel] = Math.min(255, Math.max(0, ((data[pixel] ?? 0) - 32) * 2.7));
  const dish = insideOf(surer);
  for (const { size: pixels, runs } of holesOf({ data: surer, ...size }))
    if (pixels <= dish * closedHole) for (const { start, end } of runs) surer.fill(255, start, end);
  return { data: surer, ...size };
}

/** How many pixels are dish. Loops: `map` and `reduce` take several times as long for a megapixel. */
function insideOf(data: Mask['data']): number {
  let count = 0;
  for (let pixel = 0; pixel < data.length; pixel += 1) count += Number((data[pixel] ?? 0) >= inside);
  return count;
}

/** Neighbouring pixels of one row: from the first to before `end`. */
interface Run {
  readonly start: number;
  readonly end: number;
}

interface Area {
  /** Pixels. */
  size: number;
  readonly runs: Run[];
  isAtEdge: boolean;
  /** The area that this one turned out to be a part of. */
  partOf?: Area;
}

/** How many separate pieces of dish and openings in it a mask has, the smallest too; of a pattern, no fewer than `mostAreas`. */
export function piecesOf(mask: Mask): number {
  return areasOf(mask, true, mostAreas).length + holesOf(mask, mostAreas).length;
}

/** Areas of background that the dish surrounds. */
function holesOf(mask: Mask, most?: number): Area[] {
  return areasOf(mask, false, most).filter(({ isAtEdge }) => !isAtEdge);
}

/**
 * Connected areas (over sides) of the pixels that are dish, or of those that are not.
 * @param most Once more areas than that have begun, those are returned, some of which may belong together.
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

/** Makes the smaller area a part of the larger, which it returns. */
function join(one: Area, other: Area = one): Area {
  if (one === other) return one;
  const [whole, part] = one.runs.length >= other.runs.length ? [one, other] : [other, one];
  whole.size += part.size;
  whole.isAtEdge ||= part.isAtEdge;
  for (const run of part.runs) whole.runs.push(run);
  part.partOf = whole;
  return whole;
}
