import { openNetwork } from '#src/network.ts';
import { decodeWithin } from '#src/renderer/image-file.ts';
import type { Raster } from '#src/renderer/pixels.ts';
import { fitWithin, resizeRaster } from '#src/renderer/resize.ts';

/** Longest side of the copy that is analysed, in pixels: the size that the network was trained with. */
const longestSide = 512;
/** Both sides of the network's input are multiples of this, in pixels. */
const step = 32;
/** Output stride of the network: pixels of its input for each cell of its heat map, in both directions. */
const cell = 4;
/** Number of sides of a box. The network's output is the heat map, followed by one plane for each side. */
const SIDES = 4;

/** Least confidence of a person: between dishes, at most 0.26, and people, 0.37 and more (`findPeople`). */
const leastPeople = 0.3;

/** What is known of the people in a picture. */
export interface SeenPeople {
  /** Confidence that a person is in the picture, 0 to 1. */
  sure: number;
  /** Lower end of the people above `leastPeople`, as a share of the picture's height; 0 if there are none. */
  lowest: number;
}

/**
 * Looks for people: the maximum of CenterNet's heat map for people (models/ORIGIN.txt), and where their boxes end.
 * Undefined if onnxruntime-node is not installed.
 *
 * Measured on 18 photographs of dishes: at most 0.10; on 216 enlarged crops of them: 0.26; on 157 rendered pictures:
 * 0.24, except one that has people painted into it. On 16 pictures with people it is 0.37 and more in 13: faces, busts,
 * players, and somebody behind a dish. It is lower for a torso without a head, and for somebody at the picture's edge.
 * Hands alone are not detected unless they are close to the camera.
 */
export async function findPeople(file: Uint8Array): Promise<SeenPeople | undefined> {
  const picture = await decodeWithin(file, longestSide);
  const seen = await lookForPeople(picture);
  if (!seen) return undefined;
  return {
    sure: seen.heat.reduce((highest, value) => Math.max(highest, value), 0),
    lowest: peaksIn(seen, picture, leastPeople).reduce(
      (lowest, { bottom }) => Math.max(lowest, bottom / picture.height),
      0,
    ),
  };
}

/** A person, or the part of one that is seen. Lengths are in pixels of the picture. */
export interface Person {
  /** Confidence, 0 to 1. */
  sure: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The people in a picture with the boxes around them: the peaks of the heat map above `sure`. The box of somebody who
 * sits at a table ends at the table; a hand that is close to the camera counts as a person, too. Empty if
 * onnxruntime-node is not installed.
 */
export async function locatePeople(picture: Raster, sure: number): Promise<Person[]> {
  const seen = await lookForPeople(picture);
  return seen ? peaksIn(seen, picture, sure) : [];
}

function peaksIn(seen: SeenCells, picture: Pick<Raster, 'width' | 'height'>, sure: number): Person[] {
  const { width, height, heat, sides } = seen;
  const [wide, high] = [picture.width / (width * cell), picture.height / (height * cell)];
  const people: Person[] = [];
  for (const [i, value] of heat.entries()) {
    if (value <= sure || isBesideHigher(seen, i)) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = sides.map((side) => side[i] as number);
    const [x, y] = [(i % width) * cell, Math.floor(i / width) * cell];
    people.push({
      sure: value,
      left: (x - left) * wide,
      top: (y - top) * high,
      right: (x + right) * wide,
      bottom: (y + bottom) * high,
    });
  }
  return people;
}

/** What the network says of each cell of a picture. */
interface SeenCells {
  width: number;
  height: number;
  /** Confidence that the cell holds the middle of a person's visible part, 0 to 1. */
  heat: Float32Array;
  /** Distances from the cell to the left, upper, right and lower side of the box, in pixels of the network's input. */
  sides: Float32Array[];
}

async function lookForPeople(picture: Raster): Promise<SeenCells | undefined> {
  const network = await openNetwork('centernet-person.onnx');
  if (!network) return undefined;
  const { width, height } = fitWithin(picture.width, picture.height, longestSide);
  const inSteps = (side: number) => Math.max(1, Math.round(side / step)) * step;
  const { rgb, ...size } = resizeRaster(picture, inSteps(width), inSteps(height));
  const output = await network.run(
    rgb.map((value) => value * 255),
    [1, size.height, size.width, 3],
  );
  const cells = output.length / (1 + SIDES);
  const channel = (c: number) => output.subarray(c * cells, (c + 1) * cells);
  return {
    width: size.width / cell,
    height: size.height / cell,
    heat: channel(0),
    sides: Array.from({ length: SIDES }, (_, side) => channel(1 + side)),
  };
}

/** Whether one of the eight cells around cell `i` has a higher value. Of equal ones, the first is the peak. */
function isBesideHigher({ width, heat }: SeenCells, i: number): boolean {
  const value = heat[i] as number;
  return [-1, 0, 1].some((dy) =>
    [-1, 0, 1].some((dx) => {
      const x = (i % width) + dx;
      const other = i + dy * width + dx;
      if (x < 0 || x >= width || other === i) return false;
      const beside = heat[other] ?? 0;
      return beside > value || (beside === value && other < i);
    }),
  );
}
