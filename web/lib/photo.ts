import { maxUploadBytes, minPhotoSide, type uploadTypes } from '#shared/domain/limits.ts';
import { call } from './api.ts';
import { imageTypeOf, isHeic, photoKindOf } from './image-type.ts';
import { words } from './photo-words.ts';
import { putFile } from './put-file.ts';

/** A photo that is ready for upload, with a small copy that is kept over a reload. */
export interface PreparedPhoto {
  readonly file: Blob;
  readonly contentType: (typeof uploadTypes)[number];
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  /** A JPEG as a data URL, of at most 1280 px a side or of the requested size. */
  readonly preview: string;
}

/** The reason why a file was refused, in words for the user. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}

/** Larger photos are reduced before the upload, because no result needs more pixels. */
const maxPixels = 24_000_000;
const maxSide = 4096;
/** Longest side of the small copy in pixels. */
const usualPreviewSide = 1280;

/**
 * Reads the chosen file. A photo that the API accepts stays unchanged; others (HEIC if the browser can read it, very
 * large ones) become a JPEG of at most 4096 px.
 * @param previewSide Longest side of the small copy in pixels.
 * @throws PhotoError
 */
export async function preparePhoto(file: File, previewSide = usualPreviewSide): Promise<PreparedPhoto> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoError(await whyUnreadable(file));
  }
  try {
    const { width, height } = bitmap;
    if (Math.min(width, height) < minPhotoSide) {
      throw new PhotoError(words.tooSmall(width, height));
    }
    const preview = await dataUrl(await drawn(bitmap, previewSide, 0.82));
    const contentType = await imageTypeOf(file);
    if (contentType !== undefined && file.size <= maxUploadBytes && width * height <= maxPixels) {
      return { file, contentType, fileName: file.name, width, height, preview };
    }
    const jpeg = await smallEnough(bitmap);
    return { file: jpeg, contentType: 'image/jpeg', fileName: file.name, width, height, preview };
  } finally {
    bitmap.close();
  }
}

async function whyUnreadable(file: File): Promise<string> {
  // A file that has been moved cannot be read.
  if (await isHeic(file).catch(() => false)) return words.heic;
  if (file.size > maxUploadBytes && file.type.startsWith('image/')) return words.tooLargeBy(file.size);
  const kind = await photoKindOf(file).catch(() => undefined);
  return kind ? words.damaged : words.unreadable;
}

async function smallEnough(bitmap: ImageBitmap): Promise<Blob> {
  for (const side of [maxSide, maxSide / 2]) {
    const jpeg = await drawn(bitmap, side, 0.92);
    if (jpeg.size <= maxUploadBytes) return jpeg;
  }
  throw new PhotoError(words.tooLarge);
}

/** The picture as a JPEG of at most `side` pixels a side, on white. Throws PhotoError. */
export async function drawn(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new PhotoError(words.noCanvas);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (blob === null) throw new PhotoError(words.noBlob);
  return blob;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PhotoError(words.notLoaded));
    reader.readAsDataURL(blob);
  });
}

/**
 * Uploads a photo and resolves to its upload id. `onProgress` gets 0 to 1.
 * @throws ApiError `offline` if the connection broke; the photo can then be sent again
 */
export async function uploadPhoto(
  photo: PreparedPhoto,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const upload = await call(
    'createUpload',
    {
      body: {
        contentType: photo.contentType,
        contentLength: photo.file.size,
        fileName: [...photo.fileName].slice(0, 255).join(''),
      },
    },
    signal,
  );
  await putFile(upload, photo.file, onProgress, signal);
  return upload.uploadId;
}
