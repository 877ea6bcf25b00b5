import { maxPhotoPixels } from '#lambdas/photos/limits.ts';
import { uploadKey } from '#lambdas/photos/uploads.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import type { GenerationSource } from '#shared/api/generations.ts';
import { maxUploadBytes, minPhotoSide } from '#shared/domain/limits.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';
import type { StoredGeneration } from './generation.ts';
import { findGeneration } from './generation-store.ts';
import { madeHereOf } from './making-of.ts';

/**
 * Bytes in which the header of a photo is searched, in turn: 64 KB contain that of nearly every photo, and 1 MB the
 * thumbnails and the metadata of photographers' programs. A photo with more before its header is read whole.
 */
const headerBytes = [64 * 1024, 1024 * 1024, undefined];

/**
 * Finds the photo of a request and checks its header; the worker checks the rest and refunds.
 *
 * @throws AppError `not_found`, `not_ready`, `upload_missing`, `upload_too_large` or `upload_unreadable`
 */
export async function locatePhoto(
  userId: string,
  source: GenerationSource,
): Promise<StoredGeneration['photo']> {
  switch (source.type) {
    case 'sample': {
      const sample = sampleMenuItems.find(({ id }) => id === source.itemId);
      if (!sample) throw new AppError('not_found', 'This sample dish does not exist');
      return { store: 'site', key: sample.imageUrl.slice(1) };
    }
    case 'generation': {
      const generation = await findGeneration(userId, source.generationId);
      const variation = generation.variations.find(({ index }) => index === source.variation);
      if (generation.state !== 'done' || !variation) throw new AppError('not_ready');
      const { base, clean, watermarked } = variation;
      // The second file of a menu picture is cropped for the platform.
      const uncropped = (generation.studio && clean.large) ?? clean.delivered;
      const madeHere = madeHereOf(generation, variation);
      return {
        store: 'originals',
        key: (base ?? uncropped).key,
        ...(watermarked && { needsWatermark: true }),
        ...(madeHere && { madeHere }),
      };
    }
    case 'upload': {
      const key = uploadKey(userId, 'uploads', source.uploadId);
      if (key === undefined) throw new AppError('upload_missing');
      await checkUpload(key);
      return { store: 'uploads', key };
    }
  }
}

async function readHeader(key: string): Promise<ReturnType<typeof readImageHeader>> {
  for (const bytes of headerBytes) {
    const start = await readFile(readVariable('UPLOADS_BUCKET'), key, bytes);
    if (!start) throw new AppError('upload_missing');
    if (start.size > maxUploadBytes)
      throw new AppError('upload_too_large', 'Please choose a photo under 10 MB');
    const header = readImageHeader(start.body);
    if (header !== 'incomplete' || start.size <= start.body.length) return header;
  }
  return 'unknown';
}

async function checkUpload(key: string): Promise<void> {
  const header = await readHeader(key);
  if (header === 'incomplete' || header === 'unknown') {
    throw new AppError('upload_unreadable', 'Please choose a JPG, PNG or WebP photo');
  }
  const { width, height } = header;
  if (Math.min(width, height) < minPhotoSide) {
    throw new AppError(
      'upload_unreadable',
      `This photo has ${width} × ${height} pixels; it needs at least ${minPhotoSide} on each side`,
    );
  }
  if (width * height > maxPhotoPixels) {
    throw new AppError(
      'upload_unreadable',
      `This photo has ${Math.ceil((width * height) / 1e6)} megapixels; please choose one of at most ${maxPhotoPixels / 1e6}`,
    );
  }
}
