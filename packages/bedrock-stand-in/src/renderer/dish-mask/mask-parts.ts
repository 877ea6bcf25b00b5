import { blurPlane } from '../blur.ts';
import { fitOval } from '../oval.ts';
import { type Plane, plane } from '../pixels.ts';

/** Fills an ellipse in the middle of the picture, where a dish usually is. */
export function fillOval({ width, height, values }: Plane): void {
  for (let i = 0; i < values.length; i++) {
    const x = ((i % width) + 0.5) / width - 0.5;
    const y = (Math.floor(i / width) + 0.5) / height - 0.5;
    values[i] = (x / 0.34) ** 2 + (y / 0.34) ** 2 < 1 ? 1 : 0;
  }
}

/**
 * Removes connected components that are small compared with the largest one, and somewhat larger ones above its middle,
 * because they stand behind the dish. Falls back to an ellipse in the middle if the mask is nearly empty.
 */
export function keepMainPart(mask: Plane): void {
  const { width, height, values } = mask;
  const parts = connectedParts(mask, (value) => value > 0.5);
  const [main = []] = parts.toSorted((a, b) => b.length - a.length);
  if (main.length < width * height * 0.03) {
    fillOval(mask);
    return;
  }
  const middle = rowOf(main.reduce((sum, i) => sum + i, 0) / main.length);
  for (const part of parts) {
    const isBehind = part.length < main.length * 0.3 && part.every((i) => rowOf(i) < middle);
    if (part.length < main.length * 0.08 || isBehind) for (const i of part) values[i] = 0;
  }

  function rowOf(pixel: number): number {
    return Math.floor(pixel / width);
  }
}

/**
 * Morphological closing with a square of `reach` pixels on each side: fills gaps and bays, such as cream between pieces
 * of bread.
 */
export function closeGaps(mask: Plane, reach: number): void {
  const { width, height, values } = mask;
  // First dilates, then erodes; rows and columns one after the other.
  for (const grows of [true, false]) {
    for (const [length, lines, step, stride] of [
      [width, height, 1, width],
      [height, width, width, 1],
    ] as const) {
      const line = new Float32Array(length);
      for (let k = 0; k < lines; k++) {
        for (let i = 0; i < length; i++) line[i] = values[k * stride + i * step] as number;
        for (let i = 0; i < length; i++) {
          const near = line.subarray(Math.max(0, i - reach), i + reach + 1);
          values[k * stride + i * step] = grows ? Math.max(...near) : Math.min(...near);
        }
      }
    }
  }
}

/** Fills holes: background components that do not touch the picture's border. */
export function fillHoles(mask: Plane): void {
  const { width, height, values } = mask;
  for (const part of connectedParts(mask, (value) => value <= 0.5)) {
    const open = part.some((i) => {
      const x = i % width;
      return x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    });
    if (!open) for (const i of part) values[i] = 1;
  }
}

/**
 * 1 where the mask, blurred with a sigma of half of `pixels`, exceeds `least`: a small threshold dilates, a large one
 * erodes.
 */
export function spread(mask: Plane, pixels: number, least: number): Plane {
  const soft = blurPlane(mask, pixels / 2);
  return { ...mask, values: soft.values.map((value) => (value > least ? 1 : 0)) };
}

/** Dilation by about this many pixels. */
export function grow(mask: Plane, pixels: number): Plane {
  return spread(mask, pixels, 0.03);
}

/** Erosion by about this many pixels. */
export function shrink(mask: Plane, pixels: number): Plane {
  return spread(mask, pixels, 0.97);
}

/** Union: the greater value of both masks at each pixel. */
export function join(one: Plane, other: Plane): Plane {
  return { ...one, values: one.values.map((value, i) => Math.max(value, other.values[i] as number)) };
}

/** Intersection: the lesser value of both masks at each pixel. */
export function overlap(one: Plane, other: Plane): Plane {
  return { ...one, values: one.values.map((value, i) => Math.min(value, other.values[i] as number)) };
}

/** Complement of the mask, 0 or 1. */
export function inverted(mask: Plane): Plane {
  return { ...mask, values: mask.values.map((value) => (isSet(value) ? 0 : 1)) };
}

/** Indices of the pixels that belong to the mask. */
export function pixelsOf(mask: Plane): number[] {
  return [...mask.values.keys()].filter((i) => isSet(mask.values[i] as number));
}

/** Whether a pixel with this value belongs to a mask. */
export function isSet(value: number): boolean {
  return value > 0.5;
}

/** 4-connected components of the pixels whose value `belongs`: pixel indices, the first of each in its topmost row. */
export function connectedParts(mask: Plane, belongs: (value: number) => boolean): number[][] {
  const { width, height, values } = mask;
  const seen = new Uint8Array(values.length);
  const parts: number[][] = [];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || !belongs(values[start] as number)) continue;
    seen[start] = 1;
    const part = [start];
    for (let k = 0; k < part.length; k++) {
      const i = part[k] as number;
      const x = i % width;
      for (const n of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (n < 0 || n >= width * height || seen[n] || !belongs(values[n] as number)) continue;
        seen[n] = 1;
        part.push(n);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Connected components of the eroded mask, largest first. The erosion separates objects that only touch. */
export function coresOf(mask: Plane, pixels: number): number[][] {
  return connectedParts(shrink(mask, pixels), isSet).sort((a, b) => b.length - a.length);
}

/** Mean row of these pixel indices. */
export function meanRow(part: readonly number[], width: number): number {
  return part.reduce((sum, i) => sum + Math.floor(i / width), 0) / part.length;
}

/** Sets these pixels of a mask to 0, in place. */
export function clear(mask: Plane, pixels: readonly number[]): void {
  for (const i of pixels) mask.values[i] = 0;
}

/** Area of the mask as a share of the picture, 0 to 1. */
export function share(mask: Plane): number {
  return mask.values.reduce((sum, value) => sum + value, 0) / mask.values.length;
}

/** Share of the picture's border that the mask covers, 0 to 1. */
export function borderShare({ width, height, values }: Plane): number {
  let covered = 0;
  for (let x = 0; x < width; x++) {
    covered += (values[x] as number) + (values[(height - 1) * width + x] as number);
  }
  for (let y = 0; y < height; y++) {
    covered += (values[y * width] as number) + (values[(y + 1) * width - 1] as number);
  }
  return covered / (2 * (width + height));
}

/** Whether the ellipse with the moments of a part is narrower than `most` times its length. */
export function isThin({ width, height }: Plane, part: readonly number[], most: number): boolean {
  const alone = plane(width, height);
  for (const i of part) alone.values[i] = 1;
  const { rx, ry } = fitOval(alone);
  return ry < most * rx;
}
