import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;
let customer: string;

beforeAll(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
  customer = (await stripe.sdk.customers.create({ email: 'ada@example.com' })).id;
});
afterAll(() => stripe.stop());
beforeEach(async () => {
  await stripe.engine.webhooks.settle();
  stripe.received.length = 0;
});

const success_url = 'https://shop.example/?session_id={CHECKOUT_SESSION_ID}';

const openSession = (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.sdk.checkout.sessions.create({
    mode: 'payment',
    customer,
    line_items: [{ price: catalogue.pack.id, quantity: 1 }],
    success_url,
    ...params,
  });

/** The charge of a payment, with its refunds. */
const chargeOf = async ({ id }: Stripe.PaymentIntent) => {
  const intent = await stripe.sdk.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] });
  return intent.latest_charge;
};

/** Buys a pack. */
const buyPack = async (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const { id } = await openSession(params);
  stripe.engine.payCheckout(id);
  const session = await stripe.sdk.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { session, intent, charge: intent.latest_charge as Stripe.Charge };
};

describe('a one-off payment', () => {
  it('is charged once, with its own metadata', async () => {
    const { session, intent, charge } = await buyPack({
      metadata: { pack: 'SPECIAL_50' },
      payment_intent_data: { metadata: { user: 'u1' }, description: '50 credits' },
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1999,
      subscription: null,
      invoice: null,
      metadata: { pack: 'SPECIAL_50' },
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1999, metadata: { user: 'u1' } });
    expect(charge).toMatchObject({
      paid: true,
      amount: 1999,
      description: '50 credits',
      metadata: { user: 'u1' },
    });
    expect(() => stripe.engine.payCheckout(session.id)).toThrow('status of "complete"');
    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  it('has an invoice if the session asks for one; a balance does not pay it', async () => {
    await stripe.sdk.customers.update(customer, { balance: -500 });
    const { session, intent } = await buyPack({ invoice_creation: { enabled: true } });
    const invoice = await stripe.sdk.invoices.retrieve(String(session.invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({
      billing_reason: 'manual',
      status: 'paid',
      amount_paid: 1999,
      parent: null,
    });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(intent.id);
    const found = await stripe.sdk.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent.id },
    });
    expect(found.data.map((payment) => payment.invoice)).toEqual([invoice.id]);
    expect(await stripe.sdk.customers.retrieve(customer)).toMatchObject({ balance: -500 });
    await stripe.sdk.customers.update(customer, { balance: 0 });
  });

  it('can be made by a guest, who enters an email address on the page', async () => {
    const session = await openSession({
      customer: undefined,
      line_items: [
        {
          quantity: 2,
          price_data: { currency: 'gbp', unit_amount: 250, product_data: { name: 'Sticker <b>' } },
        },
      ],
    });
    const html = await (await fetch(session.url ?? '')).text();
    expect(html).toContain('name="email"');
    expect(html).toContain('2 × Sticker &lt;b&gt;');
    await stripe.post(session.url ?? '', { action: 'pay', email: 'guest@example.com' });
    expect(await stripe.sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      customer: null,
      customer_details: { email: 'guest@example.com' },
      amount_total: 500,
    });
  });

  it('cannot be made after the session has expired, and the page says so', async () => {
    const session = await openSession({ cancel_url: 'https://shop.example/back' });
    expect(await stripe.sdk.checkout.sessions.expire(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    await expect(stripe.sdk.checkout.sessions.expire(session.id)).rejects.toThrow('status of "expired"');
    const html = await (await stripe.post(session.url ?? '', { action: 'pay' })).text();
    expect(html).toContain('has expired');
    expect(html).toContain('https://shop.example/back');
    expect((await stripe.sdk.checkout.sessions.list({ customer, status: 'open' })).data).toEqual([]);
    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toEqual(['checkout.session.expired']);
  });

  it('refuses parameters of the other mode, and times out of range', async () => {
    await expect(openSession({ subscription_data: { description: 'x' } })).rejects.toThrow(
      'subscription_data',
    );
    await expect(openSession({ mode: 'subscription', invoice_creation: { enabled: true } })).rejects.toThrow(
      'invoice_creation',
    );
    await expect(openSession({ customer_email: 'b@example.com' })).rejects.toMatchObject({
      code: 'parameters_exclusive',
    });
    const soon = Math.floor(Date.now() / 1000) + 60;
    await expect(openSession({ expires_at: soon })).rejects.toMatchObject({ param: 'expires_at' });
    await expect(openSession({ expires_at: soon + 2 * 86_400 })).rejects.toMatchObject({
      param: 'expires_at',
    });
  });
});

describe('refunds', () => {
  it('return the money in parts until nothing is left', async () => {
    const { intent, charge } = await buyPack();
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    const { id } = stripe.engine.refund(intent.id, 500);
    expect(await stripe.sdk.refunds.retrieve(id)).toMatchObject({
      status: 'succeeded',
      amount: 500,
      charge: charge.id,
      payment_intent: intent.id,
    });
    expect(() => stripe.engine.refund(charge.id, 1500)).toThrow(
      'Refund amount (£15.00) is greater than unrefunded amount on charge (£14.99)',
    );
    expect(stripe.engine.refund(intent.id)).toMatchObject({ amount: 1499 });
    expect(() => stripe.engine.refund(charge.id)).toThrow('has already been refunded');
    expect(await chargeOf(intent)).toMatchObject({
      refunded: true,
      amount_refunded: 1999,
      refunds: { data: [{ amount: 1499 }, { amount: 500 }] },
    });
    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
    const refunded = stripe.received
      .filter(({ event }) => event.type === 'charge.refunded')
      .map(({ event }) => (event.data.object as Stripe.Charge).amount_refunded);
    expect(refunded).toEqual([500, 1999]);
  });

  it('find the invoice of a subscription through its payment', async () => {
    const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id, customer);
    const [invoice] = (await stripe.sdk.invoices.list({ subscription, expand: ['data.payments'] })).data;
    const intent = String(invoice?.payments?.data[0]?.payment.payment_intent);
    stripe.engine.refund(intent, 999);
    expect(await stripe.sdk.invoices.retrieve(invoice?.id ?? '')).toMatchObject({ status: 'paid' });
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
  });
});

describe('disputes', () => {
  it('withdraw the money until the bank decides', async () => {
    const { charge, intent } = await buyPack();
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    const dispute = stripe.engine.dispute(charge.id);
    expect(await stripe.sdk.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      amount: 1999,
      charge: charge.id,
      payment_intent: intent.id,
    });
    expect(await chargeOf(intent)).toMatchObject({ disputed: true });
    expect(() => stripe.engine.refund(charge.id)).toThrow('has been charged back');
    expect(() => stripe.engine.dispute(charge.id)).toThrow('cannot be disputed');
    stripe.engine.closeDispute(dispute.id, 'won');
    expect(() => stripe.engine.closeDispute(dispute.id, 'lost')).toThrow('already closed');
    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });

  it('are about the part that was not refunded before', async () => {
    const { charge } = await buyPack();
    stripe.engine.refund(charge.id, 999);
    const dispute = stripe.engine.dispute(charge.id);
    expect(dispute.amount).toBe(1000);
    stripe.engine.closeDispute(dispute.id, 'lost');
    expect(await stripe.sdk.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost', amount: 1000 });
  });
});
