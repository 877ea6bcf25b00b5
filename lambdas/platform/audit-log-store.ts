/**
 * What admins did, written with what it changed.
 *
 * - What did admins do last?   table, pk ADMIN_ACTIVITY, sk = time, newest first
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';

export interface Activity {
  /** The admin who did it, or what did: the seed, a command. */
  readonly actor: string;
  /** `ADJUST_CREDITS`, `DELETE_LANDING_IMAGE`: what was done to what. */
  readonly action: Uppercase<string>;
  /** The user it was done to, if any. */
  readonly targetUserId?: string;
  /** The effect: what it was done to, and what is different now. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The step that logs what an admin does, in the same transaction. */
export function putActivity(activity: Activity, at: string = nowIso()): Step<never> {
  return { put: { Item: { pk: 'ADMIN_ACTIVITY', sk: `${at}#${ulid()}`, at, ...activity } } };
}

const loggedSchema = z.object({
  sk: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  targetUserId: z.optional(z.string()),
  details: z.record(z.string(), z.unknown()),
});

/** The latest actions, newest first. Throws on a corrupt item. */
export async function listLatestActivity(limit: number): Promise<z.output<typeof loggedSchema>[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :activity',
      ExpressionAttributeValues: { ':activity': 'ADMIN_ACTIVITY' },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => loggedSchema.parse(item));
}
