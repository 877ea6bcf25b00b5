import { createHash } from 'node:crypto';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import type { PhotoFile } from './photo.ts';

const buckets = { uploads: 'UPLOADS_BUCKET', originals: 'ORIGINALS_BUCKET', site: 'SITE_BUCKET' } as const;

/** Reads a source photo; undefined when it expired or was deleted. */
export function readPhotoFile({ store, key }: PhotoFile): ReturnType<typeof readFile> {
  return readFile(readVariable(buckets[store]), key);
}

/** A photo's id, SHA-256 of the file: the same file is the same photo, wherever it came from. */
export function photoIdOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}
