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
  const dish = data.reduce((count, value) => count + Number(value >= inside), 0);
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
  const surer = Buffer.from(data.map((value) => Math.min(255, Math.max(0, (value - 32) * 2.7))));
  const dish = surer.reduce((count, value) => count + Number(value >= inside), 0);
  for (const { size: pixels, members } of holesOf({ data: surer, ...size }))
    if (pixels <= dish * closedHole) for (const pixel of members) surer[pixel] = 255;
  return { data: surer, ...size };
}

interface Area {
  readonly size: number;
  readonly members: readonly number[];
  readonly isAtEdge: boolean;
}

/** Areas of background that the dish surrounds. */
function holesOf(mask: Mask): Area[] {
  return areasOf(mask, (value) => value < inside).filter(({ isAtEdge }) => !isAtEdge);
}

/** Connected areas (over sides) of the pixels that `belongs` accepts. */
function areasOf({ data, width, height }: Mask, belongs: (value: number) => boolean): Area[] {
  const seen = new Uint8Array(data.length);
  const areas: Area[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] || !belongs(data[start] ?? 0)) continue;
    const members = [start];
    seen[start] = 1;
    let isAtEdge = false;
    for (let at = 0; at < members.length; at += 1) {
      const pixel = members[at] ?? 0;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isAtEdge = true;
      const next = [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        y > 0 ? pixel - width : -1,
        y < height - 1 ? pixel + width : -1,
      ];
      for (const neighbour of next) {
        if (neighbour < 0 || seen[neighbour] || !belongs(data[neighbour] ?? 0)) continue;
        seen[neighbour] = 1;
        members.push(neighbour);
      }
    }
    areas.push({ size: members.length, members, isAtEdge });
  }
  return areas;
}
