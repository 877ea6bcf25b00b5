import { Sha256 } from '@aws-sdk/checksums/sha';
import { formatUrl } from '@aws-sdk/core/util';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { defaultProvider } from './environment-credentials.ts';

/**
 * Links with which a browser sends or fetches one file of S3 without us. They are signed here and S3 is not asked, so
 * that its client, which would make a third of a cold start, stays where it is.
 */

/** How long a presigned PUT is valid, in seconds. */
const uploadLifetime = 15 * 60;

/** What a browser needs to send one file. */
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
  // The browser sets the length by itself and lets nobody else.
  const headers = { 'content-type': contentType, 'if-none-match': '*' };
  const url = await presign({
    method: 'PUT',
    ...addressOf(bucket, key),
    headers: { ...headers, 'content-length': String(contentLength) },
    lifetime: uploadLifetime,
  });
  return { url, headers, expiresAt: expiryOf(uploadLifetime) };
}

/** A link that saves a file under `fileName`, for `lifetime` seconds. */
export async function presignGet(
  bucket: string,
  key: string,
  options: { readonly fileName: string; readonly contentType?: string; readonly lifetime: number },
): Promise<{ url: string; expiresAt: string }> {
  const { fileName, contentType, lifetime } = options;
  const url = await presign({
    method: 'GET',
    ...addressOf(bucket, key),
    headers: {},
    query: {
      ...(contentType && { 'response-content-type': contentType }),
      'response-content-disposition': `attachment; filename="${fileName}"`,
    },
    lifetime,
  });
  return { url, expiresAt: expiryOf(lifetime) };
}

function expiryOf(lifetime: number): string {
  return new Date(Date.now() + lifetime * 1000).toISOString();
}

/**
 * Where S3 keeps a file: under the bucket's own name, or below the endpoint that the environment names.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
function addressOf(bucket: string, key: string) {
  const { AWS_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  const path = key.split('/').map(escapeSegment).join('/');
  const { protocol, hostname, port, pathname } = new URL(
    endpoint ? `${endpoint}/${bucket}/${path}` : `https://${bucket}.s3.${AWS_REGION}.amazonaws.com/${path}`,
  );
  return { protocol, hostname, ...(port && { port: Number(port) }), path: pathname };
}

/** Percent-encoding as signatures have it (RFC 3986), which JavaScript's own leaves five characters short of. */
function escapeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

let presigner: S3RequestPresigner | undefined;

/** Signs a request with all its headers. */
async function presign({
  lifetime,
  ...request
}: ReturnType<typeof addressOf> & {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly lifetime: number;
}): Promise<string> {
  presigner ??= new S3RequestPresigner({
    region: async () => String(process.env.AWS_REGION),
    credentials: defaultProvider(),
    sha256: Sha256,
  });
  const signed = await presigner.presign(request, {
    expiresIn: lifetime,
    signableHeaders: new Set(['host', ...Object.keys(request.headers)]),
  });
  return formatUrl(signed);
}
