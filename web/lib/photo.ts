import { maxUploadBytes, uploadTypes } from '#shared/api/generations.ts';
import { call } from './api.ts';
import { megabytes } from './format.ts';
import { putFile } from './put-file.ts';

/** A photo ready to be sent, with a small copy that the screen can keep across a reload. */
export interface PreparedPhoto {
  readonly file: Blob;
  readonly contentType: (typeof uploadTypes)[number];
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  /** JPEG of at most 1280 px as a data URL. */
  readonly preview: string;
}

/** Why a file was not taken, in words for the user. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}

/** Pixels beyond which a photo is made smaller before it is sent: the result never needs more. */
const maxPixels = 24_000_000;
const maxSide = 4096;
const previewSide = 1280;
/** The smallest side that the API accepts. */
const minSide = 64;

/**
 * Reads what the user picked. Photos the API takes as they are stay untouched; others (HEIC where the browser
 * can read it, huge ones) become a JPEG of at most 4096 px. Throws PhotoError.
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoError(
      file.size > maxUploadBytes && file.type.startsWith('image/')
        ? `Your photo is too large (${megabytes(file.size)}). Please choose one under 10 MB.`
        : 'This file is not a photo we can read. Please choose a JPG, PNG or WebP.',
    );
  }
  try {
    const { width, height } = bitmap;
    if (Math.min(width, height) < minSide) {
      throw new PhotoError(
        `This photo is too small (${width} × ${height} pixels). Please choose a larger one.`,
      );
    }
    const preview = await dataUrl(await drawn(bitmap, previewSide, 0.82));
    const contentType = uploadTypes.find((type) => type === file.type);
    if (contentType !== undefined && file.size <= maxUploadBytes && width * height <= maxPixels) {
      return { file, contentType, fileName: file.name, width, height, preview };
    }
    const jpeg = await smallEnough(bitmap);
    return { file: jpeg, contentType: 'image/jpeg', fileName: file.name, width, height, preview };
  } finally {
    bitmap.close();
  }
}

async function smallEnough(bitmap: ImageBitmap): Promise<Blob> {
  for (const side of [maxSide, maxSide / 2]) {
    const jpeg = await drawn(bitmap, side, 0.92);
    if (jpeg.size <= maxUploadBytes) return jpeg;
  }
  throw new PhotoError('Your photo is too large. Please choose one under 10 MB.');
}

/** The picture as a JPEG of at most `side` pixels a side, on white. Throws PhotoError. */
export async function drawn(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new PhotoError('Could not get canvas context');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (blob === null) throw new PhotoError('Failed to create blob from canvas');
  return blob;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PhotoError('Failed to load image'));
    reader.readAsDataURL(blob);
  });
}

/**
 * Sends a photo and resolves to its upload id. `onProgress` gets 0 to 1. Throws ApiError: `offline` when the
 * connection broke; the photo can be sent again.
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
