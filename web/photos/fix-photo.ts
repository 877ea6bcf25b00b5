import { brighteningCurve } from '#shared/domain/brightening.ts';
import { measuredSide } from '#shared/domain/measure-photo.ts';
import type { Box } from '#shared/domain/platform-rules.ts';
import type { Mask } from './mask-file.ts';

/** Quality of the JPEG that a corrected photo becomes. */
const quality = 0.94;

/** The photo, brightened so that its highlights are light; colours keep their hue. */
export async function brighten(file: Blob, name: string, highlights: number): Promise<File> {
  const { canvas, context } = await drawUpright(file);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const curve = brighteningCurve(highlights);
  for (let index = 0; index < image.data.length; index += 1)
    if (index % 4 !== 3) image.data[index] = curve[image.data[index] ?? 0] ?? 255;
  context.putImageData(image, 0, 0);
  return toFile(canvas, name);
}

/** The photo, cut to a part of it. */
export async function crop(file: Blob, name: string, box: Box): Promise<File> {
  const { canvas } = await drawUpright(file);
  const [x, y] = [Math.round(box.left * canvas.width), Math.round(box.top * canvas.height)];
  const part = document.createElement('canvas');
  part.width = Math.max(1, Math.round(box.width * canvas.width));
  part.height = Math.max(1, Math.round(box.height * canvas.height));
  contextOf(part).drawImage(canvas, -x, -y);
  return toFile(part, name);
}

/** Room around the dish after a crop, as a share of the dish. */
const margin = 0.18;

/** The part of the photo around what the mask keeps; undefined where it keeps nothing or a crop would gain nothing. */
export function boxAround({ width, height, data }: Mask): Box | undefined {
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
  return box.width * box.height < 0.85 ? box : undefined;
}

/** Pixels of a picture of the site, at most `measuredSide` a side. */
export async function measuredCopy(src: string): Promise<ImageData> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const scale = Math.min(1, measuredSide / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = contextOf(canvas);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Longer side of a corrected photo, in pixels: no result needs more. */
const maxSide = 4096;

async function drawUpright(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = contextOf(canvas);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  } finally {
    bitmap.close();
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw');
  return context;
}

async function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (blob === null) throw new Error('This browser could not write the photo');
  return new File([blob], name, { type: 'image/jpeg' });
}
