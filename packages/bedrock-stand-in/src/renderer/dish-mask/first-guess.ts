import { blurPlane } from '../blur.ts';
import { clamp, lumaPlane, mix, plane, type Raster, smoothstep } from '../pixels.ts';
import type { Patch } from './patches.ts';

/** Sets the first guess of each patch, from barrier distance to the border, sharpness, colour and place. */
export function guessPatches(lab: Float32Array, small: Raster, labels: Int32Array, patches: Patch[]): void {
  const { width, height } = small;
  const support = supportAtBorder(patches);
  const barrier = barrierDistance(lab, width, height, (i) => (support[labels[i] as number] as number) > 0.06);
  const light = lumaPlane(small);
  const soft = blurPlane(light, 1.6);
  const detail = plane(width, height);
  for (let i = 0; i < detail.values.length; i++) {
    detail.values[i] = Math.abs((light.values[i] as number) - (soft.values[i] as number));
  }
  const sharp = blurPlane(detail, 4);
  const sums = patches.map(() => ({ barrier: 0, sharp: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const sum = sums[labels[i] as number] as { barrier: number; sharp: number };
    sum.barrier += barrier[i] as number;
    sum.sharp += sharp.values[i] as number;
  }
  const barriers = patches.map((patch, k) => (patch.size ? (sums[k]?.barrier ?? 0) / patch.size : 0));
  const sharps = patches.map((patch, k) => (patch.size ? (sums[k]?.sharp ?? 0) / patch.size : 0));
  const chromas = patches.map((patch) => Math.hypot(patch.a, patch.b));
  const contrasts = patches.map((patch) => {
    // Distance of the colour to the border's colour; the nearest part of the border counts most.
    let sum = 0;
    let weight = 1e-6;
    for (const [j, other] of patches.entries()) {
      if (other.border === 0) continue;
      const near =
        Math.exp(-((patch.x - other.x) ** 2 + (patch.y - other.y) ** 2) * 6) *
        other.border *
        smoothstep(0.02, 0.12, support[j] as number);
      sum += near * Math.hypot((patch.l - other.l) * 0.6, patch.a - other.a, patch.b - other.b);
      weight += near;
    }
    return sum / weight;
  });
  const scaled = [barriers, sharps, chromas, contrasts].map(toUnit);
  // A large difference from the border counts fully, even if other food is more colourful.
  scaled[0] = barriers.map((barrier, k) => Math.max(0.85 * smoothstep(14, 44, barrier), scaled[0]?.[k] ?? 0));
  scaled[3] = contrasts.map((contrast, k) =>
    Math.max(0.85 * smoothstep(8, 26, contrast), scaled[3]?.[k] ?? 0),
  );
  for (const [k, patch] of patches.entries()) {
    const cue =
      0.3 * ((scaled[0] ?? [])[k] as number) +
      0.25 * ((scaled[1] ?? [])[k] as number) +
      0.2 * ((scaled[2] ?? [])[k] as number) +
      0.25 * ((scaled[3] ?? [])[k] as number);
    const central = Math.exp(-((patch.x / 0.3) ** 2 + ((patch.y - 0.02) / 0.32) ** 2) / 2);
    const atBorder = patch.border > 0 ? mix(0.6, 0.45, smoothstep(0.03, 0.2, support[k] as number)) : 1;
    patch.guess = clamp((0.25 + 0.75 * cue) * (0.25 + 0.75 * central) * atBorder);
  }
  const highest = Math.max(...patches.map((patch) => patch.guess), 1e-6);
  const filled = shareOfFrameFilled(patches, support);
  for (const patch of patches) {
    patch.guess = smoothstep(0.12, 0.75, patch.guess / highest);
    const chroma = Math.hypot(patch.a, patch.b);
    patch.guess = Math.max(patch.guess, filled * smoothstep(6, 20, chroma));
    // Hardly any food is this blue.
    if (patch.b < -12 && patch.a < 12) patch.guess *= 0.3;
  }
}

/**
 * How certain it is that food fills the frame, 0 to 1: the border is colourful all along, and no single colour covers
 * much of it.
 */
function shareOfFrameFilled(patches: Patch[], support: number[]): number {
  let [length, alike, colourful] = [1e-6, 0, 0];
  for (const [k, { border, a, b }] of patches.entries()) {
    length += border;
    alike += border * (support[k] as number);
    if (Math.hypot(a, b) > 25) colourful += border;
  }
  return smoothstep(0.17, 0.13, alike / length) * smoothstep(0.38, 0.5, colourful / length);
}

/**
 * For each patch, the share of the picture's border that has its colour. A table or a wall covers much of the border in
 * one colour; a colour that covers little of the border may be a dish that the frame cuts off.
 */
function supportAtBorder(patches: Patch[]): number[] {
  const border = patches.filter((patch) => patch.border > 0);
  const length = border.reduce((sum, patch) => sum + patch.border, 1e-6);
  return patches.map((patch) => {
    let sum = 0;
    for (const other of border) {
      const away = Math.hypot((patch.l - other.l) * 0.6, patch.a - other.a, patch.b - other.b);
      sum += other.border * smoothstep(18, 8, away);
    }
    return sum / length;
  });
}

/** Scales to 0–1 between the 5th and 95th percentile. */
function toUnit(values: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.05)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.95)] ?? 1;
  return values.map((value) => clamp((value - low) / Math.max(high - low, 1e-6)));
}

/**
 * Minimum barrier distance of each pixel: the smallest range of lightness and colour along any path to a border pixel
 * in `starts`.
 */
function barrierDistance(
  lab: Float32Array,
  width: number,
  height: number,
  isStart: (pixel: number) => boolean,
): Float32Array {
  const total = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const distance = new Float32Array(width * height).fill(1e9);
    const high = new Float32Array(width * height);
    const low = new Float32Array(width * height);
    for (let i = 0; i < distance.length; i++) {
      const value = lab[i * 3 + channel] as number;
      high[i] = value;
      low[i] = value;
      const x = i % width;
      const y = Math.floor(i / width);
      if ((x === 0 || y === 0 || x === width - 1 || y === height - 1) && isStart(i)) distance[i] = 0;
    }
    const visit = (i: number, from: number) => {
      const value = lab[i * 3 + channel] as number;
      const top = Math.max(high[from] as number, value);
      const bottom = Math.min(low[from] as number, value);
      if (top - bottom < (distance[i] as number)) {
        distance[i] = top - bottom;
        high[i] = top;
        low[i] = bottom;
      }
    };
    for (let pass = 0; pass < 3; pass++) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const i = y * width + x;
          if (x > 0) visit(i, i - 1);
          if (y > 0) visit(i, i - width);
        }
      }
      for (let y = height - 1; y >= 0; y--) {
        for (let x = width - 1; x >= 0; x--) {
          const i = y * width + x;
          if (x < width - 1) visit(i, i + 1);
          if (y < height - 1) visit(i, i + width);
        }
      }
    }
    const weight = channel === 0 ? 0.6 : 1;
    for (let i = 0; i < total.length; i++)
      total[i] = (total[i] as number) + Math.min(distance[i] as number, 100) * weight;
  }
  return total;
}
