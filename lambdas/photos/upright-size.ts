import type { ImageHeader } from '#lambdas/runtime/image-header.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import type { Size } from '#shared/domain/formats.ts';

/** EXIF orientations that rotate the photo by 90°. */
const quarterTurns = new Set([5, 6, 7, 8]);

/** Pixels of an upright photo, read from its file; undefined for a file that is not a JPEG, PNG or WebP. */
export function uprightSize(file: Uint8Array): Size | undefined {
  const header = readImageHeader(file);
  if (typeof header === 'string') return undefined;
  const { width, height } = header;
  return quarterTurns.has(orientationOf(file, header)) ? { width: height, height: width } : { width, height };
}

/** EXIF orientation, 1 to 8. Cameras write it into JPEG only; for other types the photo worker corrects the size. */
function orientationOf(file: Uint8Array, { type }: ImageHeader): number {
  if (type !== 'image/jpeg') return 1;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    // Skips the segments before the picture's data; APP1 with "Exif" holds a TIFF directory.
    for (let at = 2; view.getUint16(at) !== 0xffda; at += 2 + view.getUint16(at + 2))
      if (view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === 0x45786966)
        return orientationIn(new DataView(view.buffer, view.byteOffset + at + 10));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

function orientationIn(tiff: DataView): number {
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  const entries = tiff.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (tiff.getUint16(at, isLittle) === 0x0112) return tiff.getUint16(at + 8, isLittle);
  }
  return 1;
}
