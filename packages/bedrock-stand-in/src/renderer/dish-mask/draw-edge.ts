import { blurPlane } from '../blur.ts';
import { type Plane, plane, type Raster, raster, smoothstep } from '../pixels.ts';
import { fitWithin, resizePlane, resizeRaster } from '../resize.ts';

/** Longer side of the copy on which the edge is refined, in pixels. */
const EDGE_SIDE = 512;

/** Aligns a rough mask with the edges of the picture, by a guided filter. */
export function drawEdge(picture: Raster, rough: Plane): Plane {
  const size = fitWithin(picture.width, picture.height, EDGE_SIDE);
  const guide = resizeRaster(picture, size.width, size.height);
  const mask = blurPlane(resizePlane(rough, size.width, size.height), 1.5);
  const sigma = Math.max(size.width, size.height) / 130;
  // Most edges are edges of lightness; the two opponent colours add those between parts of equal lightness.
  const fitted = plane(size.width, size.height);
  const weights = [0.4, 0.3, 0.3];
  for (let channel = 0; channel < 3; channel++) {
    const channelGuide = plane(size.width, size.height);
    for (let i = 0, s = 0; i < channelGuide.values.length; i++, s += 3) {
      const [r, g, b] = [guide.rgb[s] as number, guide.rgb[s + 1] as number, guide.rgb[s + 2] as number];
      channelGuide.values[i] =
        channel === 0 ? 0.3 * r + 0.59 * g + 0.11 * b : channel === 1 ? (r - g) * 1.5 : (r + g) / 2 - b;
    }
    const q = guidedFilter(channelGuide, mask, sigma, 8e-4);
    for (let i = 0; i < q.values.length; i++) {
      fitted.values[i] =
        (fitted.values[i] as number) + (q.values[i] as number) * (weights[channel] as number);
    }
  }
  for (let i = 0; i < fitted.values.length; i++) {
    fitted.values[i] = smoothstep(0.4, 0.78, fitted.values[i] as number);
  }
  return resizePlane(fitted, picture.width, picture.height);
}

function guidedFilter(guide: Plane, mask: Plane, sigma: number, epsilon: number): Plane {
  const { width, height } = guide;
  const products = raster(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    const g = guide.values[i] as number;
    products.rgb[s] = g * g;
    products.rgb[s + 1] = g * (mask.values[i] as number);
  }
  const meanGuide = blurPlane(guide, sigma);
  const meanMask = blurPlane(mask, sigma);
  const meanSquare = plane(width, height);
  const meanProduct = plane(width, height);
  for (let i = 0, s = 0; i < guide.values.length; i++, s += 3) {
    meanSquare.values[i] = products.rgb[s] as number;
    meanProduct.values[i] = products.rgb[s + 1] as number;
  }
  const square = blurPlane(meanSquare, sigma);
  const product = blurPlane(meanProduct, sigma);
  const slope = plane(width, height);
  const offset = plane(width, height);
  for (let i = 0; i < slope.values.length; i++) {
    const g = meanGuide.values[i] as number;
    const a =
      ((product.values[i] as number) - g * (meanMask.values[i] as number)) /
      ((square.values[i] as number) - g * g + epsilon);
    slope.values[i] = a;
    offset.values[i] = (meanMask.values[i] as number) - a * g;
  }
  const meanSlope = blurPlane(slope, sigma);
  const meanOffset = blurPlane(offset, sigma);
  const out = plane(width, height);
  for (let i = 0; i < out.values.length; i++) {
    out.values[i] =
      (meanSlope.values[i] as number) * (guide.values[i] as number) + (meanOffset.values[i] as number);
  }
  return out;
}
