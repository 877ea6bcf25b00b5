import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3 } from './s3.ts';

/** How long a presigned PUT is valid, in seconds. */
const lifetime = 15 * 60;

export interface PresignedPut {
  readonly url: string;
  /** To be sent with the PUT exactly as they stand. */
  readonly headers: Record<string, string>;
  readonly expiresAt: string;
}

/** A PUT for one file: type and length (bytes) are part of the signature, and a second PUT is refused. */
export async function presignPut(
  bucket: string,
  key: string,
  { contentType, contentLength }: { readonly contentType: string; readonly contentLength: number },
): Promise<PresignedPut> {
  const url = await getSignedUrl(
    s3(),
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentType: contentType,
      ContentLength: contentLength,
      IfNoneMatch: '*',
    }),
    {
      expiresIn: lifetime,
      signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
    },
  );
  return {
    url,
    // The browser sets the length by itself and lets nobody else.
    headers: { 'content-type': contentType, 'if-none-match': '*' },
    expiresAt: new Date(Date.now() + lifetime * 1000).toISOString(),
  };
}
