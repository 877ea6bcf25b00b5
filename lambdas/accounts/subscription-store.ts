/**
 * The subscription of a user, as last reported by Stripe.
 *
 * - Which plan does the user have, and until when?   table, pk USER#<user>, sk ACCOUNT#SUBSCRIPTION
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { subscriptionSchema } from '#shared/api/account.ts';

export const storedSchema = z.extend(subscriptionSchema, {
  pricePence: z._default(z.nullable(z.int()), null),
  pastDue: z._default(z.boolean(), false),
  cancelAtPeriodEnd: z._default(z.boolean(), false),
  nextPlan: z._default(z.nullable(z.enum(['Starter', 'Pro'])), null),
});

/** The item ACCOUNT#SUBSCRIPTION. */
export type Subscription = z.output<typeof storedSchema>;

/** The subscription of a user who has none. */
export const noSubscription: Subscription = {
  subscribed: false,
  productId: null,
  subscriptionEnd: null,
  planName: 'none',
  pricePence: null,
  pastDue: false,
  cancelAtPeriodEnd: false,
  nextPlan: null,
};

/** The step that replaces a user's subscription. */
export function putSubscription(userId: string, subscription: z.input<typeof storedSchema>): Step<never> {
  return { put: { Item: { ...accountKey(userId, 'SUBSCRIPTION'), ...subscription } } };
}

/** Reads a user's subscription consistently. Throws on a corrupt item. */
export async function readSubscription(userId: string): Promise<Subscription> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: accountKey(userId, 'SUBSCRIPTION'), ConsistentRead: true }),
  );
  return parseSubscription(Item);
}

/** Parses the item ACCOUNT#SUBSCRIPTION; no item means no subscription. Throws on a corrupt item. */
export function parseSubscription(item: Record<string, unknown> | undefined): Subscription {
  return item ? storedSchema.parse(item) : noSubscription;
}
