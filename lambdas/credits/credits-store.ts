/**
 * A user's credit balances.
 *
 * - What can the user spend?    table, pk USER#<user>, sk ACCOUNT#CREDITS
 *
 * Balances change only together with a ledger entry (book-credits.ts); the sum of all entries is the balance.
 */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { grant } from '#shared/domain/credits.ts';
import { countSchema } from '#shared/domain/numbers.ts';
import { newEntry, putEntry } from './ledger-store.ts';

export const creditsSchema = z.object({
  creditsBalance: countSchema,
  subscriptionCreditsBalance: countSchema,
  freeCreditsUsed: countSchema,
  freeCreditsLimit: countSchema,
  /** Number of generations that were charged and have not ended. */
  openGenerations: countSchema,
  /** The day (UTC) on which the user last opened a generation, and the number opened on it. */
  generationDay: z._default(z.string(), ''),
  generationsOfDay: z._default(countSchema, 0),
  /** Number of ledger entries, the version for optimistic locking; also the sort key of the newest entry. */
  version: countSchema,
  /** Set when the deletion of the account begins: nothing more can be spent. */
  closedAt: z.optional(z.string()),
});

/** The item ACCOUNT#CREDITS. */
export type Credits = z.output<typeof creditsSchema>;

/** Transaction steps that create the balances of a new user, with `free` credits and the entry that explains them. */
export function openCredits(userId: string, free: number, createdAt: string): readonly Step<'exists'>[] {
  const empty = {
    creditsBalance: 0,
    subscriptionCreditsBalance: 0,
    freeCreditsUsed: 0,
    freeCreditsLimit: 0,
    openGenerations: 0,
    version: 0,
  };
  const buckets = { free, subscription: 0, purchased: 0 };
  const balances = grant(empty, buckets);
  const version = free > 0 ? 1 : 0;
  const account: Step<'exists'> = {
    put: {
      Item: { ...accountKey(userId, 'CREDITS'), ...empty, ...balances, version, createdAt },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'exists',
  };
  if (free === 0) return [account];
  const entry = newEntry({ idempotencyKey: 'free#sign-up' }, { balances, buckets, sign: 1 }, createdAt);
  return [account, putEntry(userId, entry, version)];
}

/**
 * Reads the balances consistently.
 * @param missing Message of the error if there is no account, for callers to whom that does not mean a new user.
 * @throws AppError `not_found` if the user has no account yet, or no longer
 */
export async function readCredits(
  userId: string,
  missing = 'This account is not set up yet',
): Promise<Credits> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: accountKey(userId, 'CREDITS'), ConsistentRead: true }),
  );
  if (!Item) throw new AppError('not_found', missing);
  return parseCredits(Item);
}

/** Parses the item ACCOUNT#CREDITS. Throws on a corrupt item. */
export function parseCredits(item: Record<string, unknown>): Credits {
  return creditsSchema.parse(item);
}

/** Transaction step that stops all spending of a user. */
export function closeCredits(userId: string, closedAt: string): Step<never> {
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression: 'SET closedAt = :now',
      ExpressionAttributeValues: { ':now': closedAt },
    },
  };
}

/**
 * Transaction step that ends a charged generation without a refund. It belongs in the transaction that ends the
 * generation. Refused as `none_open` if the count of open generations is 0.
 */
export function closeGeneration(userId: string): Step<'none_open'> {
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression: 'SET openGenerations = openGenerations - :one',
      ConditionExpression: 'openGenerations >= :one',
      ExpressionAttributeValues: { ':one': 1 },
    },
    refused: 'none_open',
  };
}
