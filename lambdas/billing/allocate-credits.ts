import { readCredits } from '#lambdas/credits/credits-store.ts';
import { readEntry } from '#lambdas/credits/ledger-store.ts';
import { reportStripeErrors, stripeAccount } from '#lambdas/runtime/stripe.ts';
import type { billingRoutes } from '#shared/api/billing.ts';
import type { RouteReply } from '#shared/api/route.ts';
import { available } from '#shared/domain/credits.ts';
import { readBilling } from './billing-store.ts';
import { bookInvoice, invoiceExpansion } from './book-invoice.ts';

type Reply = RouteReply<(typeof billingRoutes)['allocateCredits']>;

/**
 * Books the caller's newest invoice unless the webhook has done so. Once it is booked, this reads only the table, so
 * that the site can call it every minute.
 */
export async function allocateCredits(userId: string): Promise<Reply> {
  const { grantingInvoiceId } = await readBilling(userId);
  const isBooked =
    grantingInvoiceId === null || (await readEntry(userId, `plan#${grantingInvoiceId}`)) !== undefined;
  const allocated = isBooked ? 0 : await reportStripeErrors(() => bookById(grantingInvoiceId));
  const credits = await readCredits(userId);
  return { allocated, credits: { ...credits, available: available(credits) } };
}

async function bookById(invoiceId: string): Promise<number> {
  const account = await stripeAccount();
  const invoice = await account.stripe.invoices.retrieve(invoiceId, { expand: invoiceExpansion });
  return bookInvoice(account, invoice);
}
