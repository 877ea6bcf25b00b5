import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
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
    const body = Buffer.from((await reply.Body?.transformToByteArray()) ?? []);
    return { body, size: Number(reply.ContentRange?.split('/')[1] ?? body.length) };
  } catch (error) {
    // Without the right to list a bucket, S3 says "access denied" of a key that does not exist.
    if (error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name)) {
      logger.warn('There is no such file, or no right to read it', { bucket, key, reason: error.name });
      return undefined;
    }
    // A range of an empty file cannot be satisfied.
    if (error instanceof Error && error.name === 'InvalidRange') return { body: Buffer.alloc(0), size: 0 };
    throw error;
  }
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
