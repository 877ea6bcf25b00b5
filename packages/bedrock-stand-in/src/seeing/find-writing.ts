import { channelPlanes, mirrorAcross, openNetwork } from '#src/network.ts';
import { decodeWithin } from '#src/renderer/image-file.ts';
import { type Plane, plane } from '#src/renderer/pixels.ts';

/** Longest side of the copy that is analysed, in pixels. Letters as high as a thirtieth of it are found. */
const longestSide = 640;
/** Both sides of the network's input are multiples of this, in pixels. */
const step = 32;
/** Probability from which a pixel counts as writing (PaddleOCR's own value). */
const isWriting = 0.3;

/**
 * Share of a picture that lines of writing cover, 0 to 1. Undefined if onnxruntime-node is not installed.
 *
 * The detector of PP-OCRv4 (models/ORIGIN.txt) takes pasta, coffee cups and chicken wings for letters, up to 5.6 % of a
 * photo. So a region counts only if it has the shape of a line, and if the detector finds it again in the mirror image:
 * mirrored letters still look like letters, mirrored food looks like other food.
 *
 * Measured: 0 for 17 photographs and 157 rendered pictures of dishes, and 0.12 % for the one photograph with a printed
 * place mat. Of 90 copies of the photographs with a promotion, a caption, a small credit, a line in italics or a badge,
 * 86 have 0.08 % or more; of 36 with a hardly visible watermark, 8.
 */
export async function findWriting(picture: Uint8Array): Promise<number | undefined> {
  const network = await openNetwork('pp-ocrv4-det.onnx');
  if (!network) return undefined;
  const copy = await decodeWithin(picture, longestSide, step);
  const { width, height } = copy;
  const look = async (mirrored: boolean): Promise<Plane> => {
    const values = await network.run(channelPlanes(copy, mirrored), [1, 3, height, width]);
    return linesIn({ width, height, values });
  };
  const lines = await look(false);
  if (!lines.values.includes(1)) return 0;
  const mirrored = await look(true);
  const both = lines.values.filter((line, i) => line && mirrored.values[mirrorAcross(i, width)]);
  return both.length / lines.values.length;
}

/** Mask, 0 or 1, of the regions that have the shape of a line of writing. */
function linesIn(writing: Plane): Plane {
  const { width, height, values } = writing;
  const lines = plane(width, height);
  const seen = new Uint8Array(values.length);
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || (values[start] ?? 0) <= isWriting) continue;
    const region = regionAround(start, writing, seen);
    if (isLine(region, writing)) for (const i of region) lines.values[i] = 1;
  }
  return lines;
}

/** Flood fill: indices of the writing pixels connected with `start`. Marks them as seen. */
function regionAround(start: number, { width, values }: Plane, seen: Uint8Array): number[] {
  const region = [start];
  seen[start] = 1;
  for (const i of region) {
    const x = i % width;
    for (const next of [i - width, i + width, x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1]) {
      if (seen[next] !== 0 || (values[next] ?? 0) <= isWriting) continue;
      seen[next] = 1;
      region.push(next);
    }
  }
  return region;
}

/** Least number of pixels of a region. Smaller ones are specks. */
const leastPixels = 20;
/**
 * Least ratio of a line's length to its thickness, by the second moments of its pixels. Writing has 4.7 and more, most
 * food less.
 */
const leastSlenderness = 4.5;
/** Least share of its bounding box that a line fills. Writing has 0.67 and more, ragged food less. */
const leastFilling = 0.65;
/** Least mean probability of a line's pixels. Writing has 0.9 and more. */
const leastMean = 0.85;

/** Whether a region is long, straight and even, in any direction. */
function isLine(region: readonly number[], { width, values }: Plane): boolean {
  const count = region.length;
  if (count < leastPixels) return false;
  const mean = (of: (i: number) => number) => region.reduce((sum, i) => sum + of(i), 0) / count;
  if (mean((i) => values[i] ?? 0) < leastMean) return false;
  const [midX, midY] = [mean((i) => i % width), mean((i) => Math.floor(i / width))];
  const [dx, dy] = [(i: number) => (i % width) - midX, (i: number) => Math.floor(i / width) - midY];
  // The axes of the ellipse with the region's second moments.
  const [xx, xy, yy] = [mean((i) => dx(i) ** 2), mean((i) => dx(i) * dy(i)), mean((i) => dy(i) ** 2)];
  const radius = Math.hypot((xx - yy) / 2, xy);
  const [long, short] = [(xx + yy) / 2 + radius, Math.max((xx + yy) / 2 - radius, 1 / 12)];
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = extent(region.map((i) => dx(i) * cos + dy(i) * sin));
  const across = extent(region.map((i) => dy(i) * cos - dx(i) * sin));
  return Math.sqrt(long / short) >= leastSlenderness && count / (along * across) >= leastFilling;
}

/** Number of pixels from the least to the greatest coordinate, both included. */
function extent(places: readonly number[]): number {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const place of places) [least, greatest] = [Math.min(least, place), Math.max(greatest, place)];
  return greatest - least + 1;
}
