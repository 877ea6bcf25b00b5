import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { putPayment } from './billing-store.ts';
import { idOf } from './find-owner.ts';
import { isOfThisStack, stackMark } from './stack-mark.ts';

/**
 * Metadata of a top-up's checkout session. Only our key can write it, and the buyer cannot change it: the credits and
 * the price shown at checkout are booked, even if the catalogue has changed since.
 */
const topUpSchema = z.object({
  kind: z.literal('topup'),
  userId: z.string().check(z.minLength(1)),
  credits: z.coerce.number().check(z.int(), z.minimum(1)),
  /** The price shown at checkout. */
  pence: z.coerce.number().check(z.int(), z.minimum(1)),
});

/** A top-up, parsed from the text metadata of its checkout session. */
export interface TopUp {
  readonly userId: string;
  readonly credits: number;
  readonly pence: number;
}

/** Makes the metadata of a top-up's checkout session. */
export function topUpMetadata({ userId, credits, pence }: TopUp): Record<string, string> {
  return { kind: 'topup', userId, credits: String(credits), pence: String(pence), ...stackMark() };
}

/** Reads the top-up from a checkout session of this stack; undefined for any other session. */
export function topUpOf({ mode, metadata }: Stripe.Checkout.Session): TopUp | undefined {
  return mode === 'payment' && isOfThisStack(metadata) ? topUpSchema.safeParse(metadata).data : undefined;
}

/** Fields of a session that Stripe must expand for `bookTopUp`. */
export const topUpExpansion = ['payment_intent.latest_charge'];

/**
 * Books the credits of a top-up if its session is paid in full and in pounds. Repeating it changes nothing. `mismatch`:
 * another amount was paid. Once everything is refunded, the credits are withheld until the refund takes them back.
 */
export async function bookTopUp(
  session: Stripe.Checkout.Session,
  { userId, credits, pence }: TopUp,
): Promise<'booked' | 'unpaid' | 'mismatch'> {
  if (session.payment_status !== 'paid') return 'unpaid';
  const paymentIntentId = idOf(session.payment_intent);
  const isPaidInFull = session.amount_total === pence && session.currency === 'gbp';
  if (!isPaidInFull || paymentIntentId === undefined) {
    logger.error('The amount paid for a top-up differs from its price', { sessionId: session.id });
    countTogether('PaymentMismatch');
    return 'mismatch';
  }
  const idempotencyKey = `topup#${session.id}` as const;
  const name = `${credits} credits`;
  const granted = isRefunded(session) ? 0 : credits;
  await grantCredits(
    { userId, idempotencyKey, note: name, buckets: { free: 0, subscription: 0, purchased: granted } },
    () => [
      putPayment({
        paymentIntentId,
        userId,
        ledgerEntryId: idempotencyKey,
        bucket: 'purchased',
        name,
        credits,
        ungrantedCredits: credits - granted,
        pence,
      }),
    ],
  );
  return 'booked';
}

function isRefunded({ payment_intent: intent }: Stripe.Checkout.Session): boolean {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined;
  return typeof charge === 'object' && charge?.refunded === true;
}
