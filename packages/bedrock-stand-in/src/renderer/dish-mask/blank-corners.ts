import { type Plane, plane, type Raster } from '../pixels.ts';

/** Greatest difference in any channel within one colour. JPEG compression causes such differences. */
const SAME = 0.03;
/** Least length of both legs of a blank triangle, as a share of the picture's sides. */
const LEAST_SIDE = 0.02;
/** Greatest deviation from 1 of the corner's area divided by the area of the triangle with the same legs. */
const MOST_OFF = 0.15;
/**
 * Greatest distance in pixels between an edge and a straight line, and least share of the edge within that distance.
 */
const STRAIGHT = 3;
const LEAST_STRAIGHT = 0.9;
/** Least number of corners with a straight edge in a rotated photo. Noise may hide the edge of the others. */
const LEAST_CORNERS = 2;
/** Width of the strip beside a corner that is blended with its colour, in pixels. */
const SEAM = 2;

interface Corner {
  readonly colour: readonly number[];
  readonly isStraight: boolean;
  /** Length of each row in pixels, from the picture's side inwards, including the seam. */
  readonly rows: readonly number[];
  readonly at: (across: number, down: number) => number;
}

/**
 * Mask of the triangles of one colour that an editor leaves in the corners when it rotates a photo: 1 in them, 0
 * elsewhere. Undefined if there are none.
 */
export function findBlankCorners(picture: Raster): Plane | undefined {
  const { width, height } = picture;
  const corners = [0, width - 1].flatMap((left) =>
    [0, height - 1].flatMap((top) => findCorner(picture, left, top) ?? []),
  );
  const straight = corners.filter(({ isStraight }) => isStraight);
  const [first] = straight;
  const isLikeFirst = ({ colour }: Corner) =>
    colour.every((value, c) => Math.abs(value - (first?.colour[c] ?? 0)) < SAME);
  if (straight.length < LEAST_CORNERS || !straight.every(isLikeFirst)) return undefined;
  const blank = plane(width, height);
  for (const { rows, at } of corners.filter(isLikeFirst)) {
    for (const [down, length] of rows.entries()) {
      for (let across = 0; across < length; across++) blank.values[at(across, down)] = 1;
    }
  }
  return blank;
}

/** The blank triangle in this corner of the picture. */
function findCorner({ width, height, rgb }: Raster, left: number, top: number): Corner | undefined {
  const at = (across: number, down: number) => Math.abs(top - down) * width + Math.abs(left - across);
  const colour = [0, 1, 2].map((c) => rgb[at(0, 0) * 3 + c] ?? 0);
  const isSame = (i: number) => colour.every((value, c) => Math.abs((rgb[i * 3 + c] ?? 0) - value) < SAME);
  const sideways = lengthOf(width, (across) => isSame(at(across, 0)));
  const downwards = lengthOf(height, (down) => isSame(at(0, down)));
  if (sideways < LEAST_SIDE * width || downwards < LEAST_SIDE * height) return undefined;
  const line = (down: number) => sideways * (1 - down / downwards);
  const lengths = Array.from({ length: downwards }, (_, down) =>
    lengthOf(width, (across) => isSame(at(across, down))),
  );
  const area = lengths.reduce((sum, length) => sum + length, 0);
  if (Math.abs(area / (0.5 * sideways * downwards) - 1) > MOST_OFF) return undefined;
  // Where the edge is nearly level, the next row ends many pixels further.
  const reach = STRAIGHT * Math.max(1, sideways / downwards);
  const onLine = lengths.filter((length, down) => Math.abs(length - line(down)) <= reach);
  const rows = Array.from({ length: Math.min(downwards + SEAM, height) }, (_, down) =>
    Math.min(Math.max(line(down - SEAM), lengths[down] ?? 0) + SEAM, width),
  );
  return { colour, isStraight: onLine.length >= LEAST_STRAIGHT * downwards, rows, at };
}

/** Number of steps, from the first on, for which `goesOn` is true; at most `most`. */
function lengthOf(most: number, goesOn: (step: number) => boolean): number {
  let length = 0;
  while (length < most && goesOn(length)) length += 1;
  return length;
}
