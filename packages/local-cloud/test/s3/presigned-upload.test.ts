import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalS3, startLocalS3 } from './local-s3.ts';

let local: LocalS3;
let clockOffset = 0;
const photo = Buffer.from('not really a JPEG, but twenty-nine');

beforeAll(async () => {
  local = await startLocalS3({ signatureNow: () => Date.now() + clockOffset });
  await local.client.send(new CreateBucketCommand({ Bucket: 'uploads' }));
});
afterAll(() => local.stop());

/** As the product signs an upload: type, length and "only when it does not exist yet" are part of the signature. */
async function presign(key = `photo ${randomUUID()}.jpg`): Promise<string> {
  const client = local.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const command = new PutObjectCommand({
    Bucket: 'uploads',
    Key: key,
    ContentType: 'image/jpeg',
    ContentLength: photo.length,
    IfNoneMatch: '*',
  });
  return getSignedUrl(client, command, {
    expiresIn: 600,
    signableHeaders: new Set(['content-type', 'content-length', 'if-none-match', 'host']),
  });
}

const right = { 'content-type': 'image/jpeg', 'if-none-match': '*' };

async function put(url: string, headers: Record<string, string> = right, body = photo) {
  const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  const text = await response.text();
  return { status: response.status, code: /<Code>(.*)<\/Code>/.exec(text)?.[1], text };
}

describe('an upload to a presigned URL', () => {
  it('is stored when it is as signed', async () => {
    expect(await put(await presign('dish.jpg'))).toMatchObject({ status: 200 });
    const stored = await local.client.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'dish.jpg' }));
    expect(stored.ContentType).toBe('image/jpeg');
    expect(await stored.Body?.transformToString()).toBe(photo.toString());
  });

  it('signs type, length and condition', async () => {
    const signed = new URL(await presign()).searchParams.get('X-Amz-SignedHeaders');
    // T3.S1
    expect(signed).toBe('content-length;content-type;host;if-none-match');
  });

  it.each([
    ['another type', { ...right, 'content-type': 'text/html' }, photo],
    ['no type', { 'if-none-match': '*' }, photo],
    ['a longer body', right, Buffer.concat([photo, photo])],
    ['a shorter body', right, photo.subarray(1)],
    ['no condition', { 'content-type': 'image/jpeg' }, photo],
  ])('is refused with %s', async (_what, headers, body) => {
    expect(await put(await presign(), headers, body)).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('is refused a second time', async () => {
    const url = await presign();
    expect((await put(url)).status).toBe(200);
    expect(await put(url)).toMatchObject({ status: 412, code: 'PreconditionFailed' });
  });

  it('is stored once when it is sent ten times at once', async () => {
    const url = await presign();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await put(url)).status));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  // T3.S1
  it('is refused when the URL has expired, and not a second before', async () => {
    const url = await presign();
    const late = await presign();
    try {
      clockOffset = 598_000;
      expect((await put(url)).status).toBe(200);
      clockOffset = 602_000;
      expect(await put(late)).toMatchObject({ status: 403, code: 'AccessDenied' });
      expect((await put(late)).text).toContain('Request has expired');
    } finally {
      clockOffset = 0;
    }
  });

  it.each([
    ['key', (url: URL) => (url.pathname = '/uploads/other.jpg')],
    ['lifetime', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400')],
    ['signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
    ['list of signed headers', (url: URL) => url.searchParams.set('X-Amz-SignedHeaders', 'host')],
    ['query', (url: URL) => url.searchParams.set('x-amz-meta-by', 'someone')],
  ])('is refused when its %s was changed', async (_what, change) => {
    const url = new URL(await presign());
    change(url);
    expect(await put(url.href)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('is refused with an x-amz header that was not signed', async () => {
    const refused = await put(await presign(), { ...right, 'x-amz-meta-by': 'someone' });
    expect(refused).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(refused.text).toContain('<HeadersNotSigned>x-amz-meta-by</HeadersNotSigned>');
  });

  it('is refused when it was signed for more than a week', async () => {
    const url = new URL(await presign());
    url.searchParams.set('X-Amz-Expires', '604801');
    expect(await put(url.href)).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
  });

  it('fails as on AWS when the SDK signs the checksum of an empty body, its default', async () => {
    const command = new PutObjectCommand({ Bucket: 'uploads', Key: 'default.jpg' });
    const url = await getSignedUrl(local.client, command);
    expect(url).toContain('x-amz-checksum-crc32=');
    expect(await put(url, {})).toMatchObject({ status: 400, code: 'BadDigest' });
  });
});

describe('a download by a presigned URL', () => {
  it('carries the headers that the signer chose', async () => {
    await put(await presign('download.jpg'));
    const url = await getSignedUrl(
      local.client,
      new GetObjectCommand({
        Bucket: 'uploads',
        Key: 'download.jpg',
        ResponseContentDisposition: 'attachment; filename="dish.jpg"',
        ResponseContentType: 'application/octet-stream',
      }),
    );
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="dish.jpg"');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(photo);
    expect((await fetch(`${url}&response-cache-control=no-store`)).status).toBe(403);
  });

  it('is refused with headers that no header can be', async () => {
    for (const ResponseContentDisposition of ['a\r\nset-cookie: b', 'attachment; filename="🍜.jpg"']) {
      const command = new GetObjectCommand({
        Bucket: 'uploads',
        Key: 'download.jpg',
        ResponseContentDisposition,
      });
      const response = await fetch(await getSignedUrl(local.client, command));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('<Code>InvalidArgument</Code>');
    }
  });

  it('is refused unsigned', async () => {
    const response = await fetch(`${local.url}/uploads/download.jpg`);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code>');
  });
});

describe('a browser of another origin', () => {
  const origin = 'http://127.0.0.1:4000';

  beforeAll(async () => {
    await local.client.send(
      new PutBucketCorsCommand({
        Bucket: 'uploads',
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedOrigins: ['http://127.0.0.1:*'],
              AllowedMethods: ['PUT'],
              AllowedHeaders: ['content-type', 'if-none-match'],
              ExposeHeaders: ['ETag'],
              MaxAgeSeconds: 300,
            },
          ],
        },
      }),
    );
  });

  const preflight = (headers: Record<string, string>) =>
    fetch(`${local.url}/uploads/dish.jpg`, { method: 'OPTIONS', headers });

  it('is allowed what the rules allow', async () => {
    const response = await preflight({
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'Content-Type, if-none-match',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe('Content-Type, if-none-match');
    expect(response.headers.get('access-control-max-age')).toBe('300');
  });

  it.each([
    ['another origin', { origin: 'http://example.com', 'access-control-request-method': 'PUT' }],
    ['another method', { origin, 'access-control-request-method': 'DELETE' }],
    [
      'another header',
      { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-amz-acl' },
    ],
  ])('is refused %s', async (_what, headers) => {
    const response = await preflight(headers);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.text()).toContain('<Code>AccessForbidden</Code>');
  });

  it('may read the answer, also a refusal', async () => {
    const url = await presign();
    const send = () =>
      fetch(url, { method: 'PUT', headers: { ...right, origin }, body: new Uint8Array(photo) });
    for (const status of [200, 412]) {
      const response = await send();
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    }
  });
});
