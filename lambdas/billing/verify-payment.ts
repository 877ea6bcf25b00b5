import type Stripe from 'stripe';
import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { isMissing, reportStripeErrors, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { readPayment } from './billing-store.ts';
import { bookTopUp, topUpExpansion, topUpOf } from './book-top-up.ts';
import { idOf } from './find-owner.ts';

/**
 * Books the top-up of a paid session in case the webhook has not arrived yet.
 * @throws AppError `not_found` if the session is no top-up or belongs to another user; `daily_limit_reached`,
 * `too_many_requests`
 */
export function verifyPayment(
  userId: string,
  sessionId: string,
): Promise<{ success: boolean; message: string }> {
  return reportStripeErrors(async () => {
    await countBurstUse(userId, 'payment');
    const session = await retrieve(sessionId);
    const topUp = topUpOf(session);
    if (topUp?.userId !== userId) throw new AppError('not_found');
    const outcome = await bookTopUp(session, topUp);
    if (outcome !== 'booked') return { success: false, message: reasons[outcome] };
    const reversed = await reversedPart(session);
    if (reversed === 'all') return { success: false, message: 'This payment was refunded.' };
    const message =
      reversed === 'some'
        ? 'Part of this payment was refunded. The other credits are in your account.'
        : `${topUp.credits} credits were added to your account!`;
    return { success: true, message };
  });
}

const reasons = {
  unpaid: 'This payment has not been completed.',
  mismatch: 'The amount paid differs from the price. No credits were added. Please contact us.',
} as const;

/** How much of the payment refunds and disputes have taken back, or are to take back. */
async function reversedPart({ payment_intent }: Stripe.Checkout.Session): Promise<'none' | 'some' | 'all'> {
  const payment = await readPayment(idOf(payment_intent) ?? '');
  if (!payment) return 'none';
  // A refund that is still to be booked returns everything.
  if (payment.reversedPence >= payment.pence || payment.ungrantedCredits > 0) return 'all';
  return payment.reversedPence > 0 ? 'some' : 'none';
}

async function retrieve(sessionId: string): Promise<Stripe.Checkout.Session> {
  const { stripe } = await stripeAccount();
  try {
    return await stripe.checkout.sessions.retrieve(sessionId, { expand: topUpExpansion });
  } catch (error) {
    if (isMissing(error)) throw new AppError('not_found');
    throw error;
  }
}
