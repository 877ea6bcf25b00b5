import * as z from 'zod/mini';

const offer = z.object({ productId: z.string(), priceId: z.string() });

/**
 * Settings of the Stripe account: the JSON text of the stack's Stripe secret. An operator writes it with
 * `bin/setup-stripe.ts`, the local cloud with its own stand-in. The key and the ids that belong to it change together.
 */
export const stripeSettingsSchema = z.object({
  /** Origin of Stripe's API. */
  apiBase: z.url(),
  secretKey: z.string().check(z.minLength(1)),
  /** Signs the events that Stripe sends. */
  webhookSecret: z.string().check(z.minLength(1)),
  webhookEndpointId: z.string(),
  portalConfigurationId: z.string(),
  /** Allowed origins of the site to return to, e.g. `https://example.com`; the first is the default. */
  siteOrigins: z.array(z.url()).check(z.minLength(1)),
  plans: z.object({ starter: offer, pro: offer }),
  packs: z.object({ SPECIAL_50: offer, REGULAR_100: offer, REGULAR_200: offer }),
});

export type StripeSettings = z.output<typeof stripeSettingsSchema>;

/** Event types that are handled; the webhook endpoint subscribes to exactly these. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

/** Parses the settings from the secret's text; undefined while they are not set up. Throws when they are corrupt. */
export function parseStripeSettings(text: string): StripeSettings | undefined {
  const value: unknown = JSON.parse(text);
  const isSetUp = typeof value === 'object' && value !== null && 'secretKey' in value;
  return isSetUp ? stripeSettingsSchema.parse(value) : undefined;
}

/** Host, port and protocol as the constructor of Stripe's SDK takes them. */
export function stripeAddress(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}
