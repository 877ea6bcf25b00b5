/**
 * Work beyond the table that a transaction has promised: files to be removed, copies at the edge to be
 * invalidated. The entry is written with the change that needs it and removed when the work is done; acting on
 * it twice does no harm.
 *
 * - Which effects are due?   table, pk EFFECT, sk <not before>#<id>, up to now
 */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';

const effectSchema = z.object({
  pk: z.literal('EFFECT'),
  sk: z.string(),
  /** Names the invalidation, so that repeating it is recognised at the edge. */
  id: z.string(),
  /** Keys by bucket. */
  originals: z.array(z.string()),
  media: z.array(z.string()),
  /** Paths to be invalidated at the edge. */
  paths: z.array(z.string()),
});

export type Effect = z.output<typeof effectSchema>;

/** The step that promises to remove files and their copies at the edge, not before the given time. */
export function promiseRemoval(
  files: Pick<Effect, 'originals' | 'media' | 'paths'>,
  notBefore: Date,
): Step<never> {
  return promiseRevocable(files, notBefore).promise;
}

/**
 * The same promise with the step that takes it back, for files that are written before what needs them: the
 * transaction that makes them needed revokes their removal. The time must be one at which nobody revokes any more.
 */
export function promiseRevocable(
  files: Pick<Effect, 'originals' | 'media' | 'paths'>,
  notBefore: Date,
): { promise: Step<never>; revocation: Step<never> } {
  const id = ulid();
  const key = { pk: 'EFFECT', sk: `${notBefore.toISOString()}#${id}` };
  return {
    promise: { put: { Item: { ...key, id, ...files } } },
    revocation: { remove: { Key: key, ConditionExpression: 'attribute_exists(pk)' } },
  };
}

/** Effects whose time has come, oldest first, up to 100. */
export async function listDueEffects(now: Date): Promise<Effect[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :effect AND sk < :now',
      ExpressionAttributeValues: { ':effect': 'EFFECT', ':now': now.toISOString() },
      Limit: 100,
    }),
  );
  return Items.map((item) => effectSchema.parse(item));
}

/** Forgets an effect that is done. */
export async function removeEffect({ pk, sk }: Effect): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
