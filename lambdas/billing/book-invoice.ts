import type Stripe from 'stripe';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { readEntry } from '#lambdas/credits/ledger-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { StripeAccount } from '#lambdas/runtime/stripe.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { type Plan, type PlanId, plans } from '#shared/domain/plans.ts';
import { putPayment } from './billing-store.ts';
import { findOwner, idOf } from './find-owner.ts';
import { planOfProduct } from './plan-of-product.ts';
import { isOfThisStack } from './stack-mark.ts';

/** Fields of an invoice that Stripe must expand for `bookInvoice`. */
export const invoiceExpansion = ['payments'];

/** The credits that a paid invoice buys, and the name of their plan. */
export interface Purchase {
  readonly credits: number;
  /** What the credits cost; the customer's balance may have paid a part. */
  readonly pence: number;
  readonly planName: Plan['name'];
}

/**
 * The credits that a subscription's invoice buys; undefined if it is not paid, costs nothing (a coupon of 100 %) or
 * buys none.
 *
 * A monthly invoice gives the plan's credits whatever its discount. A change of plan within a month gives the new
 * plan's credits for the remaining time, minus the old plan's credits for its unused time, in the proportion in which
 * the invoice's lines charge and return money. Money that an earlier downgrade put on the customer's balance may pay a
 * part of such a change. That part gives no credits, because the downgrade did not take the credits away.
 */
export async function purchaseOf(
  account: StripeAccount,
  invoice: Stripe.Invoice,
): Promise<Purchase | undefined> {
  const { billing_reason: reason, status, total, amount_paid: paid, lines } = invoice;
  if (!reason?.startsWith('subscription_') || status !== 'paid' || total <= 0) return undefined;
  const bought = lines.data.flatMap((line) => {
    const id = planOfProduct(account.settings, line.pricing?.price_details?.product);
    return id ? [{ id, line }] : [];
  });
  const parts = await Promise.all(bought.map(({ id, line }) => creditsOf(account, id, line)));
  const pence = reason === 'subscription_update' ? paid : total;
  const credits = Math.floor((pence / total) * parts.reduce((sum, part) => sum + part, 0));
  const newest = bought.toSorted((a, b) => b.line.amount - a.line.amount)[0];
  return newest && credits > 0 ? { credits, pence, planName: plans[newest.id].name } : undefined;
}

/** A proration is a part of the line's own price: subscribers keep theirs when the catalogue's changes. */
async function creditsOf(
  { stripe }: StripeAccount,
  id: PlanId,
  { amount, parent, pricing }: Stripe.InvoiceLineItem,
): Promise<number> {
  const { creditsPerMonth, pricePence } = plans[id];
  const priceId = idOf(pricing?.price_details?.price);
  if (!parent?.subscription_item_details?.proration || priceId === undefined) return creditsPerMonth;
  const { unit_amount: monthly } = await stripe.prices.retrieve(priceId);
  return (creditsPerMonth * amount) / (monthly || pricePence);
}

/**
 * Books the credits that a paid invoice buys. Repeating it changes nothing. Returns the number of credits that this
 * call booked.
 * @param owner The customer's user, if the caller knows it.
 */
export async function bookInvoice(
  account: StripeAccount,
  invoice: Stripe.Invoice,
  owner?: string,
): Promise<number> {
  const { id } = invoice;
  const purchase = await purchaseOf(account, invoice);
  const customerId = idOf(invoice.customer);
  if (id === undefined || purchase === undefined || customerId === undefined) return 0;
  const userId = owner ?? (await findOwner(account, customerId)) ?? subscriberOf(invoice);
  if (userId === undefined) {
    logger.warn('No user owns the customer of a paid invoice', { invoiceId: id });
    return 0;
  }
  const booked = await book(userId, invoice, id, purchase, purchase.credits);
  return booked.outcome === 'booked' ? purchase.credits : 0;
}

/**
 * Books a paid invoice that is to be refunded without granting its credits, so that nothing grants them later.
 * Repeating it changes nothing.
 * @returns `granted` if the credits were granted before.
 */
export async function withholdInvoice(
  account: StripeAccount,
  invoice: Stripe.Invoice,
  userId: string,
): Promise<'withheld' | 'granted'> {
  const purchase = await purchaseOf(account, invoice);
  if (invoice.id === undefined || purchase === undefined) return 'withheld';
  const booked = await book(userId, invoice, invoice.id, purchase, 0);
  return 'entry' in booked ? stateOf(booked.entry) : 'withheld';
}

/** Whether the credits of an invoice were granted or withheld; undefined if it is not booked. */
export async function readBooking(
  userId: string,
  invoiceId: string,
): Promise<'granted' | 'withheld' | undefined> {
  const entry = await readEntry(userId, `plan#${invoiceId}`);
  return entry && stateOf(entry);
}

function stateOf({ subscription }: LedgerEntry): 'granted' | 'withheld' {
  return subscription > 0 ? 'granted' : 'withheld';
}

/** Books a paid invoice; credits that it buys but does not grant are withheld. */
function book(
  userId: string,
  invoice: Stripe.Invoice,
  id: string,
  { credits, pence, planName: name }: Purchase,
  granted: number,
) {
  const paymentIntentId = paymentOf(invoice);
  const idempotencyKey = `plan#${id}` as const;
  return grantCredits(
    { userId, idempotencyKey, note: name, buckets: { free: 0, subscription: granted, purchased: 0 } },
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
              ungrantedCredits: credits - granted,
              pence,
            }),
          ],
  );
}

/**
 * The user named in the subscription's metadata. The customer itself may have been deleted at Stripe and replaced after
 * the payment.
 */
function subscriberOf({ parent }: Stripe.Invoice): string | undefined {
  const metadata = parent?.subscription_details?.metadata ?? null;
  return isOfThisStack(metadata) ? metadata?.userId : undefined;
}

/**
 * The id of the invoice's payment intent; undefined if the customer's credit balance paid everything, because then
 * there is no card payment to refund.
 */
export function paymentOf({ payments, amount_paid }: Stripe.Invoice): string | undefined {
  const paid = payments?.data.find(({ status, payment }) => status === 'paid' && payment.payment_intent);
  return amount_paid > 0 ? idOf(paid?.payment.payment_intent) : undefined;
}
