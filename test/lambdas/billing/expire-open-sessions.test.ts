import { expect, it } from 'vitest';
import { expireOpenSessions } from '#lambdas/billing/expire-open-sessions.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();

it('expires all open checkouts of a customer, also where they fill more than one page of Stripe’s list', async () => {
  const { id: customer } = await billing.sdk.customers.create({});
  const price = billing.settings.packs.SPECIAL_50.priceId;
  for (let opened = 0; opened < 203; opened += 1)
    await billing.sdk.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://www.example.com/credits',
    });
  await expireOpenSessions(await stripeAccount(), customer);
  const { data } = await billing.sdk.checkout.sessions.list({ customer, status: 'open' });
  expect(data).toEqual([]);
});
