/**
 * Collections of an account: at most fifty, in one item, so that names stay unique and the limit holds in two tabs at
 * once. Which pictures are in them, the pictures say.
 *
 * - Which collections did this user make?         table, pk USER#<user>, sk COLLECTIONS
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { type Collections, collectionsSchema } from '#shared/api/collections.ts';

export const storedSchema = z.extend(collectionsSchema, {
  /** Version for optimistic locking; each change adds 1. */
  version: z.int(),
});

/** The collections of a user, read consistently. */
export async function readCollections(userId: string): Promise<Collections> {
  const { version: _, ...collections } = await readStored(userId);
  return collections;
}

/**
 * Changes the collections, and tries again if another change came first.
 * @throws AppError `busy` after the last attempt; what `change` throws
 */
export async function changeCollections(
  userId: string,
  change: (collections: Collections) => Collections,
): Promise<Collections> {
  return retryOnConflict(async () => {
    const { version, ...before } = await readStored(userId);
    const collections = change(before);
    const { outcome } = await writeAlone({
      put: {
        Item: { ...collectionsKey(userId), ...collections, version: version + 1 },
        ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
        ExpressionAttributeValues: { ':version': version },
      },
      refused: 'changed',
    });
    return outcome === 'committed' ? collections : conflict;
  });
}

async function readStored(userId: string): Promise<z.output<typeof storedSchema>> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: collectionsKey(userId), ConsistentRead: true }),
  );
  return Item ? storedSchema.parse(Item) : { items: [], version: 0 };
}

function collectionsKey(userId: string) {
  return { pk: userPartition(userId), sk: 'COLLECTIONS' };
}
