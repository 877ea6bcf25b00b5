/**
 * What ties users and credits to Stripe.
 *
 * - Who is the user at Stripe, and when did we last ask?   table, pk USER#<user>, sk BILLING
 * - Whose customer is this?                                table, pk STRIPE_CUSTOMER#<customer>, sk CUSTOMER
 * - Was this event handled already?                        table, pk STRIPE_EVENT#<event>, sk EVENT, for 30 days
 * - Which credits did this payment buy?                    table, pk STRIPE_PAYMENT#<payment intent>, sk PAYMENT
 * - What did a refund or dispute of it take back?          table, same pk, sk REVERSAL#<refund or dispute>
 * - What did this user pay for?                            gsi1, gsi1pk PAYMENTS#<user>
 */
import { DeleteCommand, GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { putSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { table } from '#shared/table.ts';

const billingSchema = z.object({
  customerId: z._default(z.nullable(z.string()), null),
  /** Counts the writes of the subscription, so that an older answer of Stripe's never overwrites a newer one. */
  version: z._default(z.int().check(z.minimum(0)), 0),
  /** When Stripe was last asked for the subscription; empty when never. */
  syncedAt: z._default(z.string(), ''),
  /** Until then the user is probably at a page of Stripe's, so that answers grow stale quickly. */
  watchUntil: z._default(z.string(), ''),
  /** The newest invoice of the subscription, if it is paid and one that grants a month's credits. */
  grantingInvoiceId: z._default(z.nullable(z.string()), null),
});

/** The item BILLING of a user; one that does not exist is empty. */
export type Billing = z.output<typeof billingSchema>;

const paymentSchema = z.object({
  paymentIntentId: z.string(),
  userId: z.string(),
  /** Id of the ledger entry that grants its credits. */
  ledgerEntryId: z.string(),
  bucket: z.enum(['subscription', 'purchased']),
  /** What a person reads in the ledger. */
  name: z.string(),
  credits: z.int().check(z.minimum(1)),
  /** What was paid. */
  pence: z.int().check(z.minimum(1)),
  /** What refunds and disputes took back so far; together they may claim more than was paid. */
  reversedPence: z.int().check(z.minimum(0)),
});

/** A payment that bought credits. */
export type Payment = z.output<typeof paymentSchema>;

const reversalSchema = z.object({
  id: z.string(),
  pence: z.int().check(z.minimum(0)),
  bucket: z.enum(['subscription', 'purchased']),
  /** Credits that the money stood for. */
  asked: z.int().check(z.minimum(0)),
  /** Credits that were still there to be taken. */
  taken: z.int().check(z.minimum(0)),
  /** Credits that were spent already. */
  shortfall: z.int().check(z.minimum(0)),
  /** The money came back after all, and the credits with it. */
  undone: z.boolean(),
});

/** What a refund or a dispute took back. */
export type Reversal = z.output<typeof reversalSchema>;

/** Stripe delivers an event for three days; this keeps its mark well beyond. */
const eventSeconds = 30 * 24 * 3600;

const get = async (Key: Record<string, string>) => {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item;
};

/** The user's standing at Stripe, read consistently. */
export async function readBilling(userId: string): Promise<Billing> {
  return billingSchema.parse((await get(billingKey(userId))) ?? {});
}

/** Whose customer it is, read consistently; undefined when we do not know it. */
export async function readCustomerOwner(customerId: string): Promise<string | undefined> {
  const item = await get(customerKey(customerId));
  return item && z.object({ userId: z.string() }).parse(item).userId;
}

/** Ties a customer to the user, unless the user has one; returns the customer that the user has then. */
export async function linkCustomer(userId: string, customerId: string): Promise<string> {
  const { outcome } = await transact([
    { put: { Item: { ...customerKey(customerId), userId, createdAt: nowIso() } } },
    {
      update: {
        Key: billingKey(userId),
        UpdateExpression: 'SET customerId = :customer',
        ConditionExpression: 'attribute_not_exists(customerId) OR customerId = :customer',
        ExpressionAttributeValues: { ':customer': customerId },
      },
      refused: 'linked',
    },
  ]);
  if (outcome === 'committed') return customerId;
  return (await readBilling(userId)).customerId ?? customerId;
}

/** Has answers about the user grow stale quickly until then. */
export async function watch(userId: string, until: Date): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: billingKey(userId),
      UpdateExpression: 'SET watchUntil = :until',
      ExpressionAttributeValues: { ':until': until.toISOString() },
    }),
  );
}

/**
 * Writes what Stripe said of the subscription, provided nobody wrote it since `seen` was read. Whoever gets
 * `stale` asks Stripe again, so that the answer that stands was always given after the one before it.
 */
export async function saveSynced(
  userId: string,
  seen: Billing,
  answer: { readonly subscription: Subscription; readonly grantingInvoiceId: string | null },
): Promise<'saved' | 'stale'> {
  const { outcome } = await transact([
    putSubscription(userId, answer.subscription),
    {
      update: {
        Key: billingKey(userId),
        UpdateExpression: 'SET #version = :next, syncedAt = :now, grantingInvoiceId = :invoice',
        ConditionExpression: seen.version === 0 ? 'attribute_not_exists(#version)' : '#version = :seen',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: {
          ':next': seen.version + 1,
          ':now': nowIso(),
          ':invoice': answer.grantingInvoiceId,
          ...(seen.version > 0 && { ':seen': seen.version }),
        },
      },
      refused: 'stale',
    },
  ]);
  return outcome === 'committed' ? 'saved' : 'stale';
}

/** Whether the event was handled to its end. */
export async function wasEventHandled(eventId: string): Promise<boolean> {
  const item = await get(eventKey(eventId));
  return item !== undefined;
}

/** Remembers that the event was handled to its end. */
export async function markEventHandled(eventId: string, type: string): Promise<void> {
  const Item = { ...eventKey(eventId), type, handledAt: nowIso(), [table.expiry]: expiryIn(eventSeconds) };
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
}

/** The step that records what a payment bought, for refunds and disputes to come. */
export function putPayment(payment: Omit<Payment, 'reversedPence'>): Step<never> {
  const createdAt = nowIso();
  const Item = {
    ...paymentKey(payment.paymentIntentId),
    ...paymentIndex(payment.userId, createdAt),
    ...payment,
    reversedPence: 0,
    createdAt,
  };
  return { put: { Item } };
}

/** What the user paid for, oldest first. */
export async function listPayments(userId: string): Promise<(Payment & { createdAt: string })[]> {
  const pages = paginateQuery(
    { client: dynamodb() },
    {
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :payments',
      ExpressionAttributeValues: { ':payments': `PAYMENTS#${userId}` },
    },
  );
  const payments = [];
  for await (const { Items = [] } of pages)
    payments.push(...Items.map((item) => z.extend(paymentSchema, { createdAt: z.string() }).parse(item)));
  return payments;
}

/** Gives a payment to a pseudonym: it must be kept, and whose it was must not. */
export async function renamePayer(
  payment: Payment & { readonly createdAt: string },
  pseudonym: string,
): Promise<void> {
  const { partitionKey, sortKey } = table.index;
  const index = paymentIndex(pseudonym, payment.createdAt);
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: paymentKey(payment.paymentIntentId),
      UpdateExpression: 'SET userId = :pseudonym, #indexPartition = :partition, #indexSort = :sort',
      ExpressionAttributeNames: { '#indexPartition': partitionKey, '#indexSort': sortKey },
      ExpressionAttributeValues: {
        ':pseudonym': pseudonym,
        ':partition': index[partitionKey],
        ':sort': index[sortKey],
      },
    }),
  );
}

/** Forgets whose customer it is. */
export async function unlinkCustomer(customerId: string): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: customerKey(customerId) }));
}

/** The payment with what it bought, read consistently; undefined when it bought no credits, or not yet. */
export async function readPayment(paymentIntentId: string): Promise<Payment | undefined> {
  const item = await get(paymentKey(paymentIntentId));
  return item && paymentSchema.parse(item);
}

/** What the refund or dispute took back, read consistently. */
export async function readReversal(paymentIntentId: string, id: string): Promise<Reversal | undefined> {
  const item = await get(reversalKey(paymentIntentId, id));
  return item && reversalSchema.parse(item);
}

/** The steps that record a reversal; `changed` when the payment is another since it was read. */
export function addReversal(payment: Payment, reversal: Reversal): readonly Step<'changed'>[] {
  return [
    changeReversed(payment, reversal.pence),
    {
      put: {
        Item: { ...reversalKey(payment.paymentIntentId, reversal.id), ...reversal, createdAt: nowIso() },
      },
    },
  ];
}

/** The steps that undo a reversal; `changed` when payment or reversal are others since they were read. */
export function undoReversal(payment: Payment, reversal: Reversal): readonly Step<'changed'>[] {
  return [
    changeReversed(payment, -reversal.pence),
    {
      update: {
        Key: reversalKey(payment.paymentIntentId, reversal.id),
        UpdateExpression: 'SET undone = :yes',
        ConditionExpression: 'undone = :no',
        ExpressionAttributeValues: { ':yes': true, ':no': false },
      },
      refused: 'changed',
    },
  ];
}

function changeReversed({ paymentIntentId, reversedPence }: Payment, by: number): Step<'changed'> {
  return {
    update: {
      Key: paymentKey(paymentIntentId),
      UpdateExpression: 'SET reversedPence = :next',
      ConditionExpression: 'reversedPence = :seen',
      ExpressionAttributeValues: { ':next': reversedPence + by, ':seen': reversedPence },
    },
    refused: 'changed',
  };
}

function paymentIndex(userId: string, createdAt: string): Record<string, string> {
  return { [table.index.partitionKey]: `PAYMENTS#${userId}`, [table.index.sortKey]: createdAt };
}

function billingKey(userId: string) {
  return { pk: userPartition(userId), sk: 'BILLING' };
}

function customerKey(customerId: string) {
  return { pk: `STRIPE_CUSTOMER#${customerId}`, sk: 'CUSTOMER' };
}

function eventKey(eventId: string) {
  return { pk: `STRIPE_EVENT#${eventId}`, sk: 'EVENT' };
}

function paymentKey(paymentIntentId: string) {
  return { pk: `STRIPE_PAYMENT#${paymentIntentId}`, sk: 'PAYMENT' };
}

function reversalKey(paymentIntentId: string, id: string) {
  return { pk: `STRIPE_PAYMENT#${paymentIntentId}`, sk: `REVERSAL#${id}` };
}
