import { isRefused, type StripeAccount } from '#lambdas/runtime/stripe.ts';

/**
 * Expires the customer's open checkouts, so that they cannot be paid any more.
 * @param createdBefore Seconds since 1970, as in Stripe's API; later checkouts stay open. By default all are expired.
 */
export async function expireOpenSessions(
  { stripe }: StripeAccount,
  customer: string,
  createdBefore = Number.POSITIVE_INFINITY,
): Promise<void> {
  const found: string[] = [];
  // Reads the whole list before expiring any: each expiry would shorten the list while it is read.
  for await (const { id, created } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    if (created < createdBefore) found.push(id);
  for (const id of found) {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      // The session was paid or has expired in the meantime; a payment sends its own event.
      if (!isRefused(error)) throw error;
    }
  }
}
