import { isRefused, type StripeAccount } from '#lambdas/runtime/stripe.ts';

/**
 * Expires the customer's open checkouts, so that nobody can pay them any more.
 * @param createdBefore Seconds since the epoch, as in Stripe's API; later ones stay open. All unless given.
 */
export async function expireOpenSessions(
  { stripe }: StripeAccount,
  customer: string,
  createdBefore = Number.POSITIVE_INFINITY,
): Promise<void> {
  const found: string[] = [];
  // All of them first: the list gets shorter with each that expires.
  for await (const { id, created } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    if (created < createdBefore) found.push(id);
  for (const id of found) {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      // It was paid or expired in the meantime; a payment sends its own event.
      if (!isRefused(error)) throw error;
    }
  }
}
