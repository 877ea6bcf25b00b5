import Stripe from 'stripe';
import { type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';

export const { StripeError } = Stripe.errors;

/** Opens Stripe's API with the key of our account. */
export function openStripe({ secretKey, apiBase }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    ...stripeAddress(apiBase),
    // Together they stay within the 28 s of a function.
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}
