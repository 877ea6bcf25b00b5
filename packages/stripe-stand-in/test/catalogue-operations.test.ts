import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue, startTestStripe, type TestStripe } from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;

beforeAll(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
});
afterAll(() => stripe.stop());

describe('products and prices', () => {
  it('are listed by lookup key, which moves only with transfer_lookup_key', async () => {
    const product = String(catalogue.pro.product);
    const create = (transfer: boolean) =>
      stripe.sdk.prices.create({
        product,
        currency: 'gbp',
        unit_amount: 1999,
        recurring: { interval: 'month' },
        lookup_key: 'pro_monthly',
        ...(transfer && { transfer_lookup_key: true }),
      });
    const first = await create(false);
    expect(first).toMatchObject({ type: 'recurring', recurring: { interval: 'month', interval_count: 1 } });
    expect(String(first.unit_amount_decimal)).toBe('1999');
    await expect(create(false)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await create(true);
    const found = await stripe.sdk.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] });
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect((found.data[0]?.product as Stripe.Product).name).toBe('Pro');
    await stripe.sdk.prices.update(second.id, { active: false });
    expect((await stripe.sdk.prices.list({ lookup_keys: ['pro_monthly'] })).data).toEqual([]);
    await expect(
      stripe.sdk.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: second.id, quantity: 1 }],
        success_url: 'https://a.example/',
      }),
    ).rejects.toThrow('inactive');
  });

  it('keep an id that the request chose, and are updated in place', async () => {
    await stripe.sdk.products.create({ id: 'shop_pro', name: 'Pro', metadata: { plan: 'pro' } });
    await expect(stripe.sdk.products.create({ id: 'shop_pro', name: 'Pro' })).rejects.toMatchObject({
      code: 'resource_already_exists',
    });
    const updated = await stripe.sdk.products.update('shop_pro', {
      name: 'Pro plan',
      description: 'All',
    });
    expect(updated).toMatchObject({ name: 'Pro plan', description: 'All', metadata: { plan: 'pro' } });
    expect(await stripe.sdk.products.retrieve('shop_pro')).toEqual(updated);
    await expect(stripe.sdk.products.retrieve('shop_free')).rejects.toMatchObject({ statusCode: 404 });
  });
});
