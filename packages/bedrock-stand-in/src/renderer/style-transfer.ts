import { luma, mix, type Raster, raster } from './pixels.ts';
import { fitWithin, resizeRaster } from './resize.ts';

interface Statistics {
  mean: [number, number, number];
  spread: [number, number, number];
}

/**
 * Transfers the light and colours of one picture to another: mean and standard deviation of lightness and of two colour
 * axes.
 */
export function transferStyle(picture: Raster, style: Raster, amount: number): Raster {
  const from = measure(picture);
  const to = measure(style);
  const scale = [0, 1, 2].map((k) => {
    const wanted = (to.spread[k] as number) / Math.max(from.spread[k] as number, 0.01);
    return Math.min(Math.max(wanted, 0.55), 1.8);
  });
  const out = raster(picture.width, picture.height);
  const axes: [number, number, number] = [0, 0, 0];
  for (let s = 0; s < out.rgb.length; s += 3) {
    const r = picture.rgb[s] as number;
    const g = picture.rgb[s + 1] as number;
    const b = picture.rgb[s + 2] as number;
    toAxes(r, g, b, axes);
    for (let k = 0; k < 3; k++) {
      const centred = (axes[k] as number) - (from.mean[k] as number);
      axes[k] = centred * (scale[k] as number) + (to.mean[k] as number);
    }
    const [l, u, v] = axes;
    out.rgb[s] = mix(r, l + v, amount);
    out.rgb[s + 2] = mix(b, l + u, amount);
    out.rgb[s + 1] = mix(g, l - (0.299 * v + 0.114 * u) / 0.587, amount);
  }
  return out;
}

function toAxes(r: number, g: number, b: number, out: [number, number, number]): void {
  const l = luma(r, g, b);
  out[0] = l;
  out[1] = b - l;
  out[2] = r - l;
}

function measure(picture: Raster): Statistics {
  const size = fitWithin(picture.width, picture.height, 128);
  const small = resizeRaster(picture, size.width, size.height);
  const count = size.width * size.height;
  const mean: [number, number, number] = [0, 0, 0];
  const square = [0, 0, 0];
  const axes: [number, number, number] = [0, 0, 0];
  for (let s = 0; s < small.rgb.length; s += 3) {
    toAxes(small.rgb[s] as number, small.rgb[s + 1] as number, small.rgb[s + 2] as number, axes);
    for (let k = 0; k < 3; k++) {
      mean[k] = (mean[k] as number) + (axes[k] as number) / count;
      square[k] = (square[k] as number) + (axes[k] as number) ** 2 / count;
    }
  }
  const spread = square.map((sum, k) => Math.sqrt(Math.max(0, sum - (mean[k] as number) ** 2)));
  return { mean, spread: spread as [number, number, number] };
}
