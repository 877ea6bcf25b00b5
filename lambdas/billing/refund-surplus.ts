import type Stripe from 'stripe';
import { logger } from '#lambdas/runtime/logger.ts';
import { isRefused, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { invoiceExpansion, paymentOf, withholdInvoice } from './book-invoice.ts';
import { idOf } from './find-owner.ts';

/**
 * Withholds the credits of a subscription's newest invoice and refunds its payment. The credits come first: once they
 * are withheld, no event of the invoice grants them. Repeating it changes nothing.
 * @returns `granted` if the credits had been granted before; then nothing is refunded, as they may be spent.
 */
export async function refundSurplus(
  account: StripeAccount,
  userId: string,
  subscription: Stripe.Subscription,
): Promise<'done' | 'granted'> {
  const { stripe } = account;
  const invoiceId = idOf(subscription.latest_invoice);
  if (invoiceId === undefined) return 'done';
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: invoiceExpansion });
  const paymentIntentId = paymentOf(invoice);
  // What the customer's balance paid cannot be refunded, so that its credits are granted.
  if (paymentIntentId === undefined) return 'done';
  if ((await withholdInvoice(account, invoice, userId)) === 'granted') return 'granted';
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
  return 'done';
}
