import { grantCredits, takeBackCredits } from '#lambdas/credits/book-credits.ts';
import type { IdempotencyKey } from '#lambdas/credits/ledger-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import type { StripeAccount } from '#lambdas/runtime/stripe.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import type { CreditBuckets } from '#shared/domain/credits.ts';
import { addReversal, type Payment, readPayment, readReversal, undoReversal } from './billing-store.ts';
import { bookInvoice, invoiceExpansion } from './book-invoice.ts';
import { bookTopUp, topUpOf } from './book-top-up.ts';
import { idOf } from './find-owner.ts';

/** A refund or a dispute: money that went back to a customer or is withheld by their bank. */
interface Reversing {
  readonly id: string;
  readonly kind: 'stripe-refund' | 'dispute';
  readonly paymentIntentId: string;
  readonly pence: number;
}

/**
 * Takes back the credits that the money bought, at most those left in their bucket; the shortfall is recorded (readings
 * 7). A part of the price takes back the same part of the credits, rounded so that several parts add up. A payment that
 * bought no credits takes none back. If the account was deleted, the refund or dispute alone is recorded.
 */
export async function takeBackPayment(account: StripeAccount, reversing: Reversing): Promise<void> {
  const { id, kind, paymentIntentId, pence } = reversing;
  await retryOnConflict(async () => {
    const payment =
      (await readPayment(paymentIntentId)) ?? (await bookPaymentFirst(account, paymentIntentId));
    if (!payment || (await readReversal(paymentIntentId, id))) return undefined;
    const asked =
      creditsFor(payment, payment.reversedPence + pence) - creditsFor(payment, payment.reversedPence);
    const { bucket } = payment;
    const stepsFor = (taken: number) =>
      addReversal(payment, { id, pence, bucket, asked, taken, shortfall: asked - taken, undone: false });
    const booked = await bookIfKept(
      takeBackCredits<'changed'>(
        {
          userId: payment.userId,
          idempotencyKey: `${kind}#${id}`,
          note: payment.name,
          buckets: inBucket(bucket, asked),
        },
        ({ buckets }) => stepsFor(buckets[bucket]),
      ),
      () => stepsFor(0),
    );
    if (booked.outcome === 'changed') return conflict;
    if (booked.outcome === 'booked' && booked.buckets[bucket] < asked) countTogether('CreditsShortfall');
    return undefined;
  });
}

/**
 * Returns the credits that a refund or dispute took back, after the money has come back to us. What other refunds or
 * disputes of the payment still take back is returned only when these are undone, too. Repeating it changes nothing. If
 * the account was deleted, the undoing alone is recorded.
 */
export async function undoTakeBack({ id, kind, paymentIntentId }: Reversing): Promise<void> {
  await retryOnConflict(async () => {
    const payment = await readPayment(paymentIntentId);
    const reversal = await readReversal(paymentIntentId, id);
    if (!payment || !reversal || reversal.undone) return undefined;
    const idempotencyKey: IdempotencyKey = `${kind}#${id}#undone`;
    const taken = reversal.taken + payment.withheldCredits;
    const free =
      creditsFor(payment, payment.reversedPence) -
      creditsFor(payment, payment.reversedPence - reversal.pence);
    const returned = Math.min(taken, free);
    const buckets = inBucket(reversal.bucket, returned);
    const { outcome } = await bookIfKept(
      grantCredits<'changed'>({ userId: payment.userId, idempotencyKey, note: payment.name, buckets }, () =>
        undoReversal(payment, reversal, taken - returned),
      ),
      () => undoReversal(payment, reversal, payment.withheldCredits),
    );
    return outcome === 'changed' ? conflict : undefined;
  });
}

/** Whether credits could not be booked because the account was deleted. */
export function isUserGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** The outcome of a booking. If its account was deleted, there are no credits to book: writes `steps` alone. */
async function bookIfKept<Booked>(booking: Promise<Booked>, steps: () => readonly Step<'changed'>[]) {
  try {
    return await booking;
  } catch (error) {
    if (!isUserGone(error)) throw error;
    return transact(steps());
  }
}

/** Credits that correspond to a part of the price. */
function creditsFor({ credits, pence }: Payment, part: number): number {
  return Math.floor((credits * Math.min(part, pence)) / pence);
}

function inBucket(bucket: Payment['bucket'], credits: number): CreditBuckets {
  return { free: 0, subscription: 0, purchased: 0, [bucket]: credits };
}

/**
 * Books the payment before its refund: the refund's event may arrive first, and the payment must not be booked in full
 * afterwards. A payment that came in after its account was deleted bought no credits.
 */
async function bookPaymentFirst(
  account: StripeAccount,
  paymentIntentId: string,
): Promise<Payment | undefined> {
  try {
    await bookPayment(account, paymentIntentId);
  } catch (error) {
    if (!isUserGone(error)) throw error;
  }
  const payment = await readPayment(paymentIntentId);
  if (!payment) logger.info('A refunded payment had bought no credits');
  return payment;
}

async function bookPayment(account: StripeAccount, paymentIntentId: string): Promise<void> {
  const { stripe } = account;
  const invoicePayments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
  });
  for (const { invoice } of invoicePayments.data) {
    const invoiceId = idOf(invoice);
    if (invoiceId !== undefined)
      await bookInvoice(account, await stripe.invoices.retrieve(invoiceId, { expand: invoiceExpansion }));
  }
  const sessions = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId });
  for (const session of sessions.data) {
    const topUp = topUpOf(session);
    if (topUp) await bookTopUp(session, topUp);
  }
}
