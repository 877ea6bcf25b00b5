import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;
let configuration: string;
let customer: string;
let subscription: string;

const features = (): Stripe.BillingPortal.ConfigurationCreateParams.Features => ({
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    products: [catalogue.starter, catalogue.pro].map((price) => ({
      product: String(price.product),
      prices: [price.id],
    })),
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
  },
});

beforeEach(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
  configuration = (await stripe.sdk.billingPortal.configurations.create({ features: features() })).id;
  ({ customer, subscription } = await subscribeCustomer(stripe, catalogue.pro.id));
});
afterEach(() => stripe.stop());

const openPortal = (params: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) =>
  stripe.sdk.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: 'https://shop.example/credits',
    ...params,
  });

/** Presses a button of the portal and returns the text of the page that follows. */
const press = async (url: string, fields: Record<string, string>): Promise<string> => {
  const answer = await stripe.post(url, fields);
  expect(answer.status).toBe(303);
  return (await fetch(new URL(answer.headers.get('location') ?? '', stripe.origin))).text();
};

const current = () => stripe.sdk.subscriptions.retrieve(subscription);

describe('the hosted portal', () => {
  it('shows the plan, the card and the invoices, and leads back', async () => {
    const session = await openPortal();
    expect(session).toMatchObject({ object: 'billing_portal.session', customer, configuration, flow: null });
    expect(session.url).toBe(`${stripe.origin}/_local/stripe/portal/${session.id}`);
    const html = await (await fetch(session.url)).text();
    for (const text of [
      'Pro',
      '£19.99 / month',
      '4242',
      'Renews on',
      'href="https://shop.example/credits"',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('<script');
    const [invoice] = (await stripe.sdk.invoices.list({ customer })).data;
    const page = await (await fetch(invoice?.hosted_invoice_url ?? '')).text();
    expect(page).toContain(invoice?.number);
    expect(page).toContain('£19.99');
  });

  it('cancels at the end of the period, and undoes that', async () => {
    const { url } = await openPortal();
    expect(await press(url, { action: 'cancel', subscription })).toContain('Your subscription will end');
    expect(await current()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await press(url, { action: 'resume', subscription })).toContain('Your subscription continues.');
    expect(await current()).toMatchObject({ cancel_at_period_end: false });
    await press(url, { action: 'cancel', subscription });
    await stripe.engine.clock.advance({ months: 1 });
    expect(await current()).toMatchObject({ status: 'canceled' });
    expect(await (await fetch(url)).text()).toContain('No subscription');
  });

  it('changes to a cheaper plan when the period ends, unless the customer keeps the plan', async () => {
    const { url } = await openPortal();
    const toStarter = { action: 'switch', subscription, price: catalogue.starter.id };
    expect(await press(url, toStarter)).toContain('Changes to Starter (£9.99 / month)');
    const scheduled = await stripe.sdk.subscriptions.retrieve(subscription, { expand: ['schedule'] });
    expect(scheduled).toMatchObject({
      items: { data: [{ price: { id: catalogue.pro.id } }] },
      schedule: { status: 'active', phases: [{}, { items: [{ price: catalogue.starter.id }] }] },
    });
    await expect(
      stripe.sdk.subscriptions.update(subscription, { cancel_at_period_end: true }),
    ).rejects.toThrow('managed by the subscription schedule');
    expect(await press(url, { action: 'keep', subscription })).toContain('Your plan stays the same.');
    expect(await current()).toMatchObject({ schedule: null });

    await press(url, toStarter);
    await stripe.engine.clock.advance({ months: 1 });
    expect(await current()).toMatchObject({
      schedule: null,
      items: { data: [{ price: { id: catalogue.starter.id } }] },
    });
    const [renewal] = (await stripe.sdk.invoices.list({ subscription })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 999, status: 'paid' });

    // A switch to the more expensive plan takes effect and is billed at once.
    expect(await press(url, { action: 'switch', subscription, price: catalogue.pro.id })).toContain(
      'Your plan has changed.',
    );
    const [update] = (await stripe.sdk.invoices.list({ subscription })).data;
    expect(update).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
  });

  it('replaces the card, and lets an open invoice be paid', async () => {
    const { url } = await openPortal();
    expect(await press(url, { action: 'card', card: 'declines' })).toContain(
      'is declined when it is charged',
    );
    await stripe.engine.clock.advance({ months: 1 });
    expect(await current()).toMatchObject({ status: 'past_due' });
    expect(await (await fetch(url)).text()).toContain('The last payment failed.');
    const [open] = (await stripe.sdk.invoices.list({ customer, status: 'open' })).data;
    const pay = { action: 'pay', invoice: open?.id ?? '' };
    expect(await press(url, pay)).toContain('Your card was declined.');
    await press(url, { action: 'card', card: 'good' });
    expect(await press(url, pay)).toContain('The invoice is paid.');
    expect(await current()).toMatchObject({ status: 'active' });
  });

  it('refuses a switch that the card cannot pay', async () => {
    const other = await subscribeCustomer(stripe, catalogue.starter.id);
    const { url } = await openPortal({ customer: other.customer });
    await press(url, { action: 'card', card: 'declines' });
    const html = await press(url, {
      action: 'switch',
      subscription: other.subscription,
      price: catalogue.pro.id,
    });
    expect(html).toContain('Your card was declined.');
    expect((await stripe.sdk.subscriptions.retrieve(other.subscription)).items.data[0]?.price.id).toBe(
      catalogue.starter.id,
    );
  });

  it('allows only what its configuration allows, for its own customer', async () => {
    const other = await subscribeCustomer(stripe, catalogue.starter.id);
    const { url } = await openPortal();
    expect(await press(url, { action: 'cancel', subscription: other.subscription })).toContain('No such');
    expect(await stripe.sdk.subscriptions.retrieve(other.subscription)).toMatchObject({
      cancel_at_period_end: false,
    });
    await stripe.sdk.billingPortal.configurations.update(configuration, {
      features: { subscription_cancel: { enabled: false }, payment_method_update: { enabled: false } },
    });
    const html = await (await fetch(url)).text();
    expect(html).not.toContain('Cancel subscription');
    expect(html).not.toContain('Use a card');
    expect(await press(url, { action: 'cancel', subscription })).toContain('does not allow that');
    expect(await press(url, { action: 'card', card: 'good' })).toContain('does not allow that');
    const refused = await stripe.post(url, { action: 'switch', subscription, price: catalogue.pack.id });
    expect(refused.headers.get('location')).toContain('problem=');
  });

  it('shows one flow only and returns when it is completed', async () => {
    const { url } = await openPortal({
      flow_data: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription },
        after_completion: { type: 'redirect', redirect: { return_url: 'https://shop.example/done' } },
      },
    });
    const html = await (await fetch(url)).text();
    expect(html).toContain('Cancel subscription');
    expect(html).not.toContain('Invoices');
    const answer = await stripe.post(url, { action: 'cancel', subscription });
    expect(answer.headers.get('location')).toBe('https://shop.example/done');
  });

  it('requires a configuration whose prices belong to their products', async () => {
    await expect(stripe.sdk.billingPortal.sessions.create({ customer })).rejects.toThrow(
      'No configuration provided',
    );
    const { subscription_update: update } = features();
    await expect(
      stripe.sdk.billingPortal.configurations.create({
        features: {
          subscription_update: {
            enabled: true,
            default_allowed_updates: update?.default_allowed_updates,
            products: [{ product: String(catalogue.pro.product), prices: [catalogue.starter.id] }],
          },
        },
      }),
    ).rejects.toThrow('does not belong to the product');
    expect((await stripe.sdk.billingPortal.configurations.list({ active: true })).data).toHaveLength(1);
  });
});
