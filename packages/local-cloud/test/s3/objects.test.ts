import { request } from 'node:http';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalS3, startLocalS3 } from './local-s3.ts';

let local: LocalS3;
const Bucket = 'media';

beforeAll(async () => {
  local = await startLocalS3();
  await local.client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(() => local.stop());

const put = (
  Key: string,
  Body: NonNullable<PutObjectCommandInput['Body']>,
  more: Partial<PutObjectCommandInput> = {},
) => local.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
/** The answer of GetObject with its body read. */
const get = async (Key: string, more: object = {}) => {
  const { Body, ...reply } = await local.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...reply, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
};
const read = async (Key: string, more: object = {}) => (await get(Key, more)).bytes;

describe('an object', () => {
  it('comes back with its headers, metadata and MD5', async () => {
    const { ETag } = await put('plain.txt', 'hello', {
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline',
      ContentLanguage: 'en',
      Metadata: { generation: '01J', 'Mixed-Case': 'kept' },
    });
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    for (const reply of [
      await get('plain.txt'),
      await local.client.send(new HeadObjectCommand({ Bucket, Key: 'plain.txt' })),
    ]) {
      expect(reply).toMatchObject({
        ETag,
        ContentLength: 5,
        ContentType: 'text/plain',
        CacheControl: 'max-age=60',
        ContentDisposition: 'inline',
        ContentLanguage: 'en',
        Metadata: { generation: '01J', 'mixed-case': 'kept' },
        AcceptRanges: 'bytes',
      });
      expect(reply.VersionId).toBeUndefined();
      expect(Math.abs(Date.now() - (reply.LastModified?.getTime() ?? 0))).toBeLessThan(5000);
    }
    expect(String(await read('plain.txt'))).toBe('hello');
  });

  it('may be empty', async () => {
    await put('empty', Buffer.alloc(0));
    expect((await get('empty')).ContentLength).toBe(0);
    expect(await read('empty')).toEqual(Buffer.alloc(0));
  });

  it('may be 100 MB, and not 111 MB', async () => {
    const large = Buffer.alloc(100_000_000, 'plate');
    await put('large', large);
    expect((await read('large')).equals(large)).toBe(true);
    await expect(put('larger', Buffer.alloc(111 * 1024 * 1024))).rejects.toMatchObject({
      name: 'EntityTooLarge',
    });
    await local.client.send(new DeleteObjectCommand({ Bucket, Key: 'large' }));
  }, 60_000);

  it('may be streamed, its checksum in the trailer', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => Buffer.alloc(5_000, index));
    for (const ChecksumAlgorithm of ['CRC32', 'CRC64NVME'] as const) {
      await put('streamed', Readable.from(parts), { ContentLength: 200_000, ChecksumAlgorithm });
      const reply = await get('streamed', { ChecksumMode: 'ENABLED' });
      expect(reply.ContentEncoding).toBeUndefined();
      expect(reply[`Checksum${ChecksumAlgorithm}`]).toBeTruthy();
      expect((await read('streamed')).equals(Buffer.concat(parts))).toBe(true);
    }
  });

  it.each([
    ['bytes=0-1', 'he', 'bytes 0-1/5'],
    ['bytes=3-', 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=-99', 'hello', 'bytes 0-4/5'],
    ['bytes=2-99', 'llo', 'bytes 2-4/5'],
  ])('is read in part: %s', async (Range, text, ContentRange) => {
    await put('ranged', 'hello');
    const reply = await get('ranged', { Range });
    expect(reply.$metadata.httpStatusCode).toBe(206);
    expect(reply).toMatchObject({ ContentRange, ContentLength: text.length });
    expect(String(reply.bytes)).toBe(text);
  });

  it.each(['bytes=5-', 'bytes=9-12', 'bytes=-0'])('has no range %s', async (Range) => {
    await put('ranged', 'hello');
    await expect(get('ranged', { Range })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  it.each(['bytes=0-1,3-4', 'bytes=2-1', 'lines=1-2'])('is sent whole for the range %s', async (Range) => {
    await put('ranged', 'hello');
    expect(String(await read('ranged', { Range }))).toBe('hello');
  });

  it('is read and written on conditions', async () => {
    const { ETag } = await put('conditional', 'one');
    const status = { $metadata: { httpStatusCode: 304 } };
    await expect(get('conditional', { IfNoneMatch: ETag })).rejects.toMatchObject(status);
    await expect(get('conditional', { IfModifiedSince: new Date() })).rejects.toMatchObject(status);
    await expect(get('conditional', { IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(String(await read('conditional', { IfMatch: ETag, IfNoneMatch: '"other"' }))).toBe('one');

    await expect(put('conditional', 'two', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    await expect(put('conditional', 'two', { IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await put('conditional', 'two', { IfMatch: ETag ?? '' });
    expect(String(await read('conditional'))).toBe('two');
  });

  it('cannot be copied: that is refused, and nothing is stored', async () => {
    await put('from', 'original');
    await expect(
      local.client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource: `${Bucket}/from` })),
    ).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(get('to')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('is gone when it was deleted; deleting it again is no error', async () => {
    await put('doomed', '1');
    for (let time = 0; time < 2; time += 1) {
      await local.client.send(new DeleteObjectCommand({ Bucket, Key: 'doomed' }));
      await expect(get('doomed')).rejects.toMatchObject({
        name: 'NoSuchKey',
        $metadata: { httpStatusCode: 404 },
      });
      await expect(local.client.send(new HeadObjectCommand({ Bucket, Key: 'doomed' }))).rejects.toMatchObject(
        { name: 'NotFound' },
      );
    }
  });

  it('is deleted together with others, whatever their keys', async () => {
    const keys = ['a&b', '<c>', ' leading', 'ünïcode 🍜', 'new\nline'];
    await Promise.all(keys.map((key) => put(key, key)));
    const reply = await local.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(reply.Deleted?.map(({ Key }) => Key)).toEqual(keys);
    for (const key of keys) await expect(get(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('is read in this process', async () => {
    await put('local', 'hello', { ContentType: 'text/plain' });
    const reply = await local.s3.read(Bucket, 'local', { range: 'bytes=1-2' });
    expect(reply).toMatchObject({ status: 206, headers: { 'content-type': 'text/plain' } });
    expect(String(Buffer.concat(await (reply.body as Readable).toArray()))).toBe('el');
    const { etag } = reply.headers;
    const unmodified = await local.s3.read(Bucket, 'local', { ifNoneMatch: etag });
    expect(unmodified).toMatchObject({ status: 304, body: undefined });
    await expect(local.s3.read(Bucket, 'none')).rejects.toMatchObject({ status: 404, code: 'NoSuchKey' });
    await expect(local.s3.read('none', 'none')).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });

  it('is written in this process as if it had been put', async () => {
    const headers = { 'content-type': 'text/plain', 'cache-control': 'max-age=5' };
    await local.s3.write(Bucket, 'written', Buffer.from('hello'), headers);
    await put('put', 'hello', { ContentType: 'text/plain', CacheControl: 'max-age=5' });
    const told = async (key: string) => {
      const { ETag, ContentType, CacheControl, ContentLength, bytes } = await get(key);
      return { ETag, ContentType, CacheControl, ContentLength, text: String(bytes) };
    };
    expect(await told('written')).toEqual(await told('put'));
    const missing = local.s3.write('none', 'written', Buffer.from('hello'), {});
    await expect(missing).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });
});

describe('a checksum', () => {
  /** Of '123456789': the check values that the CRC catalogue gives, and the two hashes. */
  const rightChecksums = {
    ChecksumCRC32: 'y/Q5Jg==',
    ChecksumCRC32C: '4waSgw==',
    ChecksumCRC64NVME: 'rosUhgp5mIg=',
    ChecksumSHA1: '98O8HYCOBHMq32eZZczDTKeuNEE=',
    ChecksumSHA256: 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=',
  };

  it.each(Object.entries(rightChecksums))('%s is verified and kept', async (name, value) => {
    await put('summed', '123456789', { [name]: value });
    expect(await get('summed', { ChecksumMode: 'ENABLED' })).toMatchObject({ [name]: value });
    const wrong = Buffer.from(value, 'base64').fill(1, 0, 1).toString('base64');
    await expect(put('summed', '123456789', { [name]: wrong })).rejects.toMatchObject({
      name: 'BadDigest',
      $metadata: { httpStatusCode: 400 },
    });
    await expect(put('summed', '123456789', { [name]: 'AAAA' })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
  });

  it('Content-MD5 is verified', async () => {
    await put('summed', 'hello', { ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==' });
    await expect(put('summed', 'hellO', { ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
  });
});

describe('a listing', () => {
  const Listed = 'listing';
  const keys = ['a', 'a/1', 'a/2', 'a/b/3', 'b/4', 'c', 'é', '\uffee', '🍜'];

  beforeAll(async () => {
    await local.client.send(new CreateBucketCommand({ Bucket: Listed }));
    await Promise.all(
      keys.map((Key) => local.client.send(new PutObjectCommand({ Bucket: Listed, Key, Body: Key }))),
    );
  });
  const list = (more: object = {}) =>
    local.client.send(new ListObjectsV2Command({ Bucket: Listed, ...more }));

  it('is in the order of UTF-8 bytes', async () => {
    const { Contents, IsTruncated, KeyCount } = await list();
    expect(Contents?.map(({ Key }) => Key)).toEqual(keys);
    expect({ IsTruncated, KeyCount }).toEqual({ IsTruncated: false, KeyCount: keys.length });
    expect(Contents?.[1]).toMatchObject({ Size: 3, StorageClass: 'STANDARD' });
  });

  it('groups by prefix and delimiter', async () => {
    const top = await list({ Delimiter: '/' });
    expect(top.Contents?.map(({ Key }) => Key)).toEqual(['a', 'c', 'é', '\uffee', '🍜']);
    expect(top.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'b/']);
    const inside = await list({ Delimiter: '/', Prefix: 'a/' });
    expect(inside.Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2']);
    expect(inside.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/b/']);
    expect((await list({ StartAfter: 'b/4', EncodingType: 'url' })).Contents?.[1]?.Key).toBe('%C3%A9');
  });

  it.each([{}, { Delimiter: '/' }, { Prefix: 'a/' }])('is the same in pages: %o', async (query) => {
    const whole = await list(query);
    for (const pageSize of [1, 2, 3]) {
      const found: { keys: unknown[]; groups: unknown[] } = { keys: [], groups: [] };
      const pages = paginateListObjectsV2({ client: local.client, pageSize }, { Bucket: Listed, ...query });
      for await (const page of pages) {
        expect(page.KeyCount).toBeLessThanOrEqual(pageSize);
        found.keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
        found.groups.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      }
      expect(found.keys).toEqual((whole.Contents ?? []).map(({ Key }) => Key));
      expect(found.groups).toEqual((whole.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
    }
  });

  it('refuses a token that is not its own', async () => {
    await expect(list({ ContinuationToken: 'bm9uc2Vuc2U' })).rejects.toMatchObject({
      name: 'InvalidArgument',
    });
  });
});

describe('keys that try to leave the bucket', () => {
  const keys = ['../../x', '..', '.', '/x', '//x//', 'a/../b', 'NUL\0byte', '%2e%2e/x', 'x'.repeat(1024)];

  // T3.T2, V5.3.2
  it.each(keys.map((key) => [key.slice(0, 12), key] as const))('are only names: %j', async (_start, key) => {
    await put(key, `body of ${key}`);
    expect(String(await read(key))).toBe(`body of ${key}`);
    const { Contents } = await local.client.send(
      new ListObjectsV2Command({ Bucket, Prefix: key, EncodingType: 'url' }),
    );
    expect(Contents?.map(({ Key }) => decodeURIComponent(Key ?? ''))).toContain(key);
    await local.client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    await expect(get(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  // T3.T2
  it('and paths with escaped dots, unsigned, are refused like any other', async () => {
    for (const path of [
      '/media/%2e%2e/%2e%2e/etc/passwd',
      '/../media',
      '/media/../../etc/passwd',
      '/%2e%2e/x',
    ]) {
      expect((await rawGet(path)).status).toBe(403);
    }
    const signed = await getSignedUrl(local.client, new GetObjectCommand({ Bucket, Key: 'x' }));
    const { search } = new URL(signed);
    expect(await rawGet(`/media/%2e%2e/x${search}`)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await rawGet(`/media/%ff${search}`)).toEqual({ status: 400, code: 'InvalidURI' });
  });

  it('may have 1024 bytes and not more', async () => {
    await expect(put('é'.repeat(513), '1')).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  it.each(['..', '.x', 'A', 'ab', 'a..b', '1.2.3.4', 'x/../y'])('no bucket is named %j', async (name) => {
    await expect(local.client.send(new CreateBucketCommand({ Bucket: name }))).rejects.toThrow();
  });
});

/** A GET with an unchanged path: fetch would resolve the dot segments. */
function rawGet(path: string): Promise<{ status: number | undefined; code: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(local.url, { path }, (response) => {
      response.toArray().then((chunks) => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, code: /<Code>(.*)<\/Code>/.exec(text)?.[1] });
      }, reject);
    });
    sent.on('error', reject).end();
  });
}

describe('what is not implemented', () => {
  const notImplemented = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } };

  it('says so', async () => {
    await put('some', '1');
    const { client } = local;
    const Key = 'some';
    const part = { Bucket, Key, UploadId: 'upload', PartNumber: 1, CopySource: `${Bucket}/some` };
    await expect(client.send(new UploadPartCopyCommand(part))).rejects.toMatchObject(notImplemented);
    await expect(client.send(new GetObjectTaggingCommand({ Bucket, Key }))).rejects.toMatchObject(
      notImplemented,
    );
    await expect(
      client.send(new PutObjectAclCommand({ Bucket, Key, ACL: 'public-read' })),
    ).rejects.toMatchObject(notImplemented);
    await expect(client.send(new ListObjectsCommand({ Bucket }))).rejects.toMatchObject(notImplemented);
    await expect(put(Key, '2', { Tagging: 'a=b' })).rejects.toMatchObject(notImplemented);
    expect(String(await read(Key))).toBe('1');
  });
});

describe('against a model', () => {
  const key = fc.constantFrom('a', 'a/b', 'a/b/c', 'é', '../a', ' ', 'a+b', 'a b', '<&>"\'');
  const body = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  const step = fc.oneof(
    fc.record({ do: fc.constant('put' as const), key, body }),
    fc.record({ do: fc.constant('create' as const), key, body }),
    fc.record({ do: fc.constant('get' as const), key }),
    fc.record({ do: fc.constant('delete' as const), key }),
    fc.record({ do: fc.constant('list' as const) }),
    fc.record({ do: fc.constant('restart' as const) }),
  );

  it('any sequence of operations does what a map does', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        run += 1;
        const Name = `model-${run}`;
        const model = new Map<string, Buffer>();
        await local.client.send(new CreateBucketCommand({ Bucket: Name }));
        const send = (Key: string, Body: Buffer, more: object = {}) =>
          local.client.send(new PutObjectCommand({ Bucket: Name, Key, Body, ...more }));
        for (const one of steps) {
          switch (one.do) {
            case 'put':
              await send(one.key, one.body);
              model.set(one.key, one.body);
              break;
            case 'create': {
              const created = await send(one.key, one.body, { IfNoneMatch: '*' }).then(
                () => true,
                (error: Error) => error.name !== 'PreconditionFailed',
              );
              expect(created).toBe(!model.has(one.key));
              if (created) model.set(one.key, one.body);
              break;
            }
            case 'get': {
              const found = await local.client
                .send(new GetObjectCommand({ Bucket: Name, Key: one.key }))
                .then(async ({ Body }) => Buffer.from((await Body?.transformToByteArray()) ?? []))
                .catch((error: Error) => error.name);
              expect(found).toEqual(model.get(one.key) ?? 'NoSuchKey');
              break;
            }
            case 'delete':
              await local.client.send(new DeleteObjectCommand({ Bucket: Name, Key: one.key }));
              model.delete(one.key);
              break;
            case 'list': {
              const { Contents = [] } = await local.client.send(new ListObjectsV2Command({ Bucket: Name }));
              const inOrder = [...model].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
              expect(Contents.map(({ Key, Size }) => [Key, Size])).toEqual(
                inOrder.map(([name, bytes]) => [name, bytes.length]),
              );
              break;
            }
            case 'restart':
              local = await local.restart();
          }
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
