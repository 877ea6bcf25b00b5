/**
 * The ledger of a user's credits: immutable entries that explain every change of a balance.
 *
 * - Was this change booked already?                table, pk USER#<user>, sk LEDGER#<idempotency key>
 * - Where did every credit come from and go to?    gsi1, gsi1pk LEDGER#<user>, gsi1sk = version, newest first
 *
 * An entry's key is the idempotency key of its change, so that the same change cannot be booked twice.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { type LedgerEntry, ledgerEntrySchema } from '#shared/api/account.ts';
import { available, type Balances, type CreditBuckets } from '#shared/domain/credits.ts';
import { table } from '#shared/table.ts';

/** Identifies one change of a balance: its kind and the id of what caused it, e.g. `spend#<generation>`. */
export type IdempotencyKey = `${LedgerEntry['kind']}#${string}`;

/** A change of a balance: the balances after it and the amount that moved. */
export interface BalanceChange {
  readonly balances: Balances;
  /** Never negative; `sign` states the direction. */
  readonly buckets: CreditBuckets;
  readonly sign: 1 | -1;
}

/**
 * Makes the entry that explains a change. `note` is shown to the user; empty if the kind needs no further explanation.
 */
export function newEntry(
  {
    idempotencyKey,
    note = '',
    reason,
  }: Pick<LedgerEntry, 'reason'> & { readonly idempotencyKey: IdempotencyKey; readonly note?: string },
  { balances, buckets, sign }: BalanceChange,
  createdAt: string,
): LedgerEntry {
  const signed = (amount: number) => (amount === 0 ? 0 : sign * amount);
  return {
    id: idempotencyKey,
    kind: idempotencyKey.slice(0, idempotencyKey.indexOf('#')) as LedgerEntry['kind'],
    free: signed(buckets.free),
    subscription: signed(buckets.subscription),
    purchased: signed(buckets.purchased),
    availableAfter: available(balances),
    note,
    ...(reason && { reason }),
    createdAt,
  };
}

/** The step that writes an entry; `exists` when the change was booked before. */
export function putEntry(userId: string, entry: LedgerEntry, version: number): Step<'exists'> {
  return {
    put: {
      Item: {
        ...entryKey(userId, entry.id),
        [table.index.partitionKey]: ledgerPartition(userId),
        [table.index.sortKey]: String(version).padStart(12, '0'),
        ...entry,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'exists',
  };
}

/** The step that refuses a transaction as `exists` if a change was booked. */
export function checkNotBooked(userId: string, idempotencyKey: IdempotencyKey): Step<'exists'> {
  return {
    check: { Key: entryKey(userId, idempotencyKey), ConditionExpression: 'attribute_not_exists(pk)' },
    refused: 'exists',
  };
}

/** Reads the entry of a change consistently; undefined if it was not booked. */
export async function readEntry(
  userId: string,
  idempotencyKey: IdempotencyKey,
): Promise<LedgerEntry | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: entryKey(userId, idempotencyKey), ConsistentRead: true }),
  );
  return Item && ledgerEntrySchema.parse(Item);
}

/** A page of the ledger, newest entry first. */
export async function listEntries(
  userId: string,
  cursor?: string,
  limit = 50,
): Promise<{ items: LedgerEntry[]; cursor?: string }> {
  const partition = { [table.index.partitionKey]: ledgerPartition(userId) };
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :ledger',
      ExpressionAttributeValues: { ':ledger': ledgerPartition(userId) },
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: fromCursor(cursor, partition),
    }),
  );
  const next = toCursor(LastEvaluatedKey);
  return {
    items: Items.map((item) => ledgerEntrySchema.parse(item)),
    ...(next !== undefined && { cursor: next }),
  };
}

function entryKey(userId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(userId), sk: `LEDGER#${id}` };
}

function ledgerPartition(userId: string): string {
  return `LEDGER#${userId}`;
}
