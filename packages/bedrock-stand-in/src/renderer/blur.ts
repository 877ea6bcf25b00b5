import type { Plane, Raster } from './pixels.ts';
import { resizeChannels } from './resize.ts';

/**
 * Approximates a Gaussian blur of `sigma` pixels. Wide blurs contain no fine detail, so they are made on a smaller
 * copy.
 */
export function blurPlane(source: Plane, sigma: number): Plane {
  const { width, height } = source;
  const values = blurChannels(source.values, width, height, 1, sigma);
  return { width, height, values };
}

export function blurRaster(source: Raster, sigma: number): Raster {
  const { width, height } = source;
  return { width, height, rgb: blurChannels(source.rgb, width, height, 3, sigma) };
}

function blurChannels(source: Float32Array, width: number, height: number, channels: 1 | 3, sigma: number) {
  if (sigma < 0.3) return source.slice();
  const shrink = sigma > 4 ? Math.min(16, sigma / 2.5) : 1;
  const w = Math.max(1, Math.round(width / shrink));
  const h = Math.max(1, Math.round(height / shrink));
  let data = shrink > 1 ? resizeChannels(source, width, height, w, h, channels) : source.slice();
  const spread = sigma / (width / w);
  const radius = Math.max(1, Math.round((Math.sqrt(4 * spread * spread + 1) - 1) / 2));
  let other: Float32Array = new Float32Array(data.length);
  for (let pass = 0; pass < 3; pass++) {
    boxRows(data, other, w, h, channels, radius);
    boxColumns(other, data, w, h, channels, radius);
  }
  if (shrink > 1) {
    other = resizeChannels(data, w, h, width, height, channels);
    data = other as Float32Array<ArrayBuffer>;
  }
  return data;
}

function boxRows(
  from: Float32Array,
  to: Float32Array,
  w: number,
  h: number,
  channels: number,
  radius: number,
) {
  const norm = 1 / (radius * 2 + 1);
  for (let y = 0; y < h; y++) {
    for (let c = 0; c < channels; c++) {
      const start = y * w * channels + c;
      const last = start + (w - 1) * channels;
      let sum = (from[start] as number) * (radius + 1);
      for (let k = 1; k <= radius; k++) sum += from[Math.min(start + k * channels, last)] as number;
      for (let x = 0; x < w; x++) {
        const i = start + x * channels;
        to[i] = sum * norm;
        const enters = Math.min(i + (radius + 1) * channels, last);
        const leaves = Math.max(i - radius * channels, start);
        sum += (from[enters] as number) - (from[leaves] as number);
      }
    }
  }
}

function boxColumns(
  from: Float32Array,
  to: Float32Array,
  w: number,
  h: number,
  channels: number,
  radius: number,
) {
  const norm = 1 / (radius * 2 + 1);
  const stride = w * channels;
  const sums = new Float64Array(stride);
  for (let i = 0; i < stride; i++) sums[i] = (from[i] as number) * (radius + 1);
  for (let k = 1; k <= radius; k++) {
    const row = Math.min(k, h - 1) * stride;
    for (let i = 0; i < stride; i++) sums[i] = (sums[i] as number) + (from[row + i] as number);
  }
  for (let y = 0; y < h; y++) {
    const row = y * stride;
    const enters = Math.min(y + radius + 1, h - 1) * stride;
    const leaves = Math.max(y - radius, 0) * stride;
    for (let i = 0; i < stride; i++) {
      to[row + i] = (sums[i] as number) * norm;
      sums[i] = (sums[i] as number) + (from[enters + i] as number) - (from[leaves + i] as number);
    }
  }
}
