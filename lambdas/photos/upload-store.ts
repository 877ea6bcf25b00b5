/**
 * Uploads of users, finished or announced.
 *
 * - What is the key of the user's upload with this id?   table, pk USER#<user>, sk UPLOAD#<id>
 *
 * The bucket removes files after two days; the record expires earlier, so that every record has its file.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { type PresignedPut, presignPut } from '#lambdas/runtime/presigned-links.ts';
import { expiryIn } from '#lambdas/runtime/time.ts';
import { table } from '#shared/table.ts';
import { uploadLifetime } from './limits.ts';

const uploadSchema = z.object({ id: z.string(), key: z.string(), [table.expiry]: z.number() });

/** Beginning of the keys of everything that the user uploads for generations. */
export function uploadFolder(userId: string): string {
  return `uploads/${userId}/`;
}

/** Lets the user put one file under a new name in `folder` of the bucket for uploads. */
export async function openUpload(
  userId: string,
  folder: string,
  file: { readonly contentType: string; readonly contentLength: number },
): Promise<{ uploadId: string } & PresignedPut> {
  const uploadId = ulid();
  const key = `${folder}${randomBytes(16).toString('hex')}`;
  // The link is signed while the table writes the record; it is returned only once the record exists.
  const [, put] = await Promise.all([
    putUpload(userId, uploadId, key),
    setImmediate().then(() => presignPut(readVariable('UPLOADS_BUCKET'), key, file)),
  ]);
  return { uploadId, ...put };
}

/** Records that the user may put a photo at `key`. */
export async function putUpload(userId: string, id: string, key: string): Promise<void> {
  await dynamodb().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...uploadKey(userId, id), id, key, [table.expiry]: expiryIn(uploadLifetime) },
    }),
  );
}

/** The key of the user's upload; undefined if there is none or it has expired. */
export async function readUploadKey(userId: string, id: string): Promise<string | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: uploadKey(userId, id), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const upload = uploadSchema.parse(Item);
  return upload.expiresAt > expiryIn(0) ? upload.key : undefined;
}

function uploadKey(userId: string, id: string) {
  return { pk: userPartition(userId), sk: `UPLOAD#${id}` };
}
