import sharp from 'sharp';

/** A picture in working form: interleaved RGB, gamma-encoded sRGB, 0 to 1 (may overshoot between steps). */
export interface Raster {
  width: number;
  height: number;
  rgb: Float32Array;
}

/** One value for each pixel: a mask, a luminance, a field. */
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

/** 0 below `from`, 1 above `to`, smooth between; works downwards too (`from` > `to`). */
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

/** Decodes a JPEG, PNG or WebP, upright, on white where it is transparent, at the given size if one is named. */
export async function decode(bytes: Uint8Array, width?: number, height?: number): Promise<Raster> {
  let picture = sharp(bytes).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  if (width && height) picture = picture.resize(width, height, { fit: 'fill' });
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rgb = new Float32Array(info.width * info.height * 3);
  if (info.channels === 3) for (let i = 0; i < rgb.length; i++) rgb[i] = (data[i] as number) / 255;
  else
    for (let i = 0; i < rgb.length; i++) rgb[i] = (data[Math.floor(i / 3) * info.channels] as number) / 255;
  return { width: info.width, height: info.height, rgb };
}

/** Encodes with an optional alpha plane (dropped on white for JPEG). */
export async function encode(
  picture: Raster,
  format: 'jpeg' | 'png' | 'webp',
  alpha?: Plane,
): Promise<Buffer> {
  const { width, height } = picture;
  const channels = alpha ? 4 : 3;
  const bytes = new Uint8Array(width * height * channels);
  for (let i = 0, s = 0, d = 0; i < width * height; i++) {
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    if (alpha) bytes[d++] = clamp(alpha.values[i] as number) * 255 + 0.5;
  }
  let image = sharp(bytes, { raw: { width, height, channels } });
  if (format === 'jpeg') {
    if (alpha) image = image.flatten({ background: '#fff' });
    return image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  if (format === 'webp') return image.webp({ quality: 93, effort: 2 }).toBuffer();
  return image.png({ compressionLevel: 4 }).toBuffer();
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

/** Resizes interleaved channels: averages when shrinking by whole factors or more, bilinear when growing. */
function resizeChannels(
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

/**
 * Blurs with about a Gaussian of `sigma` pixels. Wide blurs are made on a smaller copy, because they hold no
 * fine detail.
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

export function lumaPlane(source: Raster): Plane {
  const out = plane(source.width, source.height);
  for (let i = 0, s = 0; i < out.values.length; i++, s += 3) {
    out.values[i] = luma(source.rgb[s] as number, source.rgb[s + 1] as number, source.rgb[s + 2] as number);
  }
  return out;
}

/**
 * Calls `shade` for every pixel with coordinates in units of the shorter side, origin in the middle, y down;
 * it writes the colour to `out`. `step` > 1 paints a smaller picture and enlarges it: for soft content.
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

/** `front` over `back` by the mask; a new picture. */
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

/** Mixes `b` into `a` evenly; a new picture. */
export function blend(a: Raster, b: Raster, amount: number): Raster {
  const out = raster(a.width, a.height);
  for (let s = 0; s < out.rgb.length; s++) out.rgb[s] = mix(a.rgb[s] as number, b.rgb[s] as number, amount);
  return out;
}

/** Adds light as two slides projected together do; never burns out. */
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
