import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { putPayment } from './billing-store.ts';
import { idOf } from './find-owner.ts';

/**
 * What we write on the checkout session of a top-up. Only our own key can, and the buyer cannot change it: what
 * was promised when the session was made is what is booked, whatever the catalogue says by then.
 */
const topUpSchema = z.object({
  kind: z.literal('topup'),
  userId: z.string().check(z.minLength(1)),
  credits: z.coerce.number().check(z.int(), z.minimum(1)),
  /** The price that was shown. */
  pence: z.coerce.number().check(z.int(), z.minimum(1)),
});

/** A top-up as its checkout session carries it, metadata being text. */
export interface TopUp {
  readonly userId: string;
  readonly credits: number;
  readonly pence: number;
}

/** The metadata of the checkout session of a top-up. */
export function topUpMetadata({ userId, credits, pence }: TopUp): Record<string, string> {
  return { kind: 'topup', userId, credits: String(credits), pence: String(pence) };
}

/** The top-up that the checkout session is for; undefined for any other session. */
export function topUpOf({ mode, metadata }: Stripe.Checkout.Session): TopUp | undefined {
  return mode === 'payment' ? topUpSchema.safeParse(metadata).data : undefined;
}

/**
 * Books the credits of a top-up if its session is paid, in full and in pounds; again changes nothing. The
 * outcome says where the session stands.
 */
export async function bookTopUp(
  session: Stripe.Checkout.Session,
  { userId, credits, pence }: TopUp,
): Promise<'booked' | 'unpaid'> {
  if (session.payment_status !== 'paid') return 'unpaid';
  const paymentIntentId = idOf(session.payment_intent);
  if (session.amount_total !== pence || session.currency !== 'gbp' || paymentIntentId === undefined) {
    logger.error('A top-up was paid by another amount than was asked', { sessionId: session.id });
    count('PaymentMismatch');
    return 'unpaid';
  }
  const idempotencyKey = `topup#${session.id}` as const;
  const name = `${credits} credits`;
  await grantCredits(
    { userId, idempotencyKey, note: name, buckets: { free: 0, subscription: 0, purchased: credits } },
    () => [
      putPayment({
        paymentIntentId,
        userId,
        ledgerEntryId: idempotencyKey,
        bucket: 'purchased',
        name,
        credits,
        pence,
      }),
    ],
  );
  return 'booked';
}
