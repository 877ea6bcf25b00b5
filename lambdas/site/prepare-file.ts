import { randomBytes } from 'node:crypto';
import { uploadKey } from '#lambdas/photos/uploads.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile } from '#lambdas/runtime/file-storage.ts';
import { readImageHeader } from '#lambdas/runtime/image-header.ts';
import { maxSiteUploadBytes } from '#shared/api/site.ts';
import { readVideo } from './read-video.ts';
import { renditionsOf } from './renditions-of.ts';
import type { SiteFile } from './site-image.ts';
import { fileKey } from './site-image-store.ts';

/** The names of these files are never reused. */
const cacheControl = 'public, max-age=31536000, immutable';

/** A file that is ready for publication, and its record. */
export interface PreparedFile {
  readonly record: SiteFile;
  /** Writes all files that the record names. */
  readonly publish: () => Promise<void>;
}

/**
 * Prepares an admin's upload for a public page. Pictures are re-encoded as WebP in several widths, upright and without
 * metadata; videos keep their streams and lose their metadata. No upload is published unchanged, regardless of its name
 * or type (readings 36).
 * @throws AppError `upload_missing`, `upload_too_large` or `upload_unreadable`
 */
export async function prepareFile(
  userId: string,
  uploadId: string,
  { only }: { readonly only?: 'image' } = {},
): Promise<PreparedFile> {
  const key = uploadKey(userId, 'site', uploadId);
  const file = key === undefined ? undefined : await readFile(readVariable('UPLOADS_BUCKET'), key);
  if (!file) throw new AppError('upload_missing', 'Please upload the file again');
  if (file.size > maxSiteUploadBytes) {
    throw new AppError('upload_too_large', 'Please choose a file under 50 MB');
  }
  const header = readImageHeader(file.body);
  if (typeof header === 'object') return prepareImage(file.body);
  const video = only === 'image' ? undefined : readVideo(file.body);
  if (!video) {
    throw new AppError(
      'upload_unreadable',
      only === 'image'
        ? 'Please choose a JPG, PNG or WebP image'
        : 'Please choose a JPG, PNG or WebP image, or an MP4 or MOV video',
    );
  }
  const { extension, width, height, body } = video;
  const record: SiteFile = { type: 'video', folder: newFolder(), extension, width, height };
  const type = extension === 'mov' ? 'video/quicktime' : 'video/mp4';
  return { record, publish: () => write(fileKey(record), body, type) };
}

async function prepareImage(body: Buffer): Promise<PreparedFile> {
  const renditions = await renditionsOf(body);
  const { width = 1, height = 1 } = renditions.at(-1) ?? {};
  const widths = renditions.map((rendition) => rendition.width);
  const record: SiteFile = { type: 'image', folder: newFolder(), width, height, widths };
  const publish = async () => {
    await Promise.all(
      renditions.map((rendition) => write(fileKey(record, rendition.width), rendition.data, 'image/webp')),
    );
  };
  return { record, publish };
}

function newFolder(): string {
  return randomBytes(16).toString('hex');
}

function write(key: string, body: Buffer, type: string): Promise<void> {
  return writeFile(readVariable('MEDIA_BUCKET'), { key, body, type, cacheControl });
}
