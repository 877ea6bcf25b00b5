import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignPut } from '#lambdas/runtime/file-storage.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { putUpload, uploadFolder } from './upload-store.ts';

type Route = typeof generationRoutes.createUpload;

/** A presigned PUT for one photo, and the record that makes it the user's. */
export async function createUpload(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const uploadId = ulid();
  const key = `${uploadFolder(userId)}${randomBytes(16).toString('hex')}`;
  const put = await presignPut(readVariable('UPLOADS_BUCKET'), key, body);
  await putUpload(userId, uploadId, key);
  return { uploadId, ...put };
}
