import { maxLogoBytes } from '#shared/domain/limits.ts';
import { photoKindOf } from '#web/lib/image-type.ts';

/** Longest side of a converted logo in pixels, and what is left of it if that makes too large a file. */
const side = 2048;
const smallerSide = 1024;

/**
 * The file of a logo as the API takes it: one of a kind that it does not decode (AVIF) as a PNG, any other unchanged.
 * @throws Error if the browser cannot read it
 */
export async function toLogoFile(file: File): Promise<Blob> {
  const kind = await photoKindOf(file);
  if (!kind || kind.type) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const png = await pngOf(bitmap, side);
    return png.size <= maxLogoBytes ? png : await pngOf(bitmap, smallerSide);
  } finally {
    bitmap.close();
  }
}

/** The picture as a PNG of at most this many pixels a side, with its transparency. */
function pngOf(bitmap: ImageBitmap, most: number): Promise<Blob> {
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The browser made no PNG'))), 'image/png'),
  );
}
