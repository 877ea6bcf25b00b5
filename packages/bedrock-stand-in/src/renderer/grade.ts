import { blurPlane, blurRaster } from './blur.ts';
import {
  type Colour,
  clamp,
  eachPixel,
  luma,
  lumaPlane,
  mix,
  type Plane,
  plane,
  type Raster,
  raster,
  smoothstep,
} from './pixels.ts';
import type { Random } from './random.ts';
import { fitWithin, resizeRaster } from './resize.ts';

/** The values of a colour grade. Values that are left out are neutral. */
export interface Grade {
  /** Multiplies light; 1 is neutral. */
  exposure?: number;
  /** Slope of the S-curve around mid-grey; 1 is neutral. */
  contrast?: number;
  /** 1 is neutral, 0 is grey. */
  saturation?: number;
  /** Raises weak colours more than strong ones; 0 is neutral. */
  vibrance?: number;
  /** Positive warms, negative cools; ±0.2 is strong. */
  warmth?: number;
  /** The value to which black is raised. */
  lift?: number;
  /** Colours mixed into dark and light parts. */
  shadows?: Colour;
  highlights?: Colour;
  /** Amount of these colours, 0 to 1. */
  split?: number;
}

/** Returns a graded copy. */
export function grade(picture: Raster, look: Grade): Raster {
  const {
    exposure = 1,
    contrast = 1,
    saturation = 1,
    vibrance = 0,
    warmth = 0,
    lift = 0,
    shadows = [0, 0, 0],
    highlights = [1, 1, 1],
    split = 0,
  } = look;
  const curve = new Float32Array(1025);
  for (let i = 0; i < curve.length; i++) {
    const value = (i / 1024) * exposure;
    const shouldered = value < 0.8 ? value : 0.8 + 0.2 * Math.tanh((value - 0.8) / 0.24);
    const s = sCurve(clamp(shouldered), contrast);
    curve[i] = lift + (1 - lift) * s;
  }
  const out = raster(picture.width, picture.height);
  const source = picture.rgb;
  for (let s = 0; s < source.length; s += 3) {
    const r0 = source[s] as number;
    const g0 = source[s + 1] as number;
    const b0 = source[s + 2] as number;
    let r = curve[(clamp(r0 * (1 + warmth)) * 1024) | 0] as number;
    let g = curve[(clamp(g0 * (1 + warmth * 0.12)) * 1024) | 0] as number;
    let b = curve[(clamp(b0 * (1 - warmth)) * 1024) | 0] as number;
    const l = luma(r, g, b);
    const spread = Math.max(r, g, b) - Math.min(r, g, b);
    const strength = saturation * (1 + vibrance * (1 - Math.min(1, spread * 1.4)));
    r = l + (r - l) * strength;
    g = l + (g - l) * strength;
    b = l + (b - l) * strength;
    if (split > 0) {
      const dark = (1 - l) * (1 - l) * split;
      const light = l * l * split;
      r = mix(r, shadows[0], dark);
      g = mix(g, shadows[1], dark);
      b = mix(b, shadows[2], dark);
      r = mix(r, r * highlights[0] * 1.12, light);
      g = mix(g, g * highlights[1] * 1.12, light);
      b = mix(b, b * highlights[2] * 1.12, light);
    }
    out.rgb[s] = r;
    out.rgb[s + 1] = g;
    out.rgb[s + 2] = b;
  }
  return out;
}

function sCurve(value: number, contrast: number): number {
  if (contrast === 1) return value;
  return value < 0.5 ? 0.5 * (2 * value) ** contrast : 1 - 0.5 * (2 - 2 * value) ** contrast;
}

/** Below this value, noise decides how pure a colour is. */
const DARK = 0.12;

/**
 * Basic corrections: sets black and white points by the dish, removes a colour cast and restores weak colours. Hardly
 * changes good pictures.
 */
export function develop(picture: Raster, dish: Plane): Raster {
  const size = fitWithin(picture.width, picture.height, 160);
  const small = resizeRaster(picture, size.width, size.height);
  const lights: number[] = [];
  const allLights: number[] = [];
  const highs: number[] = [];
  const purities: number[] = [];
  let chroma = 0;
  let weight = 1e-6;
  const cast = [0, 0, 0];
  let neutral = 1e-6;
  for (let y = 0, s = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, s += 3) {
      const r = small.rgb[s] as number;
      const g = small.rgb[s + 1] as number;
      const b = small.rgb[s + 2] as number;
      const l = luma(r, g, b);
      const high = Math.max(r, g, b);
      const spread = high - Math.min(r, g, b);
      const dx = Math.floor(((x + 0.5) * dish.width) / small.width);
      const dy = Math.floor(((y + 0.5) * dish.height) / small.height);
      const m = dish.values[dy * dish.width + dx] as number;
      allLights.push(l);
      if (m > 0.4) {
        lights.push(l);
        highs.push(high);
        if (high > DARK) purities.push(spread / high);
        chroma += spread * m;
        weight += m;
      }
      // Light pixels with little colour were probably white or grey in reality.
      const grey = smoothstep(0.22, 0.05, spread) * smoothstep(0.15, 0.4, l);
      cast[0] = (cast[0] as number) + r * grey;
      cast[1] = (cast[1] as number) + g * grey;
      cast[2] = (cast[2] as number) + b * grey;
      neutral += grey;
    }
  }
  lights.sort((a, b) => a - b);
  allLights.sort((a, b) => a - b);
  highs.sort((a, b) => a - b);
  purities.sort((a, b) => a - b);
  // Dark boards around a pale dish already have black, so the photo needs no correction of it.
  const black = Math.min(
    ...[lights, allLights].map((some) => some[Math.floor(some.length * 0.01)] ?? 0),
    0.14,
  );
  // By the strongest channel: the brightness of a crust or of salmon lies in its red.
  const white = Math.max(highs[Math.floor(highs.length * 0.985)] ?? 1, 0.5);
  const middle = lights[Math.floor(lights.length * 0.5)] ?? 0.5;
  const gain = clamp(0.96 / (white - black), 1, 1.75);
  // Well-lit chocolate is dark, but a dish without any bright part was photographed in the dark.
  const lightest = mix(0.72, 0.92, smoothstep(0.7, 0.9, white));
  const gamma = clamp(Math.log(0.47) / Math.log(clamp((middle - black) * gain, 0.05, 0.95)), lightest, 1.08);
  // By the strongest colours, so that a dish on a white plate does not count as dull.
  const dullness = smoothstep(0.8, 0.4, purities[Math.floor(purities.length * 0.9)] ?? 0);
  const trust = Math.min(1, (neutral / lights.length) * 2) * smoothstep(0.42, 0.16, chroma / weight);
  const mean = ((cast[0] as number) + (cast[1] as number) + (cast[2] as number)) / 3 || 1;
  const balance = [0, 1, 2].map((c) => mix(1, clamp(mean / (cast[c] as number), 0.85, 1.25), trust * 0.8));
  const saturation = 1.02 + 0.3 * dullness;
  // A dull photo has grey mixed into all colours; removing it strengthens them.
  const veil = black * 0.85;
  const out = raster(picture.width, picture.height);
  const curve = new Float32Array(1025);
  for (let i = 0; i < curve.length; i++) {
    curve[i] = sCurve((i / 1024) ** gamma, 1 + 0.12 * dullness);
  }
  for (let s = 0; s < out.rgb.length; s += 3) {
    const r = Math.max(0, ((picture.rgb[s] as number) * (balance[0] as number) - veil) * gain);
    const g = Math.max(0, ((picture.rgb[s + 1] as number) * (balance[1] as number) - veil) * gain);
    const b = Math.max(0, ((picture.rgb[s + 2] as number) * (balance[2] as number) - veil) * gain);
    const before = luma(r, g, b);
    const l = curve[(clamp(before) * 1024) | 0] as number;
    // The curve changes only the brightness: applied to each channel, it would turn a bright orange into yellow.
    const scale = before > 0.004 ? (l / before) * saturation : 0;
    const high = (Math.max(r, g, b) - before) * scale;
    const fit = l + high > 1 ? (1 - l) / high : 1;
    out.rgb[s] = l + (r - before) * scale * fit;
    out.rgb[s + 1] = l + (g - before) * scale * fit;
    out.rgb[s + 2] = l + (b - before) * scale * fit;
  }
  return out;
}

/** Makes light parts glow into their surroundings. `sigma` in pixels. */
export function bloom(
  picture: Raster,
  look: { threshold: number; sigma: number; amount: number; tint?: Colour },
): Raster {
  const { threshold, sigma, amount, tint = [1, 1, 1] } = look;
  const size = fitWithin(picture.width, picture.height, 384);
  const bright = resizeRaster(picture, size.width, size.height);
  eachPixel(bright, (p) => {
    const l = luma(p[0] as number, p[1] as number, p[2] as number);
    const keep = smoothstep(threshold, Math.min(1, threshold + 0.3), l);
    p[0] = (p[0] as number) * keep * tint[0];
    p[1] = (p[1] as number) * keep * tint[1];
    p[2] = (p[2] as number) * keep * tint[2];
  });
  const glow = resizeRaster(
    blurRaster(bright, (sigma * size.width) / picture.width),
    picture.width,
    picture.height,
  );
  const out = raster(picture.width, picture.height);
  for (let s = 0; s < out.rgb.length; s++) {
    const light = clamp((glow.rgb[s] as number) * amount);
    const base = picture.rgb[s] as number;
    out.rgb[s] = base > 1 ? base : 1 - (1 - base) * (1 - light);
  }
  return out;
}

/** Adds film grain, strongest in mid-tones, in place. */
export function grain(picture: Raster, amount: number, random: Random): Raster {
  const tile = 256;
  const noise = plane(tile, tile);
  for (let i = 0; i < noise.values.length; i++) {
    noise.values[i] = random.next() + random.next() + random.next() - 1.5;
  }
  const soft = blurPlane(noise, 0.6);
  const { width, rgb } = picture;
  for (let i = 0, s = 0; s < rgb.length; i++, s += 3) {
    const x = i % width;
    const y = (i / width) | 0;
    // Rows of tiles are shifted, which hides the repetition.
    const n = soft.values[(y & 255) * tile + ((x + (y >> 8) * 97) & 255)] as number;
    const l = luma(rgb[s] as number, rgb[s + 1] as number, rgb[s + 2] as number);
    const add = n * amount * (0.35 + 2.6 * l * (1 - l));
    rgb[s] = (rgb[s] as number) + add;
    rgb[s + 1] = (rgb[s + 1] as number) + add;
    rgb[s + 2] = (rgb[s + 2] as number) + add;
  }
  return picture;
}

/** Darkens (or tints) towards the corners, in place. */
export function vignette(picture: Raster, amount: number, colour: Colour = [0, 0, 0]): Raster {
  const { width, height, rgb } = picture;
  for (let y = 0, s = 0; y < height; y++) {
    const dy = ((y + 0.5) / height - 0.5) * 2;
    for (let x = 0; x < width; x++, s += 3) {
      const dx = ((x + 0.5) / width - 0.5) * 2;
      const fall = smoothstep(0.55, 1.75, dx * dx + dy * dy) * amount;
      rgb[s] = mix(rgb[s] as number, colour[0], fall);
      rgb[s + 1] = mix(rgb[s + 1] as number, colour[1], fall);
      rgb[s + 2] = mix(rgb[s + 2] as number, colour[2], fall);
    }
  }
  return picture;
}

/** Increases local contrast in structures of about `sigma` pixels. */
export function clarity(picture: Raster, sigma: number, amount: number, where?: Plane): Raster {
  const light = lumaPlane(picture);
  const soft = blurPlane(light, sigma);
  const out = raster(picture.width, picture.height);
  for (let i = 0, s = 0; s < out.rgb.length; i++, s += 3) {
    const l = light.values[i] as number;
    const m = where ? (where.values[i] as number) : 1;
    const difference = l - (soft.values[i] as number);
    const limited = difference / (1 + Math.abs(difference) * 2.5);
    const factor = l > 1e-3 ? Math.max(0, 1 + (limited * amount * m) / Math.max(l, 0.08)) : 1;
    out.rgb[s] = (picture.rgb[s] as number) * factor;
    out.rgb[s + 1] = (picture.rgb[s + 1] as number) * factor;
    out.rgb[s + 2] = (picture.rgb[s + 2] as number) * factor;
  }
  return out;
}
