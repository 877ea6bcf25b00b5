import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { presignGet, presignPut } from '#lambdas/runtime/presigned-links.ts';

const bucket = 'platepost-originals';
const key = 'generations/01M80CW42J76W1GCYT2JF5N0AT/dish.jpg';
const address = `https://${bucket}.s3.eu-west-2.amazonaws.com/${key}`;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'a session');
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('signs a download with its file name, type and lifetime', async () => {
  const link = await presignGet(bucket, key, {
    fileName: 'platepost-dish-1.jpg',
    contentType: 'image/jpeg',
    lifetime: 300,
  });
  const { origin, pathname, searchParams } = new URL(link.url);
  expect(origin + pathname).toBe(address);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    'response-content-type': 'image/jpeg',
    'response-content-disposition': 'attachment; filename="platepost-dish-1.jpg"',
    'X-Amz-Date': '20261122T100000Z',
    'X-Amz-Expires': '300',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Credential': 'AKIDEXAMPLE/20261122/eu-west-2/s3/aws4_request',
    'X-Amz-Security-Token': 'a session',
  });
  expect(link.expiresAt).toBe('2026-11-22T10:05:00.000Z');
});

it('names a download in any script, with an ASCII name for other clients', async () => {
  const link = await presignGet(bucket, key, { fileName: "platepost-שקשוקה-d'or-1.jpg", lifetime: 300 });
  expect(new URL(link.url).searchParams.get('response-content-disposition')).toBe(
    `attachment; filename="platepost-d'or-1.jpg"; filename*=UTF-8''platepost-${encodeURIComponent('שקשוקה')}-d%27or-1.jpg`,
  );
});

it('signs an upload of one type and length, once', async () => {
  const link = await presignPut(bucket, key, { contentType: 'image/png', contentLength: 12_345 });
  const { origin, pathname, searchParams } = new URL(link.url);
  expect(origin + pathname).toBe(address);
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect(searchParams.get('X-Amz-Expires')).toBe('900');
  expect(link.headers).toEqual({ 'content-type': 'image/png', 'if-none-match': '*' });
  expect(link.expiresAt).toBe('2026-11-22T10:15:00.000Z');
  // Another length has another signature, so the signed one is part of it.
  const longer = await presignPut(bucket, key, { contentType: 'image/png', contentLength: 12_346 });
  const signatureOf = (url: string) => new URL(url).searchParams.get('X-Amz-Signature');
  expect(signatureOf(longer.url)).not.toBe(signatureOf(link.url));
});
