import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { logger } from './logger.ts';
import { s3 } from './s3.ts';

/**
 * Reads a file, or its first `bytes`; undefined if there is none. `size` is the whole file's, in bytes.
 */
export async function readFile(
  bucket: string,
  key: string,
  bytes?: number,
): Promise<{ body: Buffer; size: number } | undefined> {
  try {
    const reply = await s3().send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(bytes !== undefined && { Range: `bytes=0-${bytes - 1}` }),
      }),
    );
    const content = (await reply.Body?.transformToByteArray()) ?? new Uint8Array();
    // A view, because a photo is large enough for a copy to matter.
    const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return { body, size: Number(reply.ContentRange?.split('/')[1] ?? body.length) };
  } catch (error) {
    if (isAbsent(error, bucket, key)) return undefined;
    // A range of an empty file cannot be satisfied.
    if (error instanceof Error && error.name === 'InvalidRange') return { body: Buffer.alloc(0), size: 0 };
    throw error;
  }
}

/** Opens a file to be read as it comes; undefined if there is none. */
export async function openFile(bucket: string, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (isAbsent(error, bucket, key)) return undefined;
    throw error;
  }
}

/** Without the right to list a bucket, S3 says "access denied" of a key that does not exist. */
function isAbsent(error: unknown, bucket: string, key: string): boolean {
  if (!(error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name))) return false;
  logger.warn('There is no such file, or no right to read it', { bucket, key, reason: error.name });
  return true;
}

/** Writes a file; over one that is there. */
export async function writeFile(
  bucket: string,
  file: {
    readonly key: string;
    readonly body: Buffer;
    readonly type: string;
    readonly cacheControl?: string;
  },
): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: file.key,
      Body: file.body,
      ContentType: file.type,
      CacheControl: file.cacheControl,
    }),
  );
}

/** Bytes of one part of a file that is written while it is made; S3 wants 5 MB at least of all but the last. */
const partSize = 8 * 1024 * 1024;

/**
 * Writes a file of any length while it is made: no more of it than one part is in memory. A write that fails leaves
 * nothing behind, neither the file nor parts of it.
 */
export async function writeStream(
  bucket: string,
  file: { readonly key: string; readonly type: string; readonly body: AsyncIterable<Uint8Array | string> },
): Promise<void> {
  const target = { Bucket: bucket, Key: file.key };
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({ ...target, ContentType: file.type }),
  );
  const upload = { ...target, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(file.body)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await s3().send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    await s3().send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    await s3()
      .send(new AbortMultipartUploadCommand(upload))
      .catch((failure: Error) => logger.warn('Parts of a file are left to the bucket', { error: failure }));
    throw error;
  }
}

async function* partsOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    pending.push(bytes);
    size += bytes.length;
    if (size < partSize) continue;
    yield Buffer.concat(pending);
    [pending, size, isFirst] = [[], 0, false];
  }
  if (size > 0 || isFirst) yield Buffer.concat(pending);
}

/** Removes up to 1,000 files; one that is not there is no error. */
export async function removeFiles(bucket: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors: errors = [] } = await s3().send(
    new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    }),
  );
  const [first] = errors;
  if (first) throw new Error(`${errors.length} files were not removed: ${first.Code} ${first.Message}`);
}

/** Removes every file whose key begins so, whoever knows of it. */
export async function removeFolder(bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    if (Contents.length === 0) return;
    await removeFiles(
      bucket,
      Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])),
    );
  }
}

/** Asks whether the bucket answers. */
export async function checkBucket(bucket: string): Promise<void> {
  await s3().send(new HeadBucketCommand({ Bucket: bucket }));
}
