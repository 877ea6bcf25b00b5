import type { Plane, Raster } from './pixels.ts';

/** Resizes interleaved channels: averages when shrinking, interpolates bilinearly when enlarging. */
export function resizeChannels(
  source: Float32Array,
  sw: number,
  sh: number,
  width: number,
  height: number,
  channels: 1 | 3,
): Float32Array {
  if (sw === width && sh === height) return source.slice();
  const between = resizeAcross(source, sw, sh, width, channels);
  if (sh === height) return between;
  const { first, count, weights, taps } = resizeAxis(sh, height);
  const out = new Float32Array(width * height * channels);
  const stride = width * channels;
  for (let y = 0; y < height; y++) {
    const to = y * stride;
    const from = (first[y] as number) * stride;
    const n = count[y] as number;
    const w0 = weights[y * taps] as number;
    const w1 = n > 1 ? (weights[y * taps + 1] as number) : 0;
    const next = n > 1 ? from + stride : from;
    for (let i = 0; i < stride; i++) {
      out[to + i] = w0 * (between[from + i] as number) + w1 * (between[next + i] as number);
    }
    for (let k = 2; k < n; k++) {
      const weight = weights[y * taps + k] as number;
      const row = from + k * stride;
      for (let i = 0; i < stride; i++)
        out[to + i] = (out[to + i] as number) + weight * (between[row + i] as number);
    }
  }
  return out;
}

function resizeAcross(
  source: Float32Array,
  sw: number,
  sh: number,
  width: number,
  channels: number,
): Float32Array {
  if (sw === width) return source;
  const { first, count, weights, taps } = resizeAxis(sw, width);
  const out = new Float32Array(width * sh * channels);
  for (let y = 0, to = 0; y < sh; y++) {
    const row = y * sw * channels;
    for (let x = 0; x < width; x++, to += channels) {
      const n = count[x] as number;
      let tap = row + (first[x] as number) * channels;
      if (channels === 1) {
        let sum = 0;
        for (let k = x * taps; k < x * taps + n; k++)
          sum += (weights[k] as number) * (source[tap++] as number);
        out[to] = sum;
        continue;
      }
      let r = 0;
      let g = 0;
      let b = 0;
      for (let k = x * taps; k < x * taps + n; k++, tap += 3) {
        const weight = weights[k] as number;
        r += weight * (source[tap] as number);
        g += weight * (source[tap + 1] as number);
        b += weight * (source[tap + 2] as number);
      }
      out[to] = r;
      out[to + 1] = g;
      out[to + 2] = b;
    }
  }
  return out;
}

function resizeAxis(from: number, to: number) {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const taps = Math.ceil(reach * 2) + 1;
  const first = new Int32Array(to);
  const count = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5;
    const low = Math.max(0, Math.ceil(centre - reach));
    const high = Math.min(from - 1, Math.floor(centre + reach));
    let total = 0;
    for (let k = low; k <= high && k - low < taps; k++) {
      const weight = Math.max(1e-6, 1 - Math.abs(k - centre) / reach);
      weights[i * taps + k - low] = weight;
      total += weight;
    }
    first[i] = low;
    count[i] = Math.min(taps, high - low + 1);
    for (let k = 0; k < taps; k++) weights[i * taps + k] = (weights[i * taps + k] as number) / total;
  }
  return { first, count, weights, taps };
}

export function resizeRaster(source: Raster, width: number, height: number): Raster {
  return { width, height, rgb: resizeChannels(source.rgb, source.width, source.height, width, height, 3) };
}

export function resizePlane(source: Plane, width: number, height: number): Plane {
  return {
    width,
    height,
    values: resizeChannels(source.values, source.width, source.height, width, height, 1),
  };
}

/** Size with the longer side at most `side`, at least one pixel. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
