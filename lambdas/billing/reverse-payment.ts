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
import { bookTopUp, topUpExpansion, topUpOf } from './book-top-up.ts';
import { idOf } from './find-owner.ts';
import { settleInvoice } from './settle-invoice.ts';

/** A refund or a dispute: money that went back to a customer or is held by their bank. */
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
  const { id, paymentIntentId } = reversing;
  await retryOnConflict(async () => {
    const payment =
      (await readPayment(paymentIntentId)) ?? (await bookPaymentFirst(account, paymentIntentId));
    if (!payment || (await readReversal(paymentIntentId, id))) return undefined;
    return takeBack(payment, reversing);
  });
}

async function takeBack(
  payment: Payment,
  { id, kind, pence }: Reversing,
): Promise<typeof conflict | undefined> {
  const asked =
    creditsFor(payment, payment.reversedPence + pence) - creditsFor(payment, payment.reversedPence);
  const { bucket } = payment;
  const ungranted = Math.min(asked, payment.ungrantedCredits);
  const due = asked - ungranted;
  const stepsFor = (booked: number) =>
    addReversal(
      { ...payment, ungrantedCredits: payment.ungrantedCredits - ungranted },
      { id, pence, bucket, asked, taken: ungranted + booked, shortfall: due - booked, undone: false },
    );
  const booked = await bookIfKept(
    takeBackCredits<'changed'>(
      {
        userId: payment.userId,
        idempotencyKey: `${kind}#${id}`,
        note: payment.name,
        buckets: inBucket(bucket, due),
      },
      ({ buckets }) => stepsFor(buckets[bucket]),
    ),
    () => stepsFor(0),
  );
  if (booked.outcome === 'changed') return conflict;
  if (booked.outcome === 'booked' && booked.buckets[bucket] < due) countTogether('CreditsShortfall');
  return undefined;
}

/**
 * Returns the credits that a refund or dispute took back, after the money has come back to us; also those that were
 * withheld for it, if it is over before it was booked. What other refunds or disputes of the payment still take back is
 * returned only when these are undone, too. Repeating it changes nothing. If the account was deleted, the undoing alone
 * is recorded.
 */
export async function undoTakeBack(account: StripeAccount, reversing: Reversing): Promise<void> {
  const { id, kind, paymentIntentId } = reversing;
  await retryOnConflict(async () => {
    const payment = await readPayment(paymentIntentId);
    const reversal = await readReversal(paymentIntentId, id);
    if (!payment || reversal?.undone) return undefined;
    if (!reversal) {
      if (payment.ungrantedCredits === 0 || (await isRefundedElse(account, reversing))) return undefined;
      await takeBack(payment, reversing);
      return conflict;
    }
    const idempotencyKey: IdempotencyKey = `${kind}#${id}#undone`;
    const taken = reversal.taken + payment.stillTakenBack;
    const free =
      creditsFor(payment, payment.reversedPence) -
      creditsFor(payment, payment.reversedPence - reversal.pence);
    const returned = Math.min(taken, free);
    const buckets = inBucket(reversal.bucket, returned);
    const { outcome } = await bookIfKept(
      grantCredits<'changed'>({ userId: payment.userId, idempotencyKey, note: payment.name, buckets }, () =>
        undoReversal(payment, reversal, taken - returned),
      ),
      () => undoReversal(payment, reversal, payment.stillTakenBack),
    );
    return outcome === 'changed' ? conflict : undefined;
  });
}

/** Whether another refund of the payment stands. Then the withheld credits belong to that one. */
async function isRefundedElse(
  { stripe }: StripeAccount,
  { id, paymentIntentId }: Reversing,
): Promise<boolean> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  return data.some((other) => other.id !== id && other.status !== 'failed' && other.status !== 'canceled');
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
  for (const { invoice } of invoicePayments.data) await settleInvoice(account, idOf(invoice));
  const sessions = await stripe.checkout.sessions.list({
    payment_intent: paymentIntentId,
    expand: topUpExpansion.map((field) => `data.${field}`),
  });
  for (const session of sessions.data) {
    const topUp = topUpOf(session);
    if (topUp) await bookTopUp(session, topUp);
  }
}
