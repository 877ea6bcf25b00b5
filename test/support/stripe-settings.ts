import type { StripeSettings } from '#shared/stripe-settings.ts';

const offer = { productId: 'prod_1', priceId: 'price_1' };

/** Settings for a Stripe API that the test itself implements. */
export function stripeSettings(apiBase: string): StripeSettings {
  return {
    apiBase,
    secretKey: 'sk_test_local',
    webhookSecret: 'whsec_test',
    webhookEndpointId: 'we_1',
    portalConfigurationId: 'bpc_1',
    siteOrigins: ['http://127.0.0.1'],
    plans: { starter: offer, pro: offer },
    packs: { SPECIAL_50: offer, REGULAR_100: offer, REGULAR_200: offer },
  };
}
