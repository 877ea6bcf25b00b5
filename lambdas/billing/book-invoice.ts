import type Stripe from 'stripe';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { StripeAccount } from '#lambdas/runtime/stripe.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';
import { putPayment } from './billing-store.ts';
import { findOwner, idOf } from './find-owner.ts';

/** Fields that Stripe must expand in an invoice for `bookInvoice`. */
export const invoiceExpansion = ['payments'];

/** Only the first month and renewals grant credits; a proration pays for a change of plan, not for a month. */
export function isGranting({ billing_reason }: Stripe.Invoice): boolean {
  return billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle';
}

/**
 * Books the month's credits of a paid invoice that grants credits. Repeating it changes nothing. Returns the credits
 * that this call booked. A free month (a coupon of 100 %) grants nothing.
 * @param owner The customer's user, if the caller knows it.
 */
export async function bookInvoice(
  account: StripeAccount,
  invoice: Stripe.Invoice,
  owner?: string,
): Promise<number> {
  const { id, status, total } = invoice;
  if (id === undefined || !isGranting(invoice) || status !== 'paid' || total <= 0) return 0;
  const planId = planOf(account.settings, invoice);
  const customerId = idOf(invoice.customer);
  if (planId === undefined || customerId === undefined) return 0;
  const userId = owner ?? (await findOwner(account, customerId));
  if (userId === undefined) {
    logger.warn('No user owns the customer of a paid invoice', { invoiceId: id });
    return 0;
  }
  const { creditsPerMonth: credits, name } = plans[planId];
  const paymentIntentId = paymentOf(invoice);
  const idempotencyKey = `plan#${id}` as const;
  const booked = await grantCredits(
    { userId, idempotencyKey, note: name, buckets: { free: 0, subscription: credits, purchased: 0 } },
    () =>
      paymentIntentId === undefined
        ? []
        : [
            putPayment({
              paymentIntentId,
              userId,
              ledgerEntryId: idempotencyKey,
              bucket: 'subscription',
              name,
              credits,
              pence: invoice.amount_paid,
            }),
          ],
  );
  return booked.outcome === 'booked' ? credits : 0;
}

/** The plan of the invoice, by the products of its lines without prorations. */
function planOf({ plans: offers }: StripeSettings, { lines }: Stripe.Invoice): PlanId | undefined {
  const products = lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration !== true)
    .map(({ pricing }) => pricing?.price_details?.product);
  return (['pro', 'starter'] as const).find((id) => products.includes(offers[id].productId));
}

/** Undefined when the customer's credit balance paid everything: then there is no card payment to refund. */
function paymentOf({ payments, amount_paid }: Stripe.Invoice): string | undefined {
  const paid = payments?.data.find(({ status, payment }) => status === 'paid' && payment.payment_intent);
  return amount_paid > 0 ? idOf(paid?.payment.payment_intent) : undefined;
}
