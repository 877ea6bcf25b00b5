import type { StripeAccount } from '#lambdas/runtime/stripe.ts';
import { bookInvoice, invoiceExpansion } from './book-invoice.ts';
import { findOwner, idOf } from './find-owner.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Saves the subscription of an invoice's customer and books the credits of the invoice. The subscription comes first:
 * if it was bought by mistake, its credits are withheld, and nobody can spend them before its payment is refunded.
 */
export async function settleInvoice(account: StripeAccount, invoiceId: string | undefined): Promise<void> {
  if (invoiceId === undefined) return;
  const invoice = await account.stripe.invoices.retrieve(invoiceId, { expand: invoiceExpansion });
  const customerId = idOf(invoice.customer);
  const userId = customerId && (await findOwner(account, customerId));
  if (customerId && userId) await syncSubscription(account, userId, customerId);
  await bookInvoice(account, invoice, userId);
}
