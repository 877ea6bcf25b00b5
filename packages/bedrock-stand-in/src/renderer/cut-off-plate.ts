import { blurRaster } from './blur.ts';
import { around, asOval, type Ellipse, outlinesIn, type Scored, type Search, settle } from './outline.ts';
import { joinOval, type Oval } from './oval.ts';
import { type Plane, plane, type Raster, toLab } from './pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from './resize.ts';

/** Longer side of the copy on which the rim is searched, in pixels. */
const SIDE = 176;
/** Height divided by width of the ellipses that are tried: from a view from above (1) to the view of a seated guest. */
const FLATNESSES = [0.35, 0.45, 0.55, 0.65, 0.75, 0.87, 1];
/**
 * Horizontal radii that are tried: the least as a share of the shorter side, the greatest as a share of the longer
 * side, and the factor between one and the next.
 */
const LEAST_RADIUS = 0.22;
const MOST_RADIUS = 1.2;
const WIDER = 1.08;
/**
 * Gradient (CIE Lab per pixel) from which a pixel is an edge pixel, and from which a steeper one has no more weight.
 */
const LEAST_EDGE = 1.5;
const MOST_EDGE = 8;
/**
 * Size of a bin of the Hough accumulator, and the distance in position and radius below which two circles count as one,
 * both in pixels of the copy.
 */
const BIN = 4;
const APART = 10;
/** Number of circles for each flatness that are scored, and number of candidates whose fit is refined. */
const JUDGED = 8;
const SETTLED = 30;

/** Least visible share of an ellipse, and least visible length as a multiple of the picture's shorter side. */
const LEAST_VISIBLE = 0.1;
const LEAST_LENGTH = 0.5;
/** Least share of the food that must lie within the rim. */
const LEAST_HELD = 0.95;
/**
 * Least score of a rim. Tuned on 258 photographs and 178 random crops of them: 28 plates, bowls and pans in the crops
 * score 31 and more; tables, saucers and lines on a wall score 28 and less.
 */
const LEAST_SCORE = 30;

/**
 * Least share of a plate's part on one side of the picture that the food covers for the food, and not the rim, to reach
 * that side: a thing behind the food that touches it covers 0.13.
 */
const LEAST_REACHED = 0.25;

/**
 * Rims with at least this share of the highest score compete; the one that covers most of the picture wins. Otherwise
 * the inner rim of the plate's well would win.
 */
const AS_GOOD = 0.8;

/**
 * Least cosine between the direction of a point of the rim and that of a picture's side for the point to lie towards
 * it.
 */
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

/** An edge pixel, with the gradient of the CIE Lab channel in which it is steepest. */
interface Edge {
  x: number;
  y: number;
  /** Gradient of `channel` by x and by y; `height` is its length. */
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
 * Finds the plate, bowl or pan under the food by the visible part of its rim, if the frame cuts off the rest. A Hough
 * transform finds circles in copies of the picture that are stretched vertically, so that plates seen from the side
 * become round. Of these circles, the one with the highest, most continuous and longest colour step along it wins.
 *
 * @param food Mask of the known part of the dish. Edges inside it are ignored.
 * @returns Undefined if no rim reaches the least score.
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

  /**
   * Whether, towards each side of the picture, the rim is visible or the food reaches that side. A front rim alone does
   * not determine the ellipse's height.
   */
  function isBounded(ellipse: Ellipse): boolean {
    const { directions } = outlines.look(ellipse, inDetail, LEAST_VISIBLE) ?? { directions: [] };
    const plate = () => joinOval(plane(size.width, size.height), asOval(ellipse, size));
    return sides.every(
      ([x, y]) => directions.some((to) => to[0] * x + to[1] * y > TOWARDS) || reaches(mask, plate(), [x, y]),
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

/** Whether the food reaches this side of the picture, and covers enough of the plate's part on it. */
export function reaches(food: Plane, plate: Plane, [x, y]: readonly [number, number]): boolean {
  const { width, height } = food;
  const at = (k: number) =>
    x === 0 ? (y < 0 ? 0 : height - 1) * width + k : k * width + (x < 0 ? 0 : width - 1);
  let [onPlate, covered, touched] = [0, 0, 0];
  for (let k = 0; k < (x === 0 ? width : height); k++) {
    const isFood = Number((food.values[at(k)] as number) > 0.5);
    touched += isFood;
    if ((plate.values[at(k)] as number) <= 0.5) continue;
    onPlate += 1;
    covered += isFood;
  }
  return touched > 0 && covered >= LEAST_REACHED * onPlate;
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

/** Ramanujan's approximation, in pixels. */
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

/** The ellipses of one flatness with the most votes: circles in the picture stretched vertically by 1 / flatness. */
function findEllipses(edges: readonly Edge[], flatness: number, { width, height }: Size): Ellipse[] {
  const tall = height / flatness;
  const columns = Math.ceil((2 * width) / BIN);
  const rows = Math.ceil((2 * tall) / BIN);
  const towards = edges.map(({ gx, gy }) => {
    const long = Math.hypot(gx, gy * flatness) || 1;
    return [gx / long, (gy * flatness) / long] as const;
  });
  // Three channels times two signs: rims lighter than the table and rims darker than it vote separately.
  const kinds = 6;
  const votes = new Float32Array(kinds * columns * rows);
  const circles: Circle[] = [];
  const least = LEAST_RADIUS * Math.min(width, height);
  for (let r = least; r < MOST_RADIUS * Math.max(width, height); r *= WIDER) {
    votes.fill(0);
    // Millions of votes: plain index loops, because iterators are slower.
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
