/**
 * Paths to invalidate at the edge after their files were deleted. CloudFront limits the number of paths in progress, so
 * that an entry may wait for minutes; nothing else waits for it.
 *
 * - Which paths are to be invalidated?   table, pk INVALIDATIONS, sk <not before>#<id>, oldest first
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { parseEach } from './job.ts';
import type { OutboxEntry } from './outbox-store.ts';

const partition = 'INVALIDATIONS';

const invalidationSchema = z.object({
  pk: z.literal(partition),
  sk: z.string(),
  /** Absolute, without wildcards. */
  paths: z.array(z.string()),
});

export type Invalidation = z.output<typeof invalidationSchema>;

/** Adds the paths of an outbox entry; repeating it changes nothing. */
export async function putInvalidation({ sk, paths }: OutboxEntry): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: partition, sk, paths } }));
}

/** The oldest entries, up to 500. */
export async function listInvalidations(): Promise<Invalidation[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :invalidations',
      ExpressionAttributeValues: { ':invalidations': partition },
      Limit: 500,
    }),
  );
  return parseEach(invalidationSchema, Items);
}

/** Removes an entry whose paths CloudFront has accepted. */
export async function removeInvalidation({ pk, sk }: Invalidation): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
