import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalS3, startLocalS3 } from './local-s3.ts';

const Bucket = 'exports';
const Key = 'export.zip';
const large = Buffer.alloc(5 * 1024 * 1024, 'a');
const small = Buffer.from('the end');

let local: LocalS3;
let client: S3Client;

beforeAll(async () => {
  local = await startLocalS3();
  client = local.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  client.destroy();
  await local.stop();
});

async function begin(): Promise<string> {
  const created = await client.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'application/zip' }),
  );
  return created.UploadId ?? '';
}

async function upload(UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  return { PartNumber, ETag };
}

const complete = (UploadId: string, Parts: CompletedPart[]) =>
  client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

describe('a multipart upload', () => {
  it('becomes one object of its parts in their order, whichever came first', async () => {
    const id = await begin();
    const second = await upload(id, 2, small);
    await upload(id, 1, Buffer.from('a part that is sent anew'));
    const first = await upload(id, 1, large);
    const { ETag } = await complete(id, [first, second]);
    const digests = [large, small].map((part) => createHash('md5').update(part).digest());
    expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-2"`);
    const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(ContentType).toBe('application/zip');
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([large, small]))).toBe(true);
    await expect(complete(id, [first, second])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('refuses small parts, absent ones and a wrong order, and then still waits', async () => {
    const id = await begin();
    const parts = [await upload(id, 1, small), await upload(id, 2, small)] as const;
    await expect(complete(id, [...parts])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(id, [parts[1], parts[0]])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(id, [{ PartNumber: 3, ETag: '"x"' }])).rejects.toMatchObject({
      name: 'InvalidPart',
    });
    await complete(id, [parts[0]]);
  });

  it('is gone once it is aborted', async () => {
    const id = await begin();
    const part = await upload(id, 1, small);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
    await expect(complete(id, [part])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(upload(id, 2, small)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});
