import { decodeWithin } from '#src/renderer/image-file.ts';

/** Longest side of the copy that is analysed, in pixels. */
const longestSide = 512;

/**
 * A rectangle of a picture. Its axes may be swapped, so that the search for vertical seams also finds horizontal ones.
 */
interface Part {
  /** Interleaved RGB, 0 to 1. */
  rgb: Float32Array;
  /** Index of its first pixel, and the steps in the index to the next pixel to the right and to the one below. */
  first: number;
  right: number;
  down: number;
  width: number;
  height: number;
}

/**
 * The boundary between two pictures: the first column that belongs to neither, and the first column of the next
 * picture.
 */
interface Seam {
  from: number;
  to: number;
  /** Share of the rows in which the seam is visible, 0 to 1. */
  coverage: number;
}

/**
 * Number of photos of which a collage consists, side by side or one above the other; 1 for a single photo. A seam is a
 * straight line across the whole picture, or across a whole part of it, at which most rows change abruptly, or a stripe
 * of one colour. Tables, walls and planks have straight edges too; but a dish interrupts them, the change along them is
 * constant, or the light on both sides changes together.
 *
 * Measured on collages of two or four of 214 photographs, with gaps of 0 to 8 of 1,400 pixels, saved as JPEG of quality
 * 80: 116 of 120 are recognised; the four others are two photos with a thin gap. Three of the photographs are taken for
 * a collage: the inside of a booth, a box, and a glass before a screen.
 */
export async function countPanels(picture: Uint8Array): Promise<number> {
  const copy = await decodeWithin(picture, longestSide);
  const whole = { ...copy, first: 0, right: 1, down: copy.width };
  return hasMiddleSeam(whole) && hasMiddleSeam(turned(whole)) ? 4 : panelsIn(whole);
}

/**
 * Two seams that cross in the middle make four panels, and each may be fainter than a single seam. Greatest distance of
 * a seam from the middle, as a share of the width, and least shares of all rows and of the rows of each quarter that
 * show it.
 */
const middle = 0.015;
const middleCoverage = 0.5;
const middleInQuarter = 0.22;

function hasMiddleSeam(part: Part): boolean {
  const reach = Math.ceil(middle * part.width);
  const centre = Math.round(part.width / 2);
  for (let x = centre - reach; x <= centre + reach; x++)
    for (const half of [1, 2])
      if (coverageOf(part, x - half, x + half, middleInQuarter) > middleCoverage) return true;
  return false;
}

function panelsIn(part: Part): number {
  for (const way of [part, turned(part)]) {
    const seam = seamIn(way);
    if (seam) return sidesOf(way, seam).reduce((panels, side) => panels + panelsIn(side), 0);
  }
  return 1;
}

function sidesOf(part: Part, { from, to }: Pick<Seam, 'from' | 'to'>): Part[] {
  return [columns(part, 0, from), columns(part, to, part.width)];
}

function turned({ right, down, width, height, ...part }: Part): Part {
  return { ...part, right: down, down: right, width: height, height: width };
}

function columns(part: Part, from: number, to: number): Part {
  return { ...part, first: part.first + from * part.right, width: to - from };
}

/** Least share of a stripe's pixels that have its colour. JPEG changes some. */
const evenly = 0.97;
/** Greatest difference from a colour in each channel, 0 to 1, for a pixel still to have that colour. */
const sameColour = 20 / 255;

/** Whether at least `share` of the pixels have one colour, the mean. */
function isPlain(part: Part, share: number): boolean {
  const colour = colourOf(part);
  let same = 0;
  eachPixel(part, (i) => {
    if (difference(part.rgb, i, colour, 0) <= sameColour) same += 1;
  });
  return same >= share * part.width * part.height;
}

function colourOf(part: Part): Float32Array {
  const colour = new Float32Array(3);
  const pixels = part.width * part.height;
  eachPixel(part, (i) => {
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) + (part.rgb[i + c] as number) / pixels;
  });
  return colour;
}

function eachPixel({ first, right, down, width, height }: Part, use: (index: number) => void): void {
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) use((first + x * right + y * down) * 3);
}

/** The greatest difference between two pixels in any channel. */
function difference(a: Float32Array, i: number, b: Float32Array, j: number): number {
  let greatest = 0;
  for (let c = 0; c < 3; c++)
    greatest = Math.max(greatest, Math.abs((a[i + c] as number) - (b[j + c] as number)));
  return greatest;
}

/** Seams closer to the edges than this share of the width are ignored. */
const edge = 0.18;
/** Least width in pixels of a part that is searched for seams. */
const leastWidth = 50;
/** Greatest width of a stripe between pictures, as a share of the width. */
const widestStripe = 0.06;

/** Greatest share of a panel in one colour. Bars around a photo, with or without a caption, have more. */
const plainPanel = 0.85;

/** The vertical seam that most rows show; undefined if there is none. */
function seamIn(part: Part): Seam | undefined {
  const { width } = part;
  if (width < leastWidth || part.height < leastWidth) return undefined;
  const [low, high] = [Math.floor(width * edge), Math.ceil(width * (1 - edge))];
  let best: Seam | undefined;
  const consider = (from: number, to: number, stripe?: Float32Array) => {
    const coverage = coverageOf(part, from, to, leastInQuarter, stripe);
    if (coverage < leastCoverage || coverage <= (best?.coverage ?? 0)) return;
    if (!stripe && isOneScene(part, from, to)) return;
    if (sidesOf(part, { from, to }).every((side) => !isPlain(side, plainPanel)))
      best = { from, to, coverage };
  };
  for (let x = low; x < high; x++) {
    // A sharp seam, then one that is blurred or has a thin line in it.
    consider(x - 1, x + 1);
    consider(x - 2, x + 2);
  }
  for (let from = low; from < high; from++) {
    let to = from;
    while (to < high && isPlain(columns(part, to, to + 1), evenly)) to += 1;
    if (to === from) continue;
    if (to - from <= widestStripe * width) consider(from - 1, to + 1, colourOf(columns(part, from, to)));
    from = to;
  }
  return best;
}

/**
 * Least share of all rows that show a seam, and of the rows of each quarter. Edges in the photographs reach 0.62, most
 * seams 0.75.
 */
const leastCoverage = 0.68;
const leastInQuarter = 0.35;
/**
 * Least standard deviation along a seam of the change across it. At the edge of a table or a wall the change is
 * constant.
 */
const leastVariety = 25 / 255;
/** Least change across a seam, and least ratio of it to the changes on both sides of the seam. */
const leastChange = 12 / 255;
const outstanding = 1.5;
/** Least difference between a stripe and the picture on one of its sides. */
const leastFromStripe = 25 / 255;

/**
 * Share of the rows that show a seam between column `from` − 1 and column `to`; 0 if it looks like an edge within a
 * photo.
 */
function coverageOf(part: Part, from: number, to: number, inQuarter: number, stripe?: Float32Array): number {
  const { rgb, first, right, down, height } = part;
  const reach = (to - from + 1) * right * 3;
  let [rows, sum, squares] = [0, 0, 0];
  for (let quarter = 0; quarter < 4; quarter++) {
    const [top, bottom] = [Math.floor((quarter * height) / 4), Math.floor(((quarter + 1) * height) / 4)];
    const before = rows;
    for (let y = top; y < bottom; y++) {
      const a = (first + (from - 1) * right + y * down) * 3;
      const b = (first + to * right + y * down) * 3;
      const shows = stripe
        ? Math.max(difference(rgb, a, stripe, 0), difference(rgb, b, stripe, 0)) > leastFromStripe
        : isAbrupt(rgb, a, b, reach);
      if (!shows) continue;
      let change = 0;
      for (let c = 0; c < 3; c++) change += ((rgb[b + c] as number) - (rgb[a + c] as number)) / 3;
      rows += 1;
      sum += change;
      squares += change * change;
    }
    if (rows - before < inQuarter * (bottom - top)) return 0;
  }
  const variety = Math.sqrt(Math.max(0, squares / rows - (sum / rows) ** 2));
  return variety >= leastVariety ? rows / height : 0;
}

/** Least standard deviation of the light along each side of a seam. Along the edge of a tablecloth it is less. */
const leastAlong = 10 / 255;
/** Greatest correlation of the light on both sides of a seam. Two planks are lit and shaded together. */
const mostAlike = 0.5;

/** Whether the two sides of a seam belong to one photo: one of them is even, or their light changes together. */
function isOneScene(part: Part, from: number, to: number): boolean {
  const { rgb, first, right, down, height, width } = part;
  const lightAt = (x: number, y: number) => {
    const i = (first + Math.min(width - 1, Math.max(0, x)) * right + y * down) * 3;
    return ((rgb[i] as number) + (rgb[i + 1] as number) + (rgb[i + 2] as number)) / 3;
  };
  let [a, b, aa, ab, bb] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height; y++) {
    const before = (lightAt(from - 2, y) + lightAt(from - 4, y)) / 2;
    const after = (lightAt(to + 1, y) + lightAt(to + 3, y)) / 2;
    a += before / height;
    b += after / height;
    aa += before ** 2 / height;
    ab += (before * after) / height;
    bb += after ** 2 / height;
  }
  const [one, other] = [Math.sqrt(Math.max(0, aa - a * a)), Math.sqrt(Math.max(0, bb - b * b))];
  return Math.min(one, other) < leastAlong || ab - a * b > mostAlike * one * other;
}

/** Whether pixels `a` and `b` differ by much more than each does from the pixel behind it. */
function isAbrupt(rgb: Float32Array, a: number, b: number, reach: number): boolean {
  const change = difference(rgb, a, rgb, b);
  if (change <= leastChange) return false;
  const around = Math.max(difference(rgb, a, rgb, a - reach), difference(rgb, b, rgb, b + reach));
  return change > outstanding * around;
}
