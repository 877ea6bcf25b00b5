import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presignGet, presignPut } from '#lambdas/runtime/presigned-links.ts';

/** Ours do not ask S3's client; that they are the links it would have made is shown here. */

const bucket = 'platepost-originals';
const key = 'generations/01M80CW42J76W1GCYT2JF5N0AT/dish of the day (1).jpg';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'a session');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The SDK's link, without what it only adds for its own answer. */
function bySdk(
  command: GetObjectCommand | PutObjectCommand,
  lifetime: number,
  signableHeaders: readonly string[],
): Promise<string> {
  const client = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { query: Record<string, unknown>; headers: Record<string, unknown> };
      delete request.query['x-id'];
      delete request.headers['x-amz-checksum-mode'];
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  return getSignedUrl(client, command as GetObjectCommand, {
    expiresIn: lifetime,
    signableHeaders: new Set(signableHeaders),
  });
}

describe.each([
  ['at AWS', undefined],
  ['at an endpoint of its own', 'http://127.0.0.1:4566'],
])('a link %s', (_where, endpoint) => {
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
  });

  it('that saves a file is the one that the SDK makes', async () => {
    const link = await presignGet(bucket, key, {
      fileName: 'platepost-dish-1.jpg',
      contentType: 'image/jpeg',
      lifetime: 300,
    });
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ResponseContentType: 'image/jpeg',
      ResponseContentDisposition: 'attachment; filename="platepost-dish-1.jpg"',
    });
    expect(sorted(link.url)).toEqual(sorted(await bySdk(command, 300, ['host'])));
    expect(link.expiresAt).toBe('2026-11-22T10:05:00.000Z');
  });

  it('that sends a file is the one that the SDK makes, for this type and length alone', async () => {
    const link = await presignPut(bucket, key, { contentType: 'image/png', contentLength: 12_345 });
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentType: 'image/png',
      ContentLength: 12_345,
      IfNoneMatch: '*',
    });
    const headers = ['host', 'content-type', 'content-length', 'if-none-match'];
    expect(sorted(link.url)).toEqual(sorted(await bySdk(command, 900, headers)));
    expect(link.headers).toEqual({ 'content-type': 'image/png', 'if-none-match': '*' });
    expect(link.expiresAt).toBe('2026-11-22T10:15:00.000Z');
  });
});

/** A link's address and parameters; their order is not signed. */
function sorted(link: string) {
  const { origin, pathname, searchParams } = new URL(link);
  searchParams.sort();
  return { origin, pathname, parameters: [...searchParams] };
}
