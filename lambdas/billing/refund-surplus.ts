import type Stripe from 'stripe';
import { logger } from '#lambdas/runtime/logger.ts';
import { isRefused, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { invoiceExpansion, paymentOf, withholdInvoice } from './book-invoice.ts';
import { idOf } from './find-owner.ts';

/**
 * Withholds the credits of a subscription's newest invoice, so that nothing grants them and its payment can be
 * refunded. Repeating it changes nothing.
 * @returns the payment to refund, if there is one; `granted` if the credits had been granted before, as they may be
 *   spent.
 */
export async function withholdSurplus(
  account: StripeAccount,
  userId: string,
  subscription: Stripe.Subscription,
): Promise<{ readonly paymentIntentId: string | undefined } | 'granted'> {
  const invoiceId = idOf(subscription.latest_invoice);
  if (invoiceId === undefined) return { paymentIntentId: undefined };
  const invoice = await account.stripe.invoices.retrieve(invoiceId, { expand: invoiceExpansion });
  const paymentIntentId = paymentOf(invoice);
  // What the customer's balance paid cannot be refunded, so that its credits are granted. Its part of a change of plan
  // gives none.
  const isPaidByBalance =
    invoice.billing_reason !== 'subscription_update' && invoice.amount_paid < invoice.total;
  if (paymentIntentId === undefined || isPaidByBalance) return { paymentIntentId: undefined };
  const outcome = await withholdInvoice(account, invoice, userId);
  return outcome === 'granted' ? outcome : { paymentIntentId };
}

/** Refunds a payment whose credits were withheld. Repeating it changes nothing. */
export async function refundSurplus({ stripe }: StripeAccount, paymentIntentId: string): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntentId, reason: 'duplicate' },
      { idempotencyKey: `duplicate-${paymentIntentId}` },
    );
    logger.info('Refunded a subscription that was bought twice');
  } catch (error) {
    // The payment has been refunded or disputed in the meantime.
    if (!isRefused(error)) throw error;
  }
}
