import { createHash } from 'node:crypto';
import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import type { PhotoFile, StoredPhoto } from './photo.ts';
import { keepPhoto } from './photo-store.ts';
import { uprightSize } from './upright-size.ts';

const buckets = { uploads: 'UPLOADS_BUCKET', originals: 'ORIGINALS_BUCKET', site: 'SITE_BUCKET' } as const;

/** Reads a source photo; undefined when it expired or was deleted. */
export function readPhotoFile({ store, key }: PhotoFile): ReturnType<typeof readFile> {
  return readFile(readVariable(buckets[store]), key);
}

/** A photo's id, SHA-256 of the file: the same file is the same photo, wherever it came from. */
export function photoIdOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}

/**
 * Finds or creates the photo of a file that was located for this user.
 * @throws AppError `unauthenticated`, `account_closing`, `not_found`, `upload_unreadable`
 */
export async function createPhoto(userId: string, file: PhotoFile): Promise<StoredPhoto> {
  await checkAccount(userId);
  const content = await readPhotoFile(file);
  if (!content) throw new AppError('not_found', 'This photo is no longer there');
  const size = uprightSize(content.body);
  if (!size) throw new AppError('upload_unreadable', 'Please choose a JPG, PNG or WebP photo');
  return keepPhoto({ id: photoIdOf(content.body), userId, file, ...size });
}
