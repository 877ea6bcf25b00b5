import Stripe from 'stripe';
import { type StripeServer, startStripe } from 'stripe-stand-in/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpStripe } from '#bin/setup-stripe.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { stripeAddress, stripeEvents, stripeSettingsSchema } from '#shared/stripe-settings.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let account: StripeServer;
let apiBase: string;
let sdk: Stripe;

beforeEach(async () => {
  account = await startStripe({ directory: temporaryFolder('setup-stripe') });
  apiBase = account.origin;
  sdk = new Stripe('sk_test_local', stripeAddress(apiBase));
});
afterEach(() => account.close());

describe('setting up a Stripe account', () => {
  // R8.2
  it('makes the catalogue, the portal and the webhook, and again changes nothing', async () => {
    const request = {
      apiBase,
      secretKey: 'sk_test_local',
      siteOrigins: ['https://www.example.com'],
    } as const;
    const first = await setUpStripe({ ...request, known: undefined });
    expect(stripeSettingsSchema.parse(first)).toEqual(first);
    const counts = async () =>
      Promise.all(
        [
          sdk.products.list({ limit: 100 }),
          sdk.prices.list({ limit: 100 }),
          sdk.billingPortal.configurations.list({ limit: 100 }),
          sdk.webhookEndpoints.list({ limit: 100 }),
        ].map(async (list) => (await list).data.length),
      );
    expect(await counts()).toEqual([5, 5, 1, 1]);
    expect(await setUpStripe({ ...request, known: first })).toEqual(first);
    expect(await counts()).toEqual([5, 5, 1, 1]);

    for (const id of ['starter', 'pro'] as const)
      expect(await sdk.prices.retrieve(first.plans[id].priceId)).toMatchObject({
        product: first.plans[id].productId,
        unit_amount: plans[id].pricePence,
        currency: 'gbp',
        recurring: { interval: 'month' },
      });
    for (const { id, pricePence } of Object.values(topUpPacks))
      expect(await sdk.prices.retrieve(first.packs[id].priceId)).toMatchObject({
        unit_amount: pricePence,
        recurring: null,
      });
    expect(await sdk.webhookEndpoints.retrieve(first.webhookEndpointId)).toMatchObject({
      url: 'https://www.example.com/api/stripe/webhook',
      enabled_events: [...stripeEvents],
    });
  });

  it('makes a new price where somebody has archived the former', async () => {
    const request = { apiBase, secretKey: 'sk_test_local', siteOrigins: ['https://site.example'] } as const;
    const known = await setUpStripe({ ...request, known: undefined });
    await sdk.prices.update(known.plans.pro.priceId, { active: false });
    const again = await setUpStripe({ ...request, known });
    expect(again.plans.pro.priceId).not.toBe(known.plans.pro.priceId);
    expect(await sdk.prices.retrieve(again.plans.pro.priceId)).toMatchObject({ active: true });
    expect(again.plans.starter).toEqual(known.plans.starter);
  });

  it('makes the webhook anew when its secret was lost, and lets it follow the site', async () => {
    const request = { apiBase, secretKey: 'sk_test_local', siteOrigins: ['https://old.example'] } as const;
    await setUpStripe({ ...request, known: undefined });
    const known = await setUpStripe({ ...request, known: undefined });
    const moved = await setUpStripe({ ...request, siteOrigins: ['https://new.example'], known });
    expect(moved.webhookSecret).toBe(known.webhookSecret);
    const { data } = await sdk.webhookEndpoints.list();
    expect(data.map(({ id, url }) => [id, url])).toEqual([
      [known.webhookEndpointId, 'https://new.example/api/stripe/webhook'],
    ]);
  });

  // R6.2
  it('makes a new webhook, with another secret, after the former one was deleted at Stripe', async () => {
    const request = { apiBase, secretKey: 'sk_test_local', siteOrigins: ['https://site.example'] } as const;
    const known = await setUpStripe({ ...request, known: undefined });
    await sdk.webhookEndpoints.del(known.webhookEndpointId);
    const rolled = await setUpStripe({ ...request, known });
    expect(rolled.webhookSecret).not.toBe(known.webhookSecret);
    const { data } = await sdk.webhookEndpoints.list();
    expect(data.map(({ id }) => id)).toContain(rolled.webhookEndpointId);
  });

  it('leaves webhooks of other sites and products of others alone', async () => {
    const other = await sdk.webhookEndpoints.create({
      url: 'https://other.example/hook',
      enabled_events: ['*'],
    });
    await setUpStripe({
      apiBase,
      secretKey: 'sk_test_local',
      siteOrigins: ['https://www.example.com'],
      known: undefined,
    });
    expect((await sdk.webhookEndpoints.retrieve(other.id)).url).toBe('https://other.example/hook');
  });

  it('replaces a price that is not the one of the catalogue', async () => {
    const request = {
      apiBase,
      secretKey: 'sk_test_local',
      siteOrigins: ['https://www.example.com'],
    } as const;
    const known = await setUpStripe({ ...request, known: undefined });
    const former = await sdk.prices.retrieve(known.plans.pro.priceId);
    const wrong = await sdk.prices.create({
      product: String(former.product),
      currency: 'gbp',
      unit_amount: 1,
      recurring: { interval: 'month' },
      lookup_key: String(former.lookup_key),
      transfer_lookup_key: true,
    });
    const mended = await setUpStripe({ ...request, known });
    expect((await sdk.prices.retrieve(wrong.id)).active).toBe(false);
    expect(await sdk.prices.retrieve(mended.plans.pro.priceId)).toMatchObject({
      active: true,
      unit_amount: plans.pro.pricePence,
    });
  });
});
