/**
 * Uploads of users, finished or only announced. The table has no record of them. A file's key is made of its owner and
 * the upload's id, so nobody can name another user's upload; the id contains the time.
 */
import { decodeTime, ulid } from 'ulid';
import { readVariable } from '#lambdas/runtime/env.ts';
import { type PresignedPut, presignPut } from '#lambdas/runtime/presigned-links.ts';
import { uploadDays, uploadStorageDays } from '#shared/domain/limits.ts';

/** The purpose of an upload: a photo for generations, or a file for a public page. */
type Purpose = 'uploads' | 'site';

/** Prefix of the keys of everything that the user uploads for this purpose. */
export function uploadFolder(userId: string, purpose: Purpose): string {
  return `${purpose}/${userId}/`;
}

/** Creates a presigned PUT for one file under a new name. */
export async function openUpload(
  userId: string,
  purpose: Purpose,
  file: { readonly contentType: string; readonly contentLength: number },
): Promise<{ uploadId: string } & PresignedPut> {
  const uploadId = ulid();
  const key = uploadFolder(userId, purpose) + uploadId;
  return { uploadId, ...(await presignPut(readVariable('UPLOADS_BUCKET'), key, file)) };
}

const day = 24 * 60 * 60_000;

/** Key of the user's upload with this id; undefined if it has expired. */
export function uploadKey(userId: string, purpose: Purpose, uploadId: string): string | undefined {
  const isCurrent = Date.now() - decodeTime(uploadId) < uploadDays * day;
  return isCurrent ? uploadFolder(userId, purpose) + uploadId : undefined;
}

/** When the bucket removes the upload at this key, in seconds since the epoch. */
export function uploadRemovedAt(key: string): number {
  const uploadId = key.slice(key.lastIndexOf('/') + 1);
  return Math.floor((decodeTime(uploadId) + uploadStorageDays * day) / 1000);
}
