import { blurPlane, blurRaster } from '../blur.ts';
import {
  type Colour,
  clamp,
  lumaPlane,
  mix,
  type Plane,
  plane,
  type Raster,
  raster,
  smoothstep,
} from '../pixels.ts';
import { halo, type Stage } from '../stage.ts';
import { cover } from './draw.ts';

/** Smooths surfaces and keeps edges: a guided filter with the lightness as guide. */
export function edgePreserving(picture: Raster, sigma: number): Raster {
  const light = lumaPlane(picture);
  const square: Plane = { ...light, values: light.values.map((v) => v * v) };
  const mean = blurPlane(light, sigma);
  const meanSquare = blurPlane(square, sigma);
  const soft = blurRaster(picture, sigma);
  const keep = plane(light.width, light.height);
  for (let i = 0; i < keep.values.length; i++) {
    const m = mean.values[i] as number;
    const variance = Math.max(0, (meanSquare.values[i] as number) - m * m);
    keep.values[i] = variance / (variance + 0.006);
  }
  const even = blurPlane(keep, sigma * 0.6);
  const out = raster(picture.width, picture.height);
  for (let i = 0, s = 0; i < even.values.length; i++) {
    const k = even.values[i] as number;
    for (let c = 0; c < 3; c++, s++) out.rgb[s] = mix(soft.rgb[s] as number, picture.rgb[s] as number, k);
  }
  return out;
}

/** Contours where the smoothed lightness changes sharply: the difference of two blurs. */
export function inkLines(
  stage: Stage,
  picture: Raster,
  source: Raster,
  ink: { strength: number; colour: Colour; width?: number },
): void {
  const unit = Math.min(stage.width, stage.height);
  const fine = unit * (ink.width ?? 0.0012);
  const light = lumaPlane(source);
  const near = blurPlane(light, fine);
  const far = blurPlane(light, fine * 2.2);
  for (let i = 0, s = 0; i < near.values.length; i++, s += 3) {
    const difference = (near.values[i] as number) - 0.985 * (far.values[i] as number);
    const line =
      smoothstep(-0.004, -0.035, difference) * ink.strength * clamp((stage.dish.values[i] as number) * 1.2);
    if (line > 0.01) cover(picture, s, ink.colour, line);
  }
}

/** A contour around the dish, half inside and half outside. */
export function outline(stage: Stage, picture: Raster, share: number, colour: Colour, amount: number): void {
  const soft = halo(stage, share);
  for (let i = 0, s = 0; i < soft.values.length; i++, s += 3) {
    const v = soft.values[i] as number;
    if (v < 0.04 || v > 0.9) continue;
    cover(picture, s, colour, smoothstep(0.14, 0.32, v) * smoothstep(0.86, 0.68, v) * amount);
  }
}
