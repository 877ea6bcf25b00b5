/**
 * The subscription of a user, as the payment provider last told it.
 *
 * - Which plan does the user have, and until when?   table, pk USER#<user>, sk ACCOUNT#SUBSCRIPTION
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import { subscriptionSchema } from '#shared/api/account.ts';

export type Subscription = z.output<typeof subscriptionSchema>;

/** What a user without a subscription item has. */
const none: Subscription = { subscribed: false, productId: null, subscriptionEnd: null, planName: 'none' };

/** Replaces the subscription of the user. */
export async function saveSubscription(userId: string, subscription: Subscription): Promise<void> {
  const Item = { ...accountKey(userId, 'SUBSCRIPTION'), ...subscription };
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
}

/** The item ACCOUNT#SUBSCRIPTION as typed values; no item means no subscription. Throws on a corrupt item. */
export function parseSubscription(item: Record<string, unknown> | undefined): Subscription {
  return item ? subscriptionSchema.parse(item) : none;
}
