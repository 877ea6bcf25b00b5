/**
 * Accounts that are being deleted. Records that must be kept move to a pseudonym; everything else is removed.
 *
 * - What is left of the account?              table, pk USER#<user>
 * - What did the ledger of a pseudonym say?   table, pk FORMER#<pseudonym>, sk LEDGER#<idempotency key>
 *
 * Every step can be interrupted and repeated. The profile is removed last, because it marks the account as being
 * deleted.
 */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { closeCredits } from '#lambdas/credits/credits-store.ts';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { sendTask } from '#lambdas/platform/send-task.ts';
import { createTaskSteps, newTask, readTask, type StoredTask } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { backOff } from '#lambdas/runtime/backoff.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey, formerPrefix, userPartition } from '#lambdas/runtime/keys.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { table } from '#shared/table.ts';
import { markDeleting } from './user-store.ts';

type Item = Record<string, unknown>;

/**
 * Starts the deletion of an account: marks it, closes its credits and creates the task, in one transaction. Repeating
 * it returns the existing task.
 * @param request.admin Set for a deletion by an admin, which is logged.
 * @throws AppError `not_found`, `staff_account`
 */
export async function requestDeletion(request: {
  readonly userId: string;
  /** Cognito's user name. */
  readonly username: string;
  readonly requestedBy: string;
  readonly admin?: { readonly email: string | undefined };
}): Promise<StoredTask> {
  const { userId, username, requestedBy, admin } = request;
  const at = nowIso();
  const task = newTask({
    id: `deletion-${userId}`,
    kind: 'deletion',
    requestedBy,
    subject: userId,
    username,
    pseudonym: randomUUID(),
  });
  const { outcome } = await transact<'exists' | 'unknown' | 'staff'>([
    ...createTaskSteps(task),
    markDeleting(userId, at),
    closeCredits(userId, at),
    {
      check: { Key: accountKey(userId, 'ROLE'), ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'staff',
    },
    ...(admin
      ? [
          putAuditLogEntry({
            actor: requestedBy,
            action: 'DELETE_USER',
            targetUserId: userId,
            details: { email: admin.email ?? null },
          }),
        ]
      : []),
  ]);
  if (outcome === 'unknown') throw new AppError('not_found', 'This user does not exist');
  if (outcome === 'staff') throw new AppError('staff_account');
  if (outcome === 'exists') return (await readTask(task.id)) ?? task;
  await sendTask(task);
  return task;
}

/** Ledger entries moved in one transaction. DynamoDB allows 100 writes in a transaction, and each entry needs two. */
const entriesAtOnce = 25;

const entrySchema = z.looseObject({ sk: z.string(), kind: z.string(), note: z.string() });

/** Kinds whose note names the product bought; other notes contain dishes or reasons. */
const keptNotes = new Set(['plan', 'topup', 'stripe-refund', 'dispute']);

/** Moves the ledger to the pseudonym, without text that people wrote. */
export async function moveLedger(userId: string, pseudonym: string): Promise<void> {
  for (;;) {
    const entries = (await queryPart(userId, 'LEDGER#', entriesAtOnce)).map((item) =>
      entrySchema.parse(item),
    );
    if (entries.length === 0) return;
    await transact(
      entries.flatMap((entry) => {
        const { [table.index.partitionKey]: _partition, [table.index.sortKey]: _sort, ...kept } = entry;
        const note = keptNotes.has(entry.kind) ? entry.note : '';
        return [
          { put: { Item: { ...kept, note, pk: `${formerPrefix}${pseudonym}` } } },
          { remove: { Key: { pk: userPartition(userId), sk: entry.sk } } },
        ];
      }),
    );
  }
}

/** Removes all remaining items of the user, the profile last. */
export async function removeRest(userId: string): Promise<void> {
  const { sk: profile } = accountKey(userId, 'PROFILE');
  for (;;) {
    const rest = (await queryPart(userId, '', entriesAtOnce + 1))
      .map((item) => String(item.sk))
      .filter((sk) => sk !== profile)
      .slice(0, entriesAtOnce);
    if (rest.length === 0) break;
    await removeItems(rest.map((sk) => ({ pk: userPartition(userId), sk })));
  }
  await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: accountKey(userId, 'PROFILE') }));
}

async function removeItems(keys: readonly Item[]): Promise<void> {
  let left = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let attempt = 1; left.length > 0; attempt += 1) {
    if (attempt > 10) throw new AppError('busy');
    const { UnprocessedItems = {} } = await dynamodb().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: left } }),
    );
    left = (UnprocessedItems[tableName()] ?? []) as typeof left;
    if (left.length > 0) await backOff(attempt);
  }
}

async function queryPart(userId: string, prefix: string, limit: number): Promise<Item[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: prefix === '' ? 'pk = :user' : 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: {
        ':user': userPartition(userId),
        ...(prefix !== '' && { ':prefix': prefix }),
      },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items;
}
