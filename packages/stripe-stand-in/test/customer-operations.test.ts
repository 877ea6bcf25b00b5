import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;

beforeAll(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
});
afterAll(() => stripe.stop());

describe('customers', () => {
  it('cannot pay an open checkout once they are deleted', async () => {
    const { id: customer } = await stripe.sdk.customers.create({});
    const { id } = await stripe.sdk.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price: catalogue.pack.id, quantity: 1 }],
      success_url: 'https://a.example/',
    });
    stripe.engine.deleteCustomer(customer);
    expect(() => stripe.engine.payCheckout(id)).toThrow(`No such customer: '${customer}'`);
  });

  it('are deleted with their subscriptions; retrieve returns a stub', async () => {
    const { customer, subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    expect(await stripe.sdk.customers.del(customer)).toEqual({
      id: customer,
      object: 'customer',
      deleted: true,
    });
    expect(await stripe.sdk.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true });
    const ended = await stripe.sdk.subscriptions.retrieve(subscription, { expand: ['customer'] });
    expect(ended).toMatchObject({ status: 'canceled', customer: { deleted: true } });
    await expect(
      stripe.sdk.checkout.sessions.create({
        mode: 'payment',
        customer,
        line_items: [{ price: catalogue.pack.id, quantity: 1 }],
        success_url: 'https://a.example/',
      }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer', statusCode: 400 });
  });

  it('are listed by email and show their subscriptions and cards', async () => {
    const { customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    await stripe.sdk.customers.update(customer, { email: 'only@example.com' });
    const found = await stripe.sdk.customers.list({
      email: 'only@example.com',
      expand: ['data.subscriptions.data.default_payment_method'],
    });
    expect(found.data.map(({ id }) => id)).toEqual([customer]);
    const subscriptions = found.data[0]?.subscriptions?.data ?? [];
    const cards = subscriptions.map(
      ({ default_payment_method: card }) => (card as Stripe.PaymentMethod).card,
    );
    expect(cards.map((card) => card?.last4)).toEqual(['4242']);
  });

  it('are found by their metadata', async () => {
    const { id } = await stripe.sdk.customers.create({ metadata: { userId: 'ada' } });
    const { data } = await stripe.sdk.customers.search({ query: "metadata['userId']:'ada'" });
    expect(data.map((customer) => customer.id)).toEqual([id]);
    await expect(stripe.sdk.customers.search({ query: 'name:ada' })).rejects.toMatchObject({
      param: 'query',
    });
  });
});
