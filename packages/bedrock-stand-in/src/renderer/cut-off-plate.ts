import { blurRaster } from './blur.ts';
import { around, asOval, type Ellipse, outlinesIn, type Scored, type Search, settle } from './outline.ts';
import { joinOval, type Oval } from './oval.ts';
import { type Plane, plane, type Raster, toLab } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

/** Longer side of the copy on which the rim is found. */
const SIDE = 176;
/** Heights of the ellipses that are tried, as shares of their widths: from above to the view of someone who sits at the table. */
const FLATNESSES = [0.35, 0.45, 0.55, 0.65, 0.75, 0.87, 1];
/** Half the widths that are tried, as shares of the shorter and of the longer side, and by how much each exceeds the last. */
const LEAST_RADIUS = 0.22;
const MOST_RADIUS = 1.2;
const WIDER = 1.08;
/** Colour step (CIE Lab, from one pixel to the next) from which a pixel is one of an edge, and above which more does not count. */
const LEAST_EDGE = 1.5;
const MOST_EDGE = 8;
/** Pixels of a bin in which centres are counted, and the distance below which two circles are the same. */
const BIN = 4;
const APART = 10;
/** How many circles of each flatness are judged, and how many of all are settled in detail. */
const JUDGED = 8;
const SETTLED = 30;

/** Least share of an ellipse that must be seen, and least length of it in shares of the picture's shorter side. */
const LEAST_VISIBLE = 0.1;
const LEAST_LENGTH = 0.5;
/** Least share of the food within the rim. */
const LEAST_HELD = 0.95;
/**
 * Between the scores of rims and of other lines, measured on 258 photographs and 178 chance parts of them: 31 and more for
 * the rims of 28 plates, bowls and pans of the parts, 28 and less for tables, saucers and lines on a wall.
 */
const LEAST_SCORE = 30;

/** Of rims whose scores are this close to the highest the one counts that holds most: the plate's, not that of its well. */
const AS_GOOD = 0.8;

/** Cosine of the angle below which a piece of the rim lies towards a side. */
const TOWARDS = 0.3;
const sides = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

const roughly: Search = { angles: around(120), reach: 3 };
const inDetail: Search = { angles: around(120), reach: 1.7 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A pixel of an edge. */
interface Edge {
  x: number;
  y: number;
  /** Direction in which the value of `channel` (of CIE Lab) grows most, and by how much. */
  gx: number;
  gy: number;
  channel: number;
  height: number;
}

interface Circle {
  x: number;
  y: number;
  r: number;
  votes: number;
}

/**
 * Finds the plate, bowl or pan under the food by the part of its rim that the photo shows, if the frame cuts off the rest.
 * Every pixel of an edge votes for the circles that it may lie on, the picture being stretched for plates that are seen from
 * the side (Hough transform). Of these it takes the one that has the highest step of colour all along, for its length.
 * Undefined if none stands out.
 *
 * @param food What is known of the dish. An edge beside it tells nothing.
 */
export function findCutOffPlate(picture: Raster, food: Plane): Oval | undefined {
  const size = fitWithin(picture.width, picture.height, SIDE);
  const lab = toLab(blurRaster(resizeRaster(picture, size.width, size.height), 0.8));
  const mask = resizePlane(food, size.width, size.height);
  const outlines = outlinesIn(lab, mask);
  const edges = findEdges(lab, mask);
  const rims = FLATNESSES.flatMap((flatness) => findEllipses(edges, flatness, size))
    .map((ellipse) => ({ ellipse, score: judge(ellipse, roughly) }))
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, SETTLED)
    .map(({ ellipse }) => settle(ellipse, (next) => judge(next, roughly)))
    .map(({ ellipse }) => settle(ellipse, (next) => judge(next, inDetail)))
    .filter(
      ({ ellipse, score }) =>
        score > LEAST_SCORE &&
        outlines.held(ellipse) > LEAST_HELD &&
        leavesFrame(ellipse, size) &&
        isBounded(ellipse),
    );
  const highest = Math.max(0, ...rims.map(({ score }) => score));
  const [widest] = rims
    .filter(({ score }) => score >= highest * AS_GOOD)
    .map(({ ellipse }) => asOval(ellipse, size))
    .map((rim) => ({ rim, shown: mean(joinOval(plane(size.width, size.height), rim)) }))
    .sort((a, b) => b.shown - a.shown);
  return widest?.rim;

  /** Whether the rim is seen towards each side of the picture, or the food reaches that side. A front rim alone tells no height. */
  function isBounded(ellipse: Ellipse): boolean {
    const { directions } = outlines.look(ellipse, inDetail, LEAST_VISIBLE) ?? { directions: [] };
    return sides.every(
      ([x, y]) => reaches(mask, [x, y]) || directions.some((to) => to[0] * x + to[1] * y > TOWARDS),
    );
  }

  function judge(ellipse: Ellipse, search: Search): number {
    if (ellipse.ry > ellipse.rx * 1.05 || ellipse.ry < ellipse.rx * 0.25) return 0;
    const seen = outlines.look(ellipse, search, LEAST_VISIBLE);
    if (!seen) return 0;
    const length = (seen.visible * circumference(ellipse)) / Math.min(size.width, size.height);
    return length < LEAST_LENGTH ? 0 : seen.height * seen.stepped ** 2 * seen.even * Math.sqrt(length);
  }
}

/** Whether a mask reaches this side of the picture. */
function reaches({ width, height, values }: Plane, [x, y]: readonly [number, number]): boolean {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const isAtSide =
        column === (x < 0 ? 0 : width - 1) ? x !== 0 : y !== 0 && row === (y < 0 ? 0 : height - 1);
      if (isAtSide && (values[row * width + column] as number) > 0.5) return true;
    }
  }
  return false;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score;
}

function mean({ values }: Plane): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function leavesFrame({ x, y, rx, ry, turn }: Ellipse, { width, height }: Size): boolean {
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const [aside, down] = [Math.hypot(rx * ct, ry * st), Math.hypot(rx * st, ry * ct)];
  return x < aside || y < down || x + aside > width || y + down > height;
}

/** In pixels, after Ramanujan. */
function circumference({ rx, ry }: Ellipse): number {
  return Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)));
}

function findEdges(lab: Float32Array, { width, height, values }: Plane): Edge[] {
  const edges: Edge[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      if ([0, -2, 2, -2 * width, 2 * width].some((by) => (values[i + by] as number) > 0.3)) continue;
      let steepest: Edge | undefined;
      for (let channel = 0; channel < 3; channel++) {
        const at = (j: number) => lab[j * 3 + channel] as number;
        const [gx, gy] = [(at(i + 1) - at(i - 1)) / 2, (at(i + width) - at(i - width)) / 2];
        const height = Math.hypot(gx, gy);
        if (height >= (steepest?.height ?? LEAST_EDGE)) steepest = { x, y, gx, gy, channel, height };
      }
      if (steepest) edges.push(steepest);
    }
  }
  return edges;
}

/** The ellipses of one flatness on which most edges lie, by circles in a picture that is stretched until they are round. */
function findEllipses(edges: readonly Edge[], flatness: number, { width, height }: Size): Ellipse[] {
  const tall = height / flatness;
  const columns = Math.ceil((2 * width) / BIN);
  const rows = Math.ceil((2 * tall) / BIN);
  const towards = edges.map(({ gx, gy }) => {
    const long = Math.hypot(gx, gy * flatness) || 1;
    return [gx / long, (gy * flatness) / long] as const;
  });
  // Rims that are lighter than the table are counted apart from darker ones, and so is each channel of colour.
  const kinds = 6;
  const votes = new Float32Array(kinds * columns * rows);
  const circles: Circle[] = [];
  const least = LEAST_RADIUS * Math.min(width, height);
  for (let r = least; r < MOST_RADIUS * Math.max(width, height); r *= WIDER) {
    votes.fill(0);
    // Millions of votes: by index, without iterators.
    for (let k = 0; k < edges.length; k++) {
      const edge = edges[k] as Edge;
      const [ux, uy] = towards[k] as readonly [number, number];
      for (let way = 1; way >= -1; way -= 2) {
        const column = Math.floor((edge.x + way * ux * r + width / 2) / BIN);
        const row = Math.floor((edge.y / flatness + way * uy * r + tall / 2) / BIN);
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
        const bin = ((edge.channel * 2 + (way > 0 ? 0 : 1)) * rows + row) * columns + column;
        votes[bin] = (votes[bin] as number) + Math.min(edge.height, MOST_EDGE);
      }
    }
    for (let kind = 0; kind < kinds; kind++) {
      const [from, to] = [kind * columns * rows, (kind + 1) * columns * rows];
      let highest = from;
      for (let bin = from; bin < to; bin++) {
        if ((votes[bin] as number) > (votes[highest] as number)) highest = bin;
      }
      circles.push({
        x: ((highest % columns) + 0.5) * BIN - width / 2,
        y: ((Math.floor(highest / columns) % rows) + 0.5) * BIN - tall / 2,
        r,
        votes: (votes[highest] as number) / Math.sqrt(r),
      });
    }
  }
  const found: Circle[] = [];
  for (const circle of circles.sort((a, b) => b.votes - a.votes)) {
    if (found.length === JUDGED) break;
    const isKnown = found.some(
      ({ x, y, r }) => Math.hypot(x - circle.x, y - circle.y) < APART && Math.abs(r - circle.r) < APART,
    );
    if (!isKnown) found.push(circle);
  }
  return found.map(({ x, y, r }) => ({ x, y: y * flatness, rx: r, ry: r * flatness, turn: 0 }));
}
