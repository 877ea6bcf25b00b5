/**
 * The outbox: files to delete, and their copies at the edge to invalidate. The transaction that ends the use of the
 * files writes the entry; the reconciler does the work and then removes the entry. The work is idempotent.
 *
 * - Which entries are due?   table, pk OUTBOX, sk <not before>#<id>, up to now
 */
import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { parseEach } from './job.ts';

const partition = 'OUTBOX';

const entrySchema = z.object({
  pk: z.literal(partition),
  sk: z.string(),
  id: z.string(),
  /** Keys to delete from the bucket for originals. */
  originals: z.array(z.string()),
  /** Keys to delete from the bucket for media. */
  media: z.array(z.string()),
  /** Paths to invalidate at the edge after the deletion, without wildcards. */
  paths: z.array(z.string()),
  /** The item that the files belong to: while it exists, they stay. */
  owner: z.optional(z.object({ pk: z.string(), sk: z.string() })),
});

export type OutboxEntry = z.output<typeof entrySchema>;

/** Milliseconds after which the files of an item that was never written are deleted. No function runs longer. */
const abandonedAfter = 5 * 60_000;

type Removal = Pick<OutboxEntry, 'originals' | 'media' | 'paths' | 'owner'>;

/** Transaction step that writes an outbox entry for deleting files, due at `notBefore`. */
export function writeOutboxEntry(removal: Removal, notBefore: Date): Step<never> {
  return writeCancellableEntry(removal, notBefore).entry;
}

/**
 * The same step, with a step that removes the entry again. For files that are stored before the item that refers to
 * them: the transaction that writes the item also cancels the entry. No transaction may cancel it after `notBefore`.
 * `key` is for callers that do the work themselves.
 */
export function writeCancellableEntry(
  removal: Removal,
  notBefore = new Date(Date.now() + abandonedAfter),
): { entry: Step<never>; cancellation: Step<never>; key: Pick<OutboxEntry, 'pk' | 'sk'> } {
  const id = ulid();
  const key = { pk: partition, sk: `${notBefore.toISOString()}#${id}` } as const;
  return {
    key,
    entry: { put: { Item: { ...key, id, ...removal } } },
    cancellation: { remove: { Key: key, ConditionExpression: 'attribute_exists(pk)' } },
  };
}

/** Entries that are due, oldest first, up to 1,000. */
export async function listDueEntries(now: Date): Promise<OutboxEntry[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :outbox AND sk < :now',
      ExpressionAttributeValues: { ':outbox': partition, ':now': now.toISOString() },
      Limit: 1000,
    }),
  );
  return parseEach(entrySchema, Items);
}

/** Whether the files of an entry belong to an item that exists. */
export async function areOwned({ owner }: OutboxEntry): Promise<boolean> {
  if (!owner) return false;
  const { Item } = await dynamodb().send(
    new GetCommand({
      TableName: tableName(),
      Key: owner,
      ProjectionExpression: 'pk',
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

/** Removes an entry whose work is done. */
export async function removeEntry({ pk, sk }: Pick<OutboxEntry, 'pk' | 'sk'>): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
