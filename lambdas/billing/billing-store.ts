/**
 * Links users and credits to Stripe.
 *
 * - Who is the user at Stripe, and when were they last read? table, pk USER#<user>, sk BILLING
 * - Whose customer is this?                                table, pk STRIPE_CUSTOMER#<customer>, sk CUSTOMER
 * - Was this event handled already?                        table, pk STRIPE_EVENT#<event>, sk EVENT, for 30 days
 * - Up to when were events checked, and was it today (UTC)? table, pk STRIPE_EVENTS, sk CHECKED
 * - Which credits did this payment buy?                    table, pk STRIPE_PAYMENT#<payment intent>, sk PAYMENT
 * - What did a refund or dispute of it take back?          table, same pk, sk REVERSAL#<refund or dispute>
 * - What did this user pay for?                            gsi1, gsi1pk PAYMENTS#<user>
 */

import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { putSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { setting, unlessRefused } from '#lambdas/runtime/update-expression.ts';
import { countSchema, positiveSchema } from '#shared/domain/numbers.ts';
import { table } from '#shared/table.ts';

export const billingSchema = z.object({
  customerId: z._default(z.nullable(z.string()), null),
  /**
   * Version for optimistic locking; each write of the subscription adds 1, so that an older reply from Stripe never
   * overwrites a newer one.
   */
  version: z._default(countSchema, 0),
  /** Time at which the subscription was last read from Stripe; empty for never. */
  syncedAt: z._default(z.string(), ''),
  /** Time at which a check last began to read it; empty for never. Other checks wait a moment before they ask too. */
  askedAt: z._default(z.string(), ''),
  /** Until this time the user is probably on one of Stripe's pages, and the cached subscription expires sooner. */
  watchUntil: z._default(z.string(), ''),
  /** The subscription's newest invoice, if it is paid and grants a month's credits. */
  grantingInvoiceId: z._default(z.nullable(z.string()), null),
});

/** The item BILLING of a user; all defaults when there is none. */
export type Billing = z.output<typeof billingSchema>;

export const paymentSchema = z.object({
  paymentIntentId: z.string(),
  userId: z.string(),
  /** Id of the ledger entry that grants its credits. */
  ledgerEntryId: z.string(),
  bucket: z.enum(['subscription', 'purchased']),
  /** Shown to the user in the ledger. */
  name: z.string(),
  credits: positiveSchema,
  /**
   * Credits that were never granted, as the payment was to be refunded. Refunds and disputes take back these first.
   */
  ungrantedCredits: z._default(countSchema, 0),
  /** What the credits cost; the customer's balance at Stripe may have paid a part. */
  pence: positiveSchema,
  /** The amount that refunds and disputes have taken back. Their sum may exceed the payment. */
  reversedPence: countSchema,
  /** Credits of undone refunds and disputes that the others of this payment still take back. */
  stillTakenBack: z._default(countSchema, 0),
});

/** A payment that bought credits. */
export type Payment = z.output<typeof paymentSchema>;

const reversalSchema = z.object({
  id: z.string(),
  pence: countSchema,
  bucket: z.enum(['subscription', 'purchased']),
  /** Credits that correspond to the refunded or disputed amount. */
  asked: countSchema,
  /** Credits that were taken back, at most those that were left. */
  taken: countSchema,
  /** Credits that were already spent. */
  shortfall: countSchema,
  /** The money was returned to us, and the credits to the user. */
  undone: z.boolean(),
});

/** A refund or dispute and the credits that it took back. */
export type Reversal = z.output<typeof reversalSchema>;

const eventCheckSchema = z.object({
  /**
   * Every event created before this time has been handled, or is at or after `firstFailed`. Seconds since 1970, as in
   * Stripe's API.
   */
  through: z._default(countSchema, 0),
  /** When the earliest event that failed in this unfinished check was created; the next day's check begins there. */
  firstFailed: z._default(z.nullable(countSchema), null),
  /** The day (UTC) whose check is complete; empty while a check is unfinished. */
  day: z._default(z.string(), ''),
});

/** Progress of the daily check of Stripe's events. */
export type EventCheck = z.output<typeof eventCheckSchema>;

/** Lifetime of the record of an event in seconds: as long as Stripe lists the event. */
const eventSeconds = 30 * 24 * 3600;

const eventCheckKey = { pk: 'STRIPE_EVENTS', sk: 'CHECKED' };

const get = async (Key: Record<string, string>) => {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item;
};

/** Reads the user's billing record consistently. */
export async function readBilling(userId: string): Promise<Billing> {
  return billingSchema.parse((await get(billingKey(userId))) ?? {});
}

/** Reads the owner of a Stripe customer consistently; undefined for an unknown customer. */
export async function readCustomerOwner(customerId: string): Promise<string | undefined> {
  const item = await get(customerKey(customerId));
  return item && z.object({ userId: z.string() }).parse(item).userId;
}

/** Links a customer to the user unless the user already has one; returns the user's customer. */
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

/**
 * Time in milliseconds after the start of a checkout during which the cached subscription expires sooner, because the
 * user is probably on Stripe's page.
 */
const watchFor = 30 * 60_000;

/** Shortens the lifetime of the cached subscription for `watchFor`. */
export async function watch(userId: string): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: billingKey(userId),
      UpdateExpression: 'SET watchUntil = :until',
      ExpressionAttributeValues: { ':until': new Date(Date.now() + watchFor).toISOString() },
    }),
  );
}

/** Records that a check now reads the subscription from Stripe; false if another check has begun since `seen`. */
export async function claimCheck(userId: string, seen: Billing): Promise<boolean> {
  const isFirst = seen.askedAt === '';
  const claimed = await unlessRefused(
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: billingKey(userId),
        ...setting(
          { askedAt: nowIso() },
          isFirst ? 'attribute_not_exists(#askedAt)' : '#askedAt = :seen',
          isFirst ? {} : { ':seen': seen.askedAt },
        ),
      }),
    ),
  );
  return claimed !== undefined;
}

/**
 * Saves the subscription that Stripe returned, provided that nothing was saved since `seen` was read (optimistic
 * locking). After the outcome `stale`, the caller reads it from Stripe again, so that older replies never replace newer
 * ones.
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

/** Whether the event was handled completely. */
export async function wasEventHandled(eventId: string): Promise<boolean> {
  const item = await get(eventKey(eventId));
  return item !== undefined;
}

/** Records that the event was handled completely. */
export async function markEventHandled(eventId: string, type: string): Promise<void> {
  const Item = { ...eventKey(eventId), type, handledAt: nowIso(), [table.expiry]: expiryIn(eventSeconds) };
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
}

/** Reads the progress of the check of events; all defaults before the first one. */
export async function readEventCheck(): Promise<EventCheck> {
  return eventCheckSchema.parse((await get(eventCheckKey)) ?? {});
}

/** Records the progress of the check of events. */
export async function saveEventCheck(check: EventCheck): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...eventCheckKey, ...check } }));
}

/** The step that records a payment and its credits, for later refunds and disputes. */
export function putPayment(payment: Omit<z.input<typeof paymentSchema>, 'reversedPence'>): Step<never> {
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

/** The user's payments, oldest first. */
export async function listPayments(userId: string): Promise<(Payment & { createdAt: string })[]> {
  const items = await queryAll({
    IndexName: table.index.name,
    KeyConditionExpression: 'gsi1pk = :payments',
    ExpressionAttributeValues: { ':payments': `PAYMENTS#${userId}` },
  });
  return items.map((item) => z.extend(paymentSchema, { createdAt: z.string() }).parse(item));
}

/** Moves a payment to a pseudonym: the law requires keeping the payment, but not its owner. */
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

/** Deletes the link between the user and a customer, unless the user has another customer by now. */
export async function unlinkCustomer(userId: string, customerId: string): Promise<void> {
  await transact<'replaced'>([
    { remove: { Key: customerKey(customerId) } },
    {
      update: {
        Key: billingKey(userId),
        UpdateExpression: 'REMOVE customerId',
        ConditionExpression: 'customerId = :customer',
        ExpressionAttributeValues: { ':customer': customerId },
      },
      refused: 'replaced',
    },
  ]);
}

/** Reads a payment consistently; undefined when it bought no credits, or is not booked yet. */
export async function readPayment(paymentIntentId: string): Promise<Payment | undefined> {
  const item = await get(paymentKey(paymentIntentId));
  return item && paymentSchema.parse(item);
}

/** Reads a reversal consistently. */
export async function readReversal(paymentIntentId: string, id: string): Promise<Reversal | undefined> {
  const item = await get(reversalKey(paymentIntentId, id));
  return item && reversalSchema.parse(item);
}

/** The steps that record a reversal; `changed` when the payment has changed since it was read. */
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

/** The steps that undo a reversal; `changed` when payment or reversal have changed since they were read. */
export function undoReversal(
  payment: Payment,
  reversal: Reversal,
  stillTakenBack: number,
): readonly Step<'changed'>[] {
  return [
    changeReversed({ ...payment, stillTakenBack }, -reversal.pence),
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

function changeReversed(
  { paymentIntentId, reversedPence, stillTakenBack, ungrantedCredits }: Payment,
  by: number,
): Step<'changed'> {
  return {
    update: {
      Key: paymentKey(paymentIntentId),
      UpdateExpression: 'SET reversedPence = :next, stillTakenBack = :still, ungrantedCredits = :ungranted',
      ConditionExpression: 'reversedPence = :seen',
      ExpressionAttributeValues: {
        ':next': reversedPence + by,
        ':seen': reversedPence,
        ':still': stillTakenBack,
        ':ungranted': ungrantedCredits,
      },
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
