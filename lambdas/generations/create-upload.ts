import { randomBytes } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ulid } from 'ulid';
import { readVariable } from '#lambdas/runtime/env.ts';
import { s3 } from '#lambdas/runtime/s3.ts';
import type { generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { uploadUrlLifetime } from './limits.ts';
import { putUpload } from './upload-store.ts';

type Route = typeof generationRoutes.createUpload;

/** A presigned PUT for one photo: type and length are part of the signature, and a second PUT is refused. */
export async function createUpload(
  userId: string,
  body: RouteInput<Route>['body'],
): Promise<RouteReply<Route>> {
  const uploadId = ulid();
  const key = `uploads/${userId}/${randomBytes(16).toString('hex')}`;
  const url = await getSignedUrl(
    s3(),
    new PutObjectCommand({
      Bucket: readVariable('UPLOADS_BUCKET'),
      Key: key,
      ContentType: body.contentType,
      ContentLength: body.contentLength,
      IfNoneMatch: '*',
    }),
    {
      expiresIn: uploadUrlLifetime,
      signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
    },
  );
  await putUpload(userId, uploadId, key);
  return {
    uploadId,
    url,
    // The browser sets the length by itself and lets nobody else.
    headers: { 'content-type': body.contentType, 'if-none-match': '*' },
    expiresAt: new Date(Date.now() + uploadUrlLifetime * 1000).toISOString(),
  };
}
