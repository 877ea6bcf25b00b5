import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { logger } from './logger.ts';

let client: S3 | undefined;

/**
 * The S3 client, one for each execution environment. The first call loads it: loaded at the start, it would make the
 * start of the generations function 19 % slower and its bundle 479 KB, which is more than the limit of 450 KB.
 */
export async function s3(): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3');
  // Adds checksums only if an operation requires them: TLS protects the bytes in transit.
  client ??= new S3({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  return client;
}

/** Reads a file, or its first `bytes`; undefined if there is none. `size` is the size of the whole file in bytes. */
export async function readFile(
  bucket: string,
  key: string,
  bytes?: number,
): Promise<{ body: Buffer; size: number; metadata: Readonly<Record<string, string>> } | undefined> {
  const storage = await s3();
  try {
    const reply = await storage.getObject({
      Bucket: bucket,
      Key: key,
      ...(bytes !== undefined && { Range: `bytes=0-${bytes - 1}` }),
    });
    const content = (await reply.Body?.transformToByteArray()) ?? new Uint8Array();
    // A view instead of a copy, because photos are large.
    const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const size = Number(reply.ContentRange?.split('/')[1] ?? body.length);
    return { body, size, metadata: reply.Metadata ?? {} };
  } catch (error) {
    if (isAbsent(error, bucket, key)) return undefined;
    // S3's answer to a range of an empty file.
    if (error instanceof Error && error.name === 'InvalidRange') {
      return { body: Buffer.alloc(0), size: 0, metadata: {} };
    }
    throw error;
  }
}

/** When a file was written; undefined if there is none. */
export async function writtenAt(bucket: string, key: string): Promise<Date | undefined> {
  return (await describeFile(bucket, key))?.LastModified;
}

/** The metadata with which a file was written; undefined if there is none. */
export async function metadataOf(
  bucket: string,
  key: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found = await describeFile(bucket, key);
  return found && (found.Metadata ?? {});
}

async function describeFile(bucket: string, key: string) {
  const storage = await s3();
  try {
    return await storage.headObject({ Bucket: bucket, Key: key });
  } catch (error) {
    // The reply to HEAD has no body, so the error has no name. Without the permission to list, S3 answers 403.
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if ([403, 404].includes($metadata?.httpStatusCode ?? 0)) return undefined;
    throw error;
  }
}

/** Opens a file as a stream; undefined if there is none. */
export async function openFile(bucket: string, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const storage = await s3();
  try {
    const { Body } = await storage.getObject({ Bucket: bucket, Key: key });
    return Body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (isAbsent(error, bucket, key)) return undefined;
    throw error;
  }
}

/** Without the permission to list a bucket, S3 answers "access denied" for a key that does not exist. */
function isAbsent(error: unknown, bucket: string, key: string): boolean {
  if (!(error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name))) return false;
  logger.warn('The file does not exist or may not be read', { bucket, key, reason: error.name });
  return true;
}

/** Writes a file and replaces an existing one. */
export async function writeFile(
  bucket: string,
  file: {
    readonly key: string;
    readonly body: Buffer;
    readonly type: string;
    readonly cacheControl?: string;
    readonly metadata?: Readonly<Record<string, string>> | undefined;
  },
): Promise<void> {
  const storage = await s3();
  await storage.putObject({
    Bucket: bucket,
    Key: file.key,
    Body: file.body,
    ContentType: file.type,
    CacheControl: file.cacheControl,
    Metadata: file.metadata,
  });
}

/** Bytes of a part of a multipart upload. S3 requires at least 5 MB for every part but the last. */
const partSize = 8 * 1024 * 1024;

/**
 * Writes a file of any length from a stream and holds at most one part in memory. A failed write leaves neither the
 * file nor parts of it behind.
 */
export async function writeStream(
  bucket: string,
  file: { readonly key: string; readonly type: string; readonly body: AsyncIterable<Uint8Array | string> },
): Promise<void> {
  const storage = await s3();
  const target = { Bucket: bucket, Key: file.key };
  const { UploadId } = await storage.createMultipartUpload({ ...target, ContentType: file.type });
  const upload = { ...target, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(file.body)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await storage.uploadPart({ ...upload, PartNumber, Body });
      Parts.push({ PartNumber, ETag });
    }
    await storage.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
  } catch (error) {
    await storage
      .abortMultipartUpload(upload)
      .catch((failure: Error) =>
        logger.warn('Parts of a failed upload remain in the bucket', { error: failure }),
      );
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

/** Deletes up to 1,000 files. Missing ones are no error. */
export async function removeFiles(bucket: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const storage = await s3();
  const { Errors: errors = [] } = await storage.deleteObjects({
    Bucket: bucket,
    Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
  });
  const [first] = errors;
  if (first) throw new Error(`${errors.length} files were not deleted: ${first.Code} ${first.Message}`);
}

/** Deletes every file whose key begins with `prefix`. */
export async function removeFolder(bucket: string, prefix: string): Promise<void> {
  const storage = await s3();
  for (;;) {
    const { Contents = [] } = await storage.listObjectsV2({ Bucket: bucket, Prefix: prefix });
    if (Contents.length === 0) return;
    await removeFiles(
      bucket,
      Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])),
    );
  }
}

/** The keys of every file whose key begins with `prefix`. */
export async function* listFolder(bucket: string, prefix: string): AsyncGenerator<string> {
  const storage = await s3();
  let from: string | undefined;
  do {
    const page = await storage.listObjectsV2({ Bucket: bucket, Prefix: prefix, ContinuationToken: from });
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    from = page.NextContinuationToken;
  } while (from !== undefined);
}

/** Throws unless the bucket exists and may be read. */
export async function checkBucket(bucket: string): Promise<void> {
  const storage = await s3();
  await storage.headBucket({ Bucket: bucket });
}
