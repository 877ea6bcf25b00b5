/** A picture: interleaved RGB, gamma-encoded sRGB, 0 to 1. Values may exceed the range between steps. */
export interface Raster {
  width: number;
  height: number;
  rgb: Float32Array;
}

/** One value for each pixel, such as a mask or luminance. */
export interface Plane {
  width: number;
  height: number;
  values: Float32Array;
}

export type Colour = readonly [number, number, number];

export function raster(width: number, height: number): Raster {
  return { width, height, rgb: new Float32Array(width * height * 3) };
}

export function plane(width: number, height: number): Plane {
  return { width, height, values: new Float32Array(width * height) };
}

/** The colour of `#rrggbb`. */
export function hex(code: string): Colour {
  const n = Number.parseInt(code.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** 0 below `from`, 1 above `to`, smooth in between. `from` may be greater than `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

export function luma(r: number, g: number, b: number): number {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** Colour of a ramp at `t` (0 to 1) through evenly spaced stops, written to `out`. */
export function ramp(stops: readonly Colour[], t: number, out: Float32Array): void {
  const place = clamp(t) * (stops.length - 1);
  const index = Math.min(Math.floor(place), stops.length - 2);
  const a = stops[index] as Colour;
  const b = stops[index + 1] as Colour;
  const f = place - index;
  out[0] = mix(a[0], b[0], f);
  out[1] = mix(a[1], b[1], f);
  out[2] = mix(a[2], b[2], f);
}

/** Samples a field of values at fractional pixel coordinates, clamped at the border. */
export function samplePlane(source: Plane, x: number, y: number): number {
  const { width, height, values } = source;
  const cx = clamp(x, 0, width - 1);
  const cy = clamp(y, 0, height - 1);
  const x0 = cx | 0;
  const y0 = cy | 0;
  const fx = cx - x0;
  const fy = cy - y0;
  const i = y0 * width + x0;
  const right = x0 + 1 < width ? 1 : 0;
  const down = y0 + 1 < height ? width : 0;
  const top = (values[i] as number) * (1 - fx) + (values[i + right] as number) * fx;
  const bottom = (values[i + down] as number) * (1 - fx) + (values[i + down + right] as number) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Samples one channel of a picture at fractional pixel coordinates, clamped at the border. */
export function sampleChannel(source: Raster, x: number, y: number, channel: number): number {
  const { width, height, rgb } = source;
  const cx = clamp(x, 0, width - 1);
  const cy = clamp(y, 0, height - 1);
  const x0 = cx | 0;
  const y0 = cy | 0;
  const fx = cx - x0;
  const fy = cy - y0;
  const i = (y0 * width + x0) * 3 + channel;
  const right = x0 + 1 < width ? 3 : 0;
  const down = y0 + 1 < height ? width * 3 : 0;
  const top = (rgb[i] as number) * (1 - fx) + (rgb[i + right] as number) * fx;
  const bottom = (rgb[i + down] as number) * (1 - fx) + (rgb[i + down + right] as number) * fx;
  return top * (1 - fy) + bottom * fy;
}

export function lumaPlane(source: Raster): Plane {
  const out = plane(source.width, source.height);
  for (let i = 0, s = 0; i < out.values.length; i++, s += 3) {
    out.values[i] = luma(source.rgb[s] as number, source.rgb[s + 1] as number, source.rgb[s + 2] as number);
  }
  return out;
}

/** Changes every pixel in place: `change(pixel, index)` gets its three values in `pixel` and writes them back. */
export function eachPixel(picture: Raster, change: (pixel: Float32Array, index: number) => void): Raster {
  const { rgb } = picture;
  const pixel = new Float32Array(3);
  for (let i = 0, s = 0; s < rgb.length; i++, s += 3) {
    pixel[0] = rgb[s] as number;
    pixel[1] = rgb[s + 1] as number;
    pixel[2] = rgb[s + 2] as number;
    change(pixel, i);
    rgb[s] = pixel[0] as number;
    rgb[s + 1] = pixel[1] as number;
    rgb[s + 2] = pixel[2] as number;
  }
  return picture;
}

/** Returns `front` over `back`, by the mask. */
export function over(back: Raster, front: Raster, mask: Plane): Raster {
  const out = raster(back.width, back.height);
  for (let i = 0, s = 0; s < out.rgb.length; i++) {
    const m = clamp(mask.values[i] as number);
    for (let c = 0; c < 3; c++, s++) {
      out.rgb[s] = (back.rgb[s] as number) * (1 - m) + (front.rgb[s] as number) * m;
    }
  }
  return out;
}

/** Returns `a` with `b` mixed in evenly. */
export function blend(a: Raster, b: Raster, amount: number): Raster {
  const out = raster(a.width, a.height);
  for (let s = 0; s < out.rgb.length; s++) out.rgb[s] = mix(a.rgb[s] as number, b.rgb[s] as number, amount);
  return out;
}

/** Adds light without exceeding 1, like two projectors on one screen. */
export function screen(base: number, light: number): number {
  return 1 - (1 - clamp(base)) * (1 - clamp(light));
}

/** CIE Lab-like opponent values (L 0–100), interleaved. */
export function toLab(picture: Raster): Float32Array {
  const out = new Float32Array(picture.rgb.length);
  for (let s = 0; s < out.length; s += 3) {
    const r = linear(picture.rgb[s] as number);
    const g = linear(picture.rgb[s + 1] as number);
    const b = linear(picture.rgb[s + 2] as number);
    const x = Math.cbrt((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = Math.cbrt((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    out[s] = 116 * y - 16;
    out[s + 1] = 500 * (x - y);
    out[s + 2] = 200 * (y - z);
  }
  return out;
}

function linear(value: number): number {
  return Math.max(0, value) ** 2.2;
}
