import Stripe from 'stripe';
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
/** The real time of the engine; it stands still unless a test moves it. */
let now: number;

beforeEach(async () => {
  now = Date.UTC(2027, 0, 31, 12);
  stripe = await startTestStripe({ now: () => now });
  catalogue = await createCatalogue(stripe.sdk);
});
afterEach(() => stripe.stop());

const dayOf = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10);

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no item');
  return item;
};

/** What was billed, oldest first. */
const invoicesOf = async (subscription: string) =>
  (await stripe.sdk.invoices.list({ subscription, limit: 100 })).data.toReversed();

/** Types of the events of billing since the list was emptied. */
const billingTypes = async () => {
  await stripe.engine.webhooks.settle();
  return stripe.types().filter((type) => /^(invoice\.|customer\.subscription)/.test(type));
};

describe('a subscription whose card is good', () => {
  it('is renewed on the last day of short months and on the 31st again', async () => {
    const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    await stripe.engine.clock.advance({ months: 1 });
    expect(dayOf(stripe.engine.clock.now() / 1000)).toBe('2027-02-28');
    expect(await billingTypes()).toEqual([
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    await stripe.engine.clock.advance({ days: 62 });

    const invoices = await invoicesOf(subscription);
    expect(
      invoices.map(({ billing_reason, status, amount_paid }) => [billing_reason, status, amount_paid]),
    ).toEqual([
      ['subscription_create', 'paid', 999],
      ['subscription_cycle', 'paid', 999],
      ['subscription_cycle', 'paid', 999],
      ['subscription_cycle', 'paid', 999],
    ]);
    expect(
      invoices.map(({ lines }) => [dayOf(lines.data[0]?.period.start), dayOf(lines.data[0]?.period.end)]),
    ).toEqual([
      ['2027-01-31', '2027-02-28'],
      ['2027-02-28', '2027-03-31'],
      ['2027-03-31', '2027-04-30'],
      ['2027-04-30', '2027-05-31'],
    ]);
    const item = itemOf(await stripe.sdk.subscriptions.retrieve(subscription));
    expect([dayOf(item.current_period_start), dayOf(item.current_period_end)]).toEqual([
      '2027-04-30',
      '2027-05-31',
    ]);
    // Each event is dated when it happened, however far the clock was moved at once.
    const paid = stripe.received.filter(({ event }) => event.type === 'invoice.paid');
    expect(paid.map(({ event }) => dayOf(event.created))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    // Every invoice has a number of its own.
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(4);
  });

  it('renews when real time passes, even without requests', async () => {
    const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    now += 65 * 86_400_000;
    expect(await invoicesOf(subscription)).toHaveLength(3);
  });

  it('ends with its period after it was canceled, unless that is undone', async () => {
    const { subscription, customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    const canceled = await stripe.sdk.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect(canceled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: itemOf(canceled).current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const resumed = await stripe.sdk.subscriptions.update(subscription, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.engine.clock.advance({ months: 1 });
    await stripe.sdk.subscriptions.update(subscription, { cancel_at_period_end: true });
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    await stripe.engine.clock.advance({ months: 1 });
    expect(await billingTypes()).toEqual(['customer.subscription.deleted']);
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
    expect((await stripe.sdk.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.sdk.subscriptions.list({ customer, status: 'canceled' })).data).toHaveLength(1);
    expect(await invoicesOf(subscription)).toHaveLength(2);
  });

  it('is canceled at once, and only once', async () => {
    const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    const ended = await stripe.sdk.subscriptions.cancel(subscription, {
      cancellation_details: { comment: 'replaced' },
    });
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'replaced', reason: 'cancellation_requested' },
    });
    expect(ended.ended_at).toBe(ended.canceled_at);
    await expect(stripe.sdk.subscriptions.cancel(subscription)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(
      stripe.sdk.subscriptions.update(subscription, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ code: 'invalid_canceled_subscription_fields' });
    await stripe.engine.clock.advance({ months: 3 });
    expect(await invoicesOf(subscription)).toHaveLength(1);
  });
});

describe('a subscription whose card fails', () => {
  it('is past due, tried again after 3, 5 and 7 days, and canceled after the last', async () => {
    const { subscription, customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    stripe.engine.setCard(customer, 'declines');
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    await stripe.engine.clock.advance({ months: 1 });
    expect(await billingTypes()).toEqual([
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' });
    const [, open] = await invoicesOf(subscription);
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 999, amount_paid: 0 });
    expect(dayOf(open?.next_payment_attempt)).toBe('2027-03-03');

    await stripe.engine.clock.advance({ days: 9 });
    const [, tried] = await invoicesOf(subscription);
    expect(tried).toMatchObject({ status: 'open', attempt_count: 3 });
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' });

    await stripe.engine.clock.advance({ days: 7 });
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const [, given] = await invoicesOf(subscription);
    expect(given).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    expect((await billingTypes()).filter((type) => /payment_failed|deleted/.test(type))).toEqual([
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]);
  });

  it('recovers with the next attempt once the card is good', async () => {
    const { subscription, customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    stripe.engine.setCard(customer, 'declines');
    await stripe.engine.clock.advance({ months: 1 });
    stripe.engine.setCard(customer, 'good');
    await stripe.engine.clock.advance({ days: 3 });
    expect(await stripe.sdk.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    expect((await invoicesOf(subscription))[1]).toMatchObject({ status: 'paid', attempt_count: 2 });
  });
});

describe('a switch of plan', () => {
  /** Half of January 31 to February 28 has passed. */
  const afterHalf = async () => {
    const begun = await subscribeCustomer(stripe, catalogue.starter.id);
    await stripe.engine.clock.advance({ days: 14 });
    return { ...begun, item: itemOf(await stripe.sdk.subscriptions.retrieve(begun.subscription)) };
  };

  it('bills the difference for the rest of the month at once', async () => {
    const { subscription, item } = await afterHalf();
    const switched = await stripe.sdk.subscriptions.update(subscription, {
      items: [{ id: item.id, price: catalogue.pro.id }],
      proration_behavior: 'always_invoice',
    });
    expect(itemOf(switched)).toMatchObject({
      id: item.id,
      price: { id: catalogue.pro.id },
      current_period_end: item.current_period_end,
    });
    const [, invoice] = await invoicesOf(subscription);
    expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: 500 });
    expect(
      invoice?.lines.data.map(({ amount, parent }) => [amount, parent?.subscription_item_details?.proration]),
    ).toEqual([
      [-500, true],
      [1000, true],
    ]);
    await stripe.engine.clock.advance({ days: 14 });
    expect((await invoicesOf(subscription))[2]).toMatchObject({
      billing_reason: 'subscription_cycle',
      total: 1999,
    });
  });

  it('puts the difference on the next invoice by default', async () => {
    const { subscription, item } = await afterHalf();
    await stripe.sdk.subscriptions.update(subscription, {
      items: [{ id: item.id, price: catalogue.pro.id }],
    });
    expect(await invoicesOf(subscription)).toHaveLength(1);
    await stripe.engine.clock.advance({ days: 14 });
    expect((await invoicesOf(subscription))[1]).toMatchObject({
      billing_reason: 'subscription_cycle',
      total: 2499,
    });
  });

  it('adds the unused part of a more expensive plan to the balance of the customer', async () => {
    const { subscription, customer, item } = await afterHalf();
    await stripe.sdk.subscriptions.update(subscription, {
      items: [{ id: item.id, price: catalogue.pro.id }],
      proration_behavior: 'none',
    });
    expect(await invoicesOf(subscription)).toHaveLength(1);
    await stripe.sdk.subscriptions.update(subscription, {
      items: [{ id: item.id, price: catalogue.starter.id }],
      proration_behavior: 'always_invoice',
    });
    expect((await invoicesOf(subscription))[1]).toMatchObject({ total: -500, amount_due: 0, status: 'paid' });
    expect(await stripe.sdk.customers.retrieve(customer)).toMatchObject({ balance: -500 });
    await stripe.engine.clock.advance({ days: 14 });
    expect((await invoicesOf(subscription))[2]).toMatchObject({
      total: 999,
      amount_due: 499,
      amount_paid: 499,
    });
    expect(await stripe.sdk.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });

  it('is undone if its invoice cannot be paid and error_if_incomplete is set', async () => {
    const { subscription, customer, item } = await afterHalf();
    stripe.engine.setCard(customer, 'declines');
    await expect(
      stripe.sdk.subscriptions.update(subscription, {
        items: [{ id: item.id, price: catalogue.pro.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(itemOf(await stripe.sdk.subscriptions.retrieve(subscription)).price.id).toBe(catalogue.starter.id);
    expect(await invoicesOf(subscription)).toHaveLength(1);
  });

  it('begins a new period when the anchor is moved', async () => {
    const { subscription, item } = await afterHalf();
    const switched = await stripe.sdk.subscriptions.update(subscription, {
      items: [{ id: item.id, price: catalogue.pro.id }],
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
    });
    expect(dayOf(itemOf(switched).current_period_end)).toBe('2027-03-14');
    expect((await invoicesOf(subscription))[1]).toMatchObject({
      billing_reason: 'subscription_update',
      total: 1999,
    });
  });
});
