import { brighteningCurve } from '#shared/domain/brightening.ts';
import type { Box } from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
import { measuredSide } from '#shared/domain/measure-photo.ts';
import { words } from '#web/lib/photo-words.ts';
import type { Mask } from './mask-file.ts';

/** JPEG quality of a corrected photo. */
const quality = 0.94;

/** Brightens the photo until its highlights are light; colours keep their hue. */
export async function brighten(file: Blob, name: string, highlights: number): Promise<File> {
  const { canvas, context } = await drawUpright(file);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const curve = brighteningCurve(highlights);
  for (let index = 0; index < image.data.length; index += 1)
    if (index % 4 !== 3) image.data[index] = curve[image.data[index] ?? 0] ?? 255;
  context.putImageData(image, 0, 0);
  return toFile(canvas, name);
}

/** A part of a turned picture. */
export interface Cut {
  /** Quarter turns, clockwise. */
  readonly quarters: number;
  /** Further rotation in degrees, clockwise. */
  readonly degrees: number;
  /** In shares of the sides after the quarter turns. */
  readonly box: Box;
}

/** The whole picture, not turned. */
export const wholeCut: Cut = { quarters: 0, degrees: 0, box: { left: 0, top: 0, width: 1, height: 1 } };

/** The largest part of a picture of this size, of the same ratio, that has no empty corner after the rotation. */
export function straightCut({ width, height }: Size, quarters: number, degrees: number): Cut {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const longer = Math.max(width / height, height / width);
  // The outermost pixels of a rotated picture are partly empty.
  const spare = degrees === 0 ? 0 : 4 / Math.min(width, height);
  const share = (1 - spare) / (Math.cos(angle) + longer * Math.sin(angle));
  const edge = (1 - share) / 2;
  return { quarters, degrees, box: { left: edge, top: edge, width: share, height: share } };
}

/** Rotates and crops the photo. */
export async function cutPhoto(file: Blob, name: string, cut: Cut): Promise<File> {
  const { canvas } = await drawUpright(file);
  return toFile(cutCanvas(canvas, cut), name);
}

/** The mask of a photo, rotated and cropped like the photo; `size` is the resulting size of the mask. */
export function cutMask({ width, height, data }: Mask, cut: Cut, size: Size): Mask {
  const pixels = new Uint8ClampedArray(4 * data.length);
  for (let index = 0; index < data.length; index += 1)
    pixels.fill(data[index] ?? 0, 4 * index, 4 * index + 3).fill(255, 4 * index + 3, 4 * index + 4);
  const whole = canvasOf({ width, height });
  contextOf(whole).putImageData(new ImageData(pixels, width, height), 0, 0);
  const part = contextOf(canvasOf(size));
  part.drawImage(cutCanvas(whole, cut), 0, 0, size.width, size.height);
  const drawn = part.getImageData(0, 0, size.width, size.height).data;
  return {
    ...size,
    data: Uint8Array.from({ length: drawn.length / 4 }, (_, index) => drawn[4 * index] ?? 0),
  };
}

function cutCanvas(source: HTMLCanvasElement, { quarters, degrees, box }: Cut): HTMLCanvasElement {
  const isOnSide = quarters % 2 === 1;
  const width = isOnSide ? source.height : source.width;
  const height = isOnSide ? source.width : source.height;
  const part = canvasOf({ width: box.width * width, height: box.height * height });
  const context = contextOf(part);
  context.translate(Math.round(-box.left * width) + width / 2, Math.round(-box.top * height) + height / 2);
  context.rotate((quarters * Math.PI) / 2 + (degrees * Math.PI) / 180);
  context.drawImage(source, -source.width / 2, -source.height / 2);
  return part;
}

/** Margin around the dish after a crop, as a share of the dish. */
const margin = 0.18;

/** The part of the photo around the dish in the mask; undefined if the mask is empty or a crop would gain nothing. */
export function cutAround({ width, height, data }: Mask): Cut | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  if (right <= left) return undefined;
  const [spareX, spareY] = [(right - left) * margin, (bottom - top) * margin];
  left = Math.max(0, left - spareX);
  top = Math.max(0, top - spareY);
  right = Math.min(width, right + spareX);
  bottom = Math.min(height, bottom + spareY);
  const box = {
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
  return box.width * box.height < 0.85 ? { quarters: 0, degrees: 0, box } : undefined;
}

/** Pixels of a picture of the site, at most `measuredSide` a side. */
export async function measuredCopy(src: string): Promise<ImageData> {
  return pixelsOf(await loaded(src), measuredSide);
}

/** A picture of the site as a JPEG in a data URL, at most `side` pixels a side. */
export async function smallCopy(src: string, side: number): Promise<string> {
  return drawSmall(await loaded(src), side).canvas.toDataURL('image/jpeg', 0.82);
}

/** Pixels of a loaded picture, at most `side` a side. */
export function pixelsOf(picture: HTMLImageElement, side: number): ImageData {
  const { canvas, context } = drawSmall(picture, side);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function loaded(src: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  return picture;
}

function drawSmall(picture: HTMLImageElement, side: number) {
  const scale = Math.min(1, side / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = canvasOf({ width: picture.naturalWidth * scale, height: picture.naturalHeight * scale });
  const context = contextOf(canvas);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** Maximum longer side of a corrected photo in pixels: no result needs more. */
const maxSide = 4096;

async function drawUpright(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const canvas = canvasOf({ width: bitmap.width * scale, height: bitmap.height * scale });
    const context = contextOf(canvas);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  } finally {
    bitmap.close();
  }
}

/** A canvas of this size, in whole pixels. */
function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error(words.noCanvas);
  return context;
}

async function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (blob === null) throw new Error(words.noBlob);
  return new File([blob], name, { type: 'image/jpeg' });
}
