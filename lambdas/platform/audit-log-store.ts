/**
 * The audit log: the changes that admins made. An entry is written in the transaction of its change.
 *
 * - What did admins do last?   table, pk AUDIT_LOG, sk = time, newest first
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import type { AuditAction } from '#shared/domain/audit-log.ts';

export interface AuditLogEntry {
  /** The admin's user id, or the name of a command, e.g. `make-admin`. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The user that the action concerns, if any. */
  readonly targetUserId?: string;
  /** The changed object and its new values. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The step that writes an entry in the transaction of the change. */
export function putAuditLogEntry(entry: AuditLogEntry, at: string = nowIso()): Step<never> {
  return { put: { Item: { pk: 'AUDIT_LOG', sk: `${at}#${ulid()}`, at, ...entry } } };
}

const loggedSchema = z.object({
  sk: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  targetUserId: z.optional(z.string()),
  details: z.record(z.string(), z.unknown()),
});

/** The latest entries, newest first. Throws on a corrupt item. */
export async function listAuditLogEntries(limit: number): Promise<z.output<typeof loggedSchema>[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :log',
      ExpressionAttributeValues: { ':log': 'AUDIT_LOG' },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => loggedSchema.parse(item));
}
