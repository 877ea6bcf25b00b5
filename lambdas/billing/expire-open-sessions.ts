import type Stripe from 'stripe';
import { isRefused, type StripeAccount } from '#lambdas/runtime/stripe.ts';

/** Expires the customer's open checkouts, by default all of them, so that they cannot be paid any more. */
export async function expireOpenSessions(
  { stripe }: StripeAccount,
  customer: string,
  isOutdated: (session: Stripe.Checkout.Session) => boolean = () => true,
): Promise<void> {
  const found: string[] = [];
  // Reads the whole list before expiring any: each expiry would shorten the list while it is read.
  for await (const session of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    if (isOutdated(session)) found.push(session.id);
  for (const id of found) {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      // The session was paid or has expired in the meantime; a payment sends its own event.
      if (!isRefused(error)) throw error;
    }
  }
}
