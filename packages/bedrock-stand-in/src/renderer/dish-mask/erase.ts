import { blurPlane, blurRaster } from '../blur.ts';
import type { Plane, Raster } from '../pixels.ts';

/**
 * ERASED: width of the strip around the food that is erased with it. STRIP: width of the strip around that, which is
 * compared with it. Both are shares of the longer side.
 */
export const ERASED = 0.016;
export const STRIP = 0.012;

/**
 * Inpaints the masked area with the colours around it, by blurs of growing width: each pixel takes the narrowest one
 * that reaches unmasked pixels.
 */
export function erase(picture: Raster, mask: Plane): Raster {
  const out: Raster = { ...picture, rgb: picture.rgb.slice() };
  const known: Raster = {
    ...picture,
    rgb: picture.rgb.map((value, s) => value * (1 - (mask.values[Math.floor(s / 3)] as number))),
  };
  const weight: Plane = { ...mask, values: mask.values.map((value) => 1 - value) };
  const filled = new Uint8Array(mask.values.length);
  let isLeft = true;
  for (let sigma = 2.5; isLeft && sigma <= 640; sigma *= 2) {
    isLeft = false;
    const colours = blurRaster(known, sigma);
    const weights = blurPlane(weight, sigma);
    for (let i = 0; i < filled.length; i++) {
      const near = weights.values[i] as number;
      if ((mask.values[i] as number) < 0.5 || filled[i]) continue;
      if (near < 0.05) {
        isLeft = true;
        continue;
      }
      filled[i] = 1;
      for (let s = i * 3; s < i * 3 + 3; s++) out.rgb[s] = (colours.rgb[s] as number) / near;
    }
  }
  return out;
}
