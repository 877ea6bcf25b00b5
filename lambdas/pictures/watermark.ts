import { brand } from '#shared/brand.ts';
import type { Size } from '#shared/domain/formats.ts';
import { drawingTypeface } from './drawing-text.ts';
import { drawOver, type Picture, type SvgLayer } from './picture.ts';

/** Draws the watermark in the picture's corner. Loads the fonts, which other renditions do not need. */
export function withWatermark(picture: Picture): Promise<Picture> {
  return drawOver(picture, drawWatermark(picture));
}

/**
 * Drawings by picture size. There are a few dozen sizes, and outlining the text takes as long as encoding a thumbnail.
 */
const drawings = new Map<string, SvgLayer>();

/**
 * The brand text for plans with a watermark: bottom right, font size 3 % of the longer side, in a semi-transparent box
 * (customer-product.md section 9). The font is smaller only if the text would not fit.
 */
export function drawWatermark({ width, height }: Size): SvgLayer {
  const key = `${width}x${height}`;
  const known = drawings.get(key);
  if (known) return known;
  const drawing = draw({ width, height });
  drawings.set(key, drawing);
  return drawing;
}

function draw(size: Size): SvgLayer {
  const typeface = drawingTypeface();
  const wanted = Math.max(size.width, size.height) * 0.03;
  const widest = size.width * 0.9;
  const widthAtWanted = typeface.measure(brand.watermark, wanted) + wanted;
  const fontSize = widthAtWanted > widest ? (wanted * widest) / widthAtWanted : wanted;

  const padding = fontSize * 0.5;
  const width = Math.ceil(typeface.measure(brand.watermark, fontSize) + 2 * padding);
  const height = Math.ceil(fontSize * 1.2 + padding);
  const margin = Math.round(fontSize * 0.6);
  const path = typeface.draw(brand.watermark, padding, height / 2 + fontSize * 0.36, fontSize);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" rx="${fontSize * 0.25}" fill="#000" fill-opacity="0.5"/>
    <path d="${path}" fill="#fff" fill-opacity="0.95"/>
  </svg>`;
  return {
    svg,
    left: Math.max(0, size.width - width - margin),
    top: Math.max(0, size.height - height - margin),
    width,
    height,
  };
}
