import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  type TestStripe,
  webhookSecret,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;

beforeAll(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
});
afterAll(() => stripe.stop());

const success_url = 'https://shop.example/done?session_id={CHECKOUT_SESSION_ID}';
const cancel_url = 'https://shop.example/credits?canceled=true';

const createSession = (params: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.sdk.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: catalogue.starter.id, quantity: 1 }],
    success_url,
    cancel_url,
    ...params,
  });

describe('checkout of a subscription', () => {
  it('is paid on the hosted page, which redirects to success_url', async () => {
    const customer = await stripe.sdk.customers.create({
      email: 'ada@example.com',
      metadata: { user: 'u1' },
    });
    const session = await createSession({
      customer: customer.id,
      client_reference_id: 'u1',
      metadata: { plan: 'starter' },
      subscription_data: { metadata: { user: 'u1' } },
    });
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      mode: 'subscription',
      amount_total: 999,
      currency: 'gbp',
      client_reference_id: 'u1',
      ui_mode: 'hosted_page',
      subscription: null,
      metadata: { plan: 'starter' },
    });
    expect(session.url).toBe(`${stripe.origin}/_local/stripe/checkout/${session.id}`);

    const shown = await fetch(session.url ?? '');
    const html = await shown.text();
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('£9.99');
    expect(html).toContain('stands in for Stripe');
    expect(html).not.toContain('<script');
    expect(html).toContain(`href="${cancel_url}"`);

    stripe.received.length = 0;
    const answer = await stripe.post(session.url ?? '', { action: 'pay' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`https://shop.example/done?session_id=${session.id}`);

    const paid = await stripe.sdk.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'line_items', 'customer'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: { id: customer.id, email: 'ada@example.com' },
      customer_details: { email: 'ada@example.com' },
      line_items: {
        data: [{ description: 'Starter', amount_total: 999, price: { id: catalogue.starter.id } }],
      },
    });
    const subscription = paid.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      cancel_at_period_end: false,
      metadata: { user: 'u1' },
      items: { data: [{ quantity: 1, price: { id: catalogue.starter.id, unit_amount: 999 } }] },
    });
    // Since 2025 the period is on the item; the SDK has no current_period_end on the subscription.
    const item = subscription.items.data[0];
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(27 * 86_400);
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 999,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { user: 'u1' } },
      },
      payments: { data: [{ status: 'paid', amount_paid: 999 }] },
    });

    // A browser may repeat the form after a lost answer: nothing more is paid, and it redirects as before.
    const again = await stripe.post(session.url ?? '', { action: 'pay' });
    expect(again.headers.get('location')).toBe(answer.headers.get('location'));

    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toEqual([
      'payment_method.attached',
      'invoice.created',
      'customer.subscription.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
    ]);
    for (const { body, signature } of stripe.received) {
      const event = stripe.sdk.webhooks.constructEvent(body, signature, webhookSecret);
      expect(event.api_version).toBe(Stripe.API_VERSION);
    }
  });

  it('reports a declined card and stays open, without a subscription', async () => {
    const customer = await stripe.sdk.customers.create({ email: 'bob@example.com' });
    const session = await createSession({ customer: customer.id });
    const declined = await stripe.post(session.url ?? '', { action: 'decline' });
    expect(declined.status).toBe(303);
    const back = new URL(declined.headers.get('location') ?? '', stripe.origin);
    expect(back.pathname).toBe(new URL(session.url ?? '').pathname);
    expect(await (await fetch(back)).text()).toContain('Your card was declined.');
    expect(await stripe.sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
    expect((await stripe.sdk.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await stripe.sdk.invoices.list({ customer: customer.id })).data).toEqual([]);
    await stripe.engine.webhooks.settle();
    expect(stripe.types().at(-1)).toBe('payment_intent.payment_failed');

    await stripe.post(session.url ?? '', { action: 'pay' });
    expect((await stripe.sdk.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });
});
