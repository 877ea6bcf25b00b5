import { s3 } from './file-storage.ts';

/** Links by which a browser uploads or downloads one file of S3 directly. */

/** Lifetime of a presigned PUT in seconds. */
const uploadLifetime = 15 * 60;

/** Everything that a browser needs to upload one file. */
export interface PresignedPut {
  readonly url: string;
  /** The PUT must carry exactly these headers. */
  readonly headers: Record<string, string>;
  readonly expiresAt: string;
}

/** A presigned PUT for one file. Type and length (bytes) are part of the signature, and S3 refuses a second PUT. */
export async function presignPut(
  bucket: string,
  key: string,
  { contentType, contentLength }: { readonly contentType: string; readonly contentLength: number },
): Promise<PresignedPut> {
  const { getSignedUrl, PutObjectCommand } = await signing();
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    ContentType: contentType,
    ContentLength: contentLength,
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(await s3(), command, {
    expiresIn: uploadLifetime,
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
  });
  // Browsers set the content length themselves and do not let scripts set it.
  const headers = { 'content-type': contentType, 'if-none-match': '*' };
  return { url, headers, expiresAt: expiryOf(uploadLifetime) };
}

/** A link that downloads a file as `fileName`, valid for `lifetime` seconds. */
export async function presignGet(
  bucket: string,
  key: string,
  options: { readonly fileName: string; readonly contentType?: string; readonly lifetime: number },
): Promise<{ url: string; expiresAt: string }> {
  const { fileName, contentType, lifetime } = options;
  const { getSignedUrl, GetObjectCommand } = await signing();
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: savedAs(fileName),
  });
  const url = await getSignedUrl(await s3(), command, { expiresIn: lifetime });
  return { url, expiresAt: expiryOf(lifetime) };
}

/**
 * The header `Content-Disposition` (RFC 6266): the name in UTF-8, and an ASCII version for clients that do not support
 * it.
 */
function savedAs(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]+|["\\]/g, '').replace(/-{2,}/g, '-');
  const named = `attachment; filename="${plain}"`;
  if (plain === fileName) return named;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${named}; filename*=UTF-8''${encoded}`;
}

/** Loaded with S3's client by the first link, for the reason stated in file-storage.ts. */
async function signing() {
  const { GetObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  return { getSignedUrl, GetObjectCommand, PutObjectCommand };
}

function expiryOf(lifetime: number): string {
  return new Date(Date.now() + lifetime * 1000).toISOString();
}
