import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { putUpload } from '#lambdas/generations/upload-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignPut } from '#lambdas/runtime/file-storage.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import type { siteAdminRoutes } from '#shared/api/site.ts';

type Route = typeof siteAdminRoutes.createSiteUpload;

/** A presigned PUT for one image or video; what it holds is checked when it is put on a page. */
export async function createUpload(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const uploadId = ulid();
  const key = `site/${randomBytes(16).toString('hex')}`;
  const put = await presignPut(readVariable('UPLOADS_BUCKET'), key, body);
  await putUpload(userId, uploadId, key);
  return { uploadId, ...put };
}
