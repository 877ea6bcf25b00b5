import type { Plane } from '../pixels.ts';

/** Fills an oval in the middle: where a dish usually is. */
export function fillOval({ width, height, values }: Plane): void {
  for (let i = 0; i < values.length; i++) {
    const x = ((i % width) + 0.5) / width - 0.5;
    const y = (Math.floor(i / width) + 0.5) / height - 0.5;
    values[i] = (x / 0.34) ** 2 + (y / 0.34) ** 2 < 1 ? 1 : 0;
  }
}

/** Removes parts that are small compared with the largest one. Falls back to an oval if the mask is nearly empty. */
export function keepMainPart(mask: Plane): void {
  const { width, height, values } = mask;
  const parts = connectedParts(mask, (value) => value > 0.5);
  const largest = Math.max(0, ...parts.map((part) => part.length));
  if (largest < width * height * 0.03) {
    fillOval(mask);
    return;
  }
  for (const part of parts) {
    if (part.length < largest * 0.08) for (const i of part) values[i] = 0;
  }
}

/** Fills gaps inside the dish that do not reach the picture's border. */
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

function connectedParts(mask: Plane, belongs: (value: number) => boolean): number[][] {
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
