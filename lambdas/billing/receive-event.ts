import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { readSubscription } from '#lambdas/accounts/subscription-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count, countTogether } from '#lambdas/runtime/metrics.ts';
import { type StripeAccount, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { stripeEvents } from '#shared/stripe-settings.ts';
import { markEventHandled, wasEventHandled } from './billing-store.ts';
import { bookTopUp, topUpExpansion, topUpOf } from './book-top-up.ts';
import { expireOpenSessions } from './expire-open-sessions.ts';
import { findOwner, idOf } from './find-owner.ts';
import { isCoveredBy } from './plan-checkout.ts';
import { isUserGone, takeBackPayment, undoTakeBack } from './reverse-payment.ts';
import { settleInvoice } from './settle-invoice.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Maximum age of a signature in seconds, the default of Stripe's libraries. */
const tolerance = 300;

/**
 * Handles a Stripe event and resolves when everything is written. If it throws, Stripe delivers the event again
 * (at-least-once delivery). Only the object's id is taken from the event, and the object's current state is read from
 * Stripe, so that events may arrive late, twice and in any order.
 * @throws AppError `signature_invalid` if the signature is not Stripe's or too old
 */
export async function receiveEvent(
  rawBody: Buffer,
  signature: string | undefined,
): Promise<{ received: true }> {
  const account = await stripeAccount();
  const event = verify(account, rawBody, signature);
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  if (!isHandled(event)) {
    logger.info('Ignored an event of an unhandled type');
    return { received: true };
  }
  if (!(await wasEventHandled(event.id))) await handleEvent(account, event);
  return { received: true };
}

/** Handles an event and records it as handled. Repeating it changes nothing. */
export async function handleEvent(account: StripeAccount, event: HandledEvent): Promise<void> {
  try {
    await handle(account, event);
  } catch (error) {
    if (!isUserGone(error)) {
      count('EventFailed');
      throw error;
    }
    // Another delivery would not help: the user stays deleted.
    logger.error('The user of the event no longer exists', { eventId: event.id });
    countTogether('PaymentMismatch');
  }
  await markEventHandled(event.id, event.type);
}

const eventSchema = z.object({ id: z.string(), type: z.string() });

function verify({ stripe, settings }: StripeAccount, rawBody: Buffer, signature = ''): Stripe.Event {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, tolerance);
    // The SDK checks the signature, not the content.
    return eventSchema.parse(event) && event;
  } catch (error) {
    // The SDK has no common error class for payloads that cannot be verified.
    logger.warn('Refused an event that could not be verified', {
      reason: error instanceof Error ? error.name : 'unknown',
    });
    count('SignatureRefused');
    throw new AppError('signature_invalid');
  }
}

/** An event of a type that is handled. */
export type HandledEvent = Extract<Stripe.Event, { type: (typeof stripeEvents)[number] }>;

/** Whether the webhook endpoint subscribes to this type of event. */
export function isHandled(event: Stripe.Event): event is HandledEvent {
  return (stripeEvents as readonly string[]).includes(event.type);
}

function handle(account: StripeAccount, event: HandledEvent): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return completeCheckout(account, event.data.object.id, event.created);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return sync(account, event.data.object.customer);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return settleInvoice(account, event.data.object.id);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return settleRefund(account, event.data.object.id);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return settleDispute(account, event.data.object.id);
  }
}

/** `completedAt` is in seconds since 1970, as in Stripe's API. */
async function completeCheckout(
  account: StripeAccount,
  sessionId: string,
  completedAt: number,
): Promise<void> {
  const { stripe } = account;
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: topUpExpansion });
  const topUp = topUpOf(session);
  if (topUp) await bookTopUp(session, topUp);
  const customer = idOf(session.customer);
  if (customer === undefined) return;
  if (session.mode === 'subscription') {
    const invoiceId = idOf(session.invoice);
    if (invoiceId !== undefined) await settleInvoice(account, invoiceId);
    else await sync(account, customer);
  }
  const owner = await ownerOf(account, customer);
  if (!owner) return;
  // A checkout that is still open in a second tab must not be paid as well. Checkouts created after the payment stay
  // open, even if its event arrives late, unless the user has their plan: the customer may be paying one of them now.
  const { planName } = await readSubscription(owner.userId);
  await expireOpenSessions(
    account,
    customer,
    (other) => other.created < completedAt || isCoveredBy(planName, other),
  );
}

async function sync(account: StripeAccount, customer: Stripe.Invoice['customer']): Promise<void> {
  const owner = await ownerOf(account, customer);
  if (owner) await syncSubscription(account, owner.userId, owner.customerId);
}

async function ownerOf(account: StripeAccount, customer: Stripe.Invoice['customer']) {
  const customerId = idOf(customer);
  const userId = customerId && (await findOwner(account, customerId));
  if (customerId && userId) return { customerId, userId };
  logger.info('Ignored an event of a customer without an account');
  return undefined;
}

async function settleRefund(account: StripeAccount, refundId: string): Promise<void> {
  const read = async () => {
    const { id, status, amount, payment_intent } = await account.stripe.refunds.retrieve(refundId);
    return { id, status, pence: amount, paymentIntentId: idOf(payment_intent) };
  };
  const settle = async (): Promise<boolean> => {
    const { status, paymentIntentId, ...refund } = await read();
    if (paymentIntentId === undefined) return true;
    const reversing = { ...refund, kind: 'stripe-refund' as const, paymentIntentId };
    const isOff = status === 'failed' || status === 'canceled';
    if (isOff) await undoTakeBack(account, reversing);
    else await takeBackPayment(account, reversing);
    return isOff;
  };
  // The refund may have failed while it was being booked. Its event then found nothing to undo, so the state is checked
  // once more.
  if (!(await settle())) await settle();
}

async function settleDispute(account: StripeAccount, disputeId: string): Promise<void> {
  const settle = async (): Promise<boolean> => {
    const { id, status, amount, payment_intent } = await account.stripe.disputes.retrieve(disputeId);
    const paymentIntentId = idOf(payment_intent);
    // An inquiry (`warning_…`) moves no money.
    if (paymentIntentId === undefined || status.startsWith('warning_')) return true;
    const reversing = { id, kind: 'dispute' as const, pence: amount, paymentIntentId };
    const isWon = status === 'won' || status === 'prevented';
    if (isWon) await undoTakeBack(account, reversing);
    else await takeBackPayment(account, reversing);
    return isWon;
  };
  // The dispute may have been won while it was being booked. Its event then found nothing to undo, so the state is
  // checked once more.
  if (!(await settle())) await settle();
}
