import { type Plane, plane, type Raster, raster } from './pixels.ts';
import { resizePlane, resizeRaster } from './resize.ts';

/**
 * Calls `shade` for every pixel with coordinates in units of the shorter side, origin in the middle, y down;
 * it writes the colour to `out`. With `step` > 1 it paints a smaller picture and enlarges it, which is enough for soft
 * content.
 */
export function paint(
  width: number,
  height: number,
  step: number,
  shade: (x: number, y: number, out: Float32Array) => void,
): Raster {
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  const small = raster(w, h);
  const out = new Float32Array(3);
  const unit = 1 / Math.min(w, h);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i += 3) {
      shade((x + 0.5 - w / 2) * unit, (y + 0.5 - h / 2) * unit, out);
      small.rgb[i] = out[0] as number;
      small.rgb[i + 1] = out[1] as number;
      small.rgb[i + 2] = out[2] as number;
    }
  }
  return step > 1 ? resizeRaster(small, width, height) : small;
}

/** Like `paint`, for one value a pixel. */
export function paintPlane(
  width: number,
  height: number,
  step: number,
  shade: (x: number, y: number) => number,
): Plane {
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  const small = plane(w, h);
  const unit = 1 / Math.min(w, h);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      small.values[i] = shade((x + 0.5 - w / 2) * unit, (y + 0.5 - h / 2) * unit);
    }
  }
  return step > 1 ? resizePlane(small, width, height) : small;
}
