import { channelPlanes, mirrorAcross, openNetwork } from '#src/network.ts';
import { decodeWithin } from '#src/renderer/image-file.ts';
import { type Plane, plane } from '#src/renderer/pixels.ts';

/** Longest side of the copy that is looked at, in pixels: letters of a thirtieth of its height are found. */
const longestSide = 640;
/** The network takes sides of whole multiples of this. */
const step = 32;
/** Probability from which a pixel counts as writing (PaddleOCR's own value). */
const isWriting = 0.3;

/**
 * Share of a picture that lines of writing cover, 0 to 1; undefined where the networks' runtime is not installed. The
 * detector of PP-OCRv4 (models/ORIGIN.txt) takes pasta, coffee cups and chicken wings for letters, up to 5.6 % of a photo. So
 * two things are asked of what it finds: that it has the shape of a line, and that it is found again in the mirror image,
 * where letters still look like letters, and food like other food. Then 0 is answered for 17 photographs and 157 pictures of
 * dishes, and 0.12 % for the one photograph with a printed place mat. Of 90 copies of the photographs with a promotion, a
 * caption, a small credit, a line in italics or a badge, 86 are found with 0.08 % or more; of 36 with a watermark so faint
 * that it hardly shows, 8.
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

/** 1 for the pixels of regions that have the shape of a line of writing, 0 elsewhere. */
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

/** Indexes of the pixels that are writing and hang together with `start`; marks them as seen. */
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

/** Fewer pixels than these are specks. */
const leastPixels = 20;
/** How much longer than thick a line is, by the spread of its pixels: of writing 4.7 and more, of most food less. */
const leastSlenderness = 4.5;
/** The share of its box that a line fills: of writing 0.67 and more, of ragged food less. */
const leastFilling = 0.65;
/** Mean probability of a line's pixels: of writing 0.9 and more. */
const leastMean = 0.85;

/** Whether a region is long, straight and even, in any direction. */
function isLine(region: readonly number[], { width, values }: Plane): boolean {
  const count = region.length;
  if (count < leastPixels) return false;
  const mean = (of: (i: number) => number) => region.reduce((sum, i) => sum + of(i), 0) / count;
  if (mean((i) => values[i] ?? 0) < leastMean) return false;
  const [midX, midY] = [mean((i) => i % width), mean((i) => Math.floor(i / width))];
  const [dx, dy] = [(i: number) => (i % width) - midX, (i: number) => Math.floor(i / width) - midY];
  // The axes of an ellipse that spreads like the region.
  const [xx, xy, yy] = [mean((i) => dx(i) ** 2), mean((i) => dx(i) * dy(i)), mean((i) => dy(i) ** 2)];
  const radius = Math.hypot((xx - yy) / 2, xy);
  const [long, short] = [(xx + yy) / 2 + radius, Math.max((xx + yy) / 2 - radius, 1 / 12)];
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = extent(region.map((i) => dx(i) * cos + dy(i) * sin));
  const across = extent(region.map((i) => dy(i) * cos - dx(i) * sin));
  return Math.sqrt(long / short) >= leastSlenderness && count / (along * across) >= leastFilling;
}

/** Pixels between the least and the greatest place, both included. */
function extent(places: readonly number[]): number {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const place of places) [least, greatest] = [Math.min(least, place), Math.max(greatest, place)];
  return greatest - least + 1;
}
