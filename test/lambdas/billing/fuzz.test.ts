import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { handler as billing } from '#lambdas/api/billing.lambda.ts';
import { handler as stripeWebhook } from '#lambdas/api/stripe-webhook.lambda.ts';
import { fuzzRoutes } from '../fuzz-routes.ts';
import { billingHarness } from './harness.ts';

const harness = billingHarness();
let userId: string;

beforeEach(async () => {
  userId = await harness.addUser('ada');
});

fuzzRoutes({
  handlers: { billing, stripeWebhook },
  callerOf: () => ({ userId }),
  // Stripe is asked about each session only after the request is counted.
  afterAsking: ['subscribers_only', 'not_found'],
  known: () => ({
    priceId: fc.constantFrom(
      ...Object.values(harness.settings.plans).map(({ priceId }) => priceId),
      ...Object.values(harness.settings.packs).map(({ priceId }) => priceId),
    ),
    credits: fc.constantFrom(50, 100, 200),
  }),
});
