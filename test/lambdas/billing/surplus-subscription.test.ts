import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPayment } from '#lambdas/billing/billing-store.ts';
import { bookInvoice, invoiceExpansion } from '#lambdas/billing/book-invoice.ts';
import { undoTakeBack } from '#lambdas/billing/reverse-payment.ts';
import { syncSubscription } from '#lambdas/billing/sync-subscription.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { FREE_CREDITS, type PlanId, plans } from '#shared/domain/plans.ts';
import { billingHarness, type Delivery } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, entries, openCheckout, openPayment, subscribe } = billing;
const { creditsPerMonth: month, pricePence } = plans.pro;

let users = 0;
const newUser = () => addUser(`user-${++users}`);
const nextSecond = () => sleep(1000 - (Date.now() % 1000));

async function customerOf(userId: string): Promise<string> {
  const { data } = await billing.sdk.customers.list({ email: `${userId}@example.com` });
  return data[0]?.id ?? '';
}

async function liveSubscriptions(userId: string) {
  return (await billing.sdk.subscriptions.list({ customer: await customerOf(userId) })).data;
}

async function openPages(userId: string, plan: PlanId, pages: number): Promise<string[]> {
  const opened: string[] = [];
  for (let page = 0; page < pages; page += 1) opened.push(await openCheckout(userId, plan));
  return opened;
}

/** Changes the plan of the user's subscription at once, as the portal does. */
async function upgrade(userId: string): Promise<void> {
  const [subscription] = await liveSubscriptions(userId);
  await billing.sdk.subscriptions.update(subscription?.id ?? '', {
    items: [{ id: String(subscription?.items.data[0]?.id), price: billing.settings.plans.pro.priceId }],
    proration_behavior: 'always_invoice',
  });
}

const sync = async (userId: string) =>
  syncSubscription(await stripeAccount(), userId, await customerOf(userId));
const availableTo = async (userId: string) => (await call(userId, 'allocateCredits')).body.credits.available;
const monthlyOf = async (userId: string) => (await account(userId)).credits.subscriptionCreditsBalance;

/** Delivers the held events, and those that they cause, and returns the most credits that there were in between. */
async function deliverAll(
  userId: string,
  order: (held: Delivery[]) => Delivery[],
  times = 1,
): Promise<number> {
  let most = 0;
  for (;;) {
    await billing.stripe.webhooks.settle();
    const deliveries = order(billing.held.splice(0));
    if (deliveries.length === 0) return most;
    for (const delivery of deliveries)
      for (let time = 0; time < times; time += 1) {
        await billing.deliver(delivery);
        most = Math.max(most, (await account(userId)).credits.subscriptionCreditsBalance);
        most = Math.max(most, (await availableTo(userId)) - FREE_CREDITS);
      }
  }
}

/** The payment of the user's surplus subscription, before its refund is booked. */
async function withheldPayment(userId: string): Promise<{ paymentIntentId: string }> {
  const found = (await billing.db.allItems()).filter(
    (item) => item.sk === 'PAYMENT' && item.userId === userId && Number(item.ungrantedCredits) > 0,
  );
  expect(found).toHaveLength(1);
  return { paymentIntentId: String(found[0]?.paymentIntentId) };
}

/** What the payments of the user's invoices were, and what was refunded of them. */
async function refundedOf(userId: string): Promise<number[]> {
  const { data } = await billing.sdk.invoices.list({
    customer: await customerOf(userId),
    expand: ['data.payments'],
  });
  const intents = data.map(({ payments }) => String(payments?.data[0]?.payment.payment_intent));
  const refunds = await Promise.all(
    intents.map((payment_intent) => billing.sdk.refunds.list({ payment_intent, limit: 100 })),
  );
  return refunds.map((list) => list.data.reduce((sum, { amount }) => sum + amount, 0)).sort((a, b) => a - b);
}

/** Neither in order nor reversed, and the same each time. */
function fromBothEnds(held: Delivery[]): Delivery[] {
  return held.map((_, index) => held.at(index % 2 === 0 ? index / 2 : -(index + 1) / 2) as Delivery);
}

describe('subscriptions that are bought several times', () => {
  it.each([
    ['in order', (held: Delivery[]) => held, 1],
    ['newest first and twice', (held: Delivery[]) => held.toReversed(), 2],
    ['alternately from both ends', fromBothEnds, 1],
  ] as const)('never give more than one month, with events that come %s', async (_name, order, times) => {
    const ada = await newUser();
    const pages = await openPages(ada, 'pro', 4);
    billing.hold();
    for (const page of pages) billing.stripe.payCheckout(page);
    expect(await deliverAll(ada, order, times)).toBe(month);
    expect(await monthlyOf(ada)).toBe(month);
    expect(await liveSubscriptions(ada)).toHaveLength(1);
    expect(await refundedOf(ada)).toEqual([0, pricePence, pricePence, pricePence]);
    const items = await billing.db.allItems();
    const mine = items.filter(({ sk, userId }) => sk === 'PAYMENT' && userId === ada);
    expect(mine.map(({ ungrantedCredits }) => ungrantedCredits)).toEqual([0, 0, 0, 0]);
  });

  it('give nothing after an upgrade in the portal whose event has not come yet', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const pages = await openPages(ada, 'pro', 3);
    billing.hold();
    await nextSecond();
    await upgrade(ada);
    for (const page of pages) billing.stripe.payCheckout(page);
    const bought = await deliverAll(ada, (held) => held.toReversed());
    expect(bought).toBe(await monthlyOf(ada));
    expect(bought).toBeLessThanOrEqual(month);
    expect((await refundedOf(ada)).slice(-3)).toEqual([pricePence, pricePence, pricePence]);
  });

  it('of the same second keep the one whose credits were granted', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const ada = await newUser();
      const [first = '', second = ''] = await openPages(ada, 'pro', 2);
      billing.hold();
      await nextSecond();
      billing.stripe.payCheckout(first);
      const [kept] = await liveSubscriptions(ada);
      await sync(ada);
      await availableTo(ada);
      billing.stripe.payCheckout(second);
      expect(await deliverAll(ada, (held) => held)).toBe(month);
      expect((await liveSubscriptions(ada)).map(({ id }) => id)).toEqual([kept?.id]);
      expect(await monthlyOf(ada)).toBe(month);
    }
  });

  /** Pays two pages in one second, so that the second subscription sorts before the first, which was synchronized. */
  async function payTheSmallerSecond(): Promise<{ ada: string; first: Stripe.Subscription }> {
    for (;;) {
      const ada = await newUser();
      const [page = '', second = ''] = await openPages(ada, 'pro', 2);
      billing.hold();
      await nextSecond();
      billing.stripe.payCheckout(page);
      const [first] = await liveSubscriptions(ada);
      if (!first) throw new Error('Nothing was bought');
      await sync(ada);
      billing.stripe.payCheckout(second);
      const [a, b] = await liveSubscriptions(ada);
      if (a && b && a.created === b.created && a.id < b.id === (a.id !== first.id)) return { ada, first };
    }
  }

  it('give one month also where the one to be refunded is booked meanwhile', async () => {
    const { ada, first } = await payTheSmallerSecond();
    const opened = await stripeAccount();
    const { invoices } = opened.stripe;
    const retrieve = invoices.retrieve.bind(invoices);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The second synchronization is about to withhold the credits of the first one.
    vi.spyOn(invoices, 'retrieve').mockImplementationOnce(async (...args) => {
      asked.resolve();
      await answered.promise;
      return retrieve(...args);
    });
    const running = sync(ada);
    await asked.promise;
    await availableTo(ada);
    await bookInvoice(
      opened,
      await retrieve(String(first.latest_invoice), { expand: invoiceExpansion }),
      ada,
    );
    answered.resolve();
    await running;
    await deliverAll(ada, (held) => held);
    expect(await monthlyOf(ada)).toBe(month);
    expect(await refundedOf(ada)).toEqual([0, pricePence]);
  });

  it('and were both granted leave one, and a person is told to refund the other', async () => {
    const { ada } = await payTheSmallerSecond();
    const counted = vi.spyOn(Metrics.prototype, 'addMetric');
    onTestFinished(() => counted.mockRestore());
    for (const { latest_invoice } of await liveSubscriptions(ada))
      await bookInvoice(
        await stripeAccount(),
        await billing.sdk.invoices.retrieve(String(latest_invoice), { expand: invoiceExpansion }),
        ada,
      );
    await sync(ada);
    expect(counted.mock.calls.filter(([name]) => name === 'PaymentMismatch')).toHaveLength(1);
    await sync(ada);
    expect(counted.mock.calls.filter(([name]) => name === 'PaymentMismatch')).toHaveLength(1);
    expect(await liveSubscriptions(ada)).toHaveLength(1);
    expect(await refundedOf(ada)).toEqual([0, 0]);
  });

  it('give the month of one that the customer’s balance paid in part, which no refund returns', async () => {
    const ada = await newUser();
    const [first = '', second = ''] = await openPages(ada, 'pro', 2);
    billing.hold();
    billing.stripe.payCheckout(first);
    await billing.sdk.customers.update(await customerOf(ada), { balance: -1000 });
    await nextSecond();
    billing.stripe.payCheckout(second);
    await deliverAll(ada, (held) => held);
    expect(await monthlyOf(ada)).toBe(2 * month);
    expect(await refundedOf(ada)).toEqual([0, 0]);
    expect(await liveSubscriptions(ada)).toHaveLength(1);
  });

  // The refund, then the cancellation of the surplus one.
  it.each([
    '/v1/refunds',
    '/v1/subscriptions/',
  ])('give one month also while calls of %s fail', async (path) => {
    const ada = await newUser();
    const pages = await openPages(ada, 'pro', 2);
    billing.hold();
    for (const page of pages) billing.stripe.payCheckout(page);
    await billing.stripe.webhooks.settle();
    const method = path === '/v1/refunds' ? 'POST' : 'DELETE';
    const restore = billing.stripe.faults.addCall({ fault: { kind: 'error' }, method, path, times: 500 });
    const held = [...billing.held];
    const paid = held.filter(({ body }) => JSON.parse(body).type === 'invoice.paid');
    for (const delivery of [...paid, ...paid]) expect((await billing.deliver(delivery)).status).toBe(500);
    // The site asks for the credits of the subscription that is kept.
    expect(await availableTo(ada)).toBe(FREE_CREDITS + month);
    restore();
    expect(await deliverAll(ada, (rest) => rest.toReversed())).toBe(month);
    expect(await monthlyOf(ada)).toBe(month);
    expect(await refundedOf(ada)).toEqual([0, pricePence]);
    expect(await liveSubscriptions(ada)).toHaveLength(1);
  });

  it('are refunded once that was begun, also where the one that was kept ends before', async () => {
    const ada = await newUser();
    const pages = await openPages(ada, 'pro', 2);
    billing.hold();
    for (const page of pages) billing.stripe.payCheckout(page);
    const restore = billing.stripe.faults.addCall({
      fault: { kind: 'error' },
      path: '/v1/refunds',
      times: 500,
    });
    await expect(sync(ada)).rejects.toThrow();
    restore();
    const { paymentIntentId } = await withheldPayment(ada);
    for (const { id, latest_invoice } of await liveSubscriptions(ada)) {
      const invoice = await billing.sdk.invoices.retrieve(String(latest_invoice), { expand: ['payments'] });
      if (invoice.payments?.data[0]?.payment.payment_intent !== paymentIntentId)
        await billing.sdk.subscriptions.cancel(id);
    }
    expect(await sync(ada)).toMatchObject({ subscribed: false });
    await deliverAll(ada, (held) => held);
    expect(await liveSubscriptions(ada)).toEqual([]);
    expect(await refundedOf(ada)).toEqual([0, pricePence]);
    expect(await monthlyOf(ada)).toBe(month);
  });

  it.each([
    'after',
    'before',
  ] as const)('give their month if their refund fails %s it was booked', async (moment) => {
    const ada = await newUser();
    const pages = await openPages(ada, 'pro', 2);
    billing.hold();
    for (const page of pages) billing.stripe.payCheckout(page);
    await sync(ada);
    const { paymentIntentId } = await withheldPayment(ada);
    if (moment === 'after') await deliverAll(ada, (held) => held);
    const { data } = await billing.sdk.refunds.list({ payment_intent: paymentIntentId });
    const id = String(data[0]?.id);
    const reversing = { id, kind: 'stripe-refund', paymentIntentId, pence: pricePence } as const;
    await undoTakeBack(await stripeAccount(), reversing);
    await undoTakeBack(await stripeAccount(), reversing);
    await deliverAll(ada, (held) => held.filter(({ body }) => !JSON.parse(body).type.startsWith('refund')));
    expect(await monthlyOf(ada)).toBe(2 * month);
    expect(await readPayment(paymentIntentId)).toMatchObject({ ungrantedCredits: 0, reversedPence: 0 });
  });

  it('stay in the ledger with no credits', async () => {
    const ada = await newUser();
    const pages = await openPages(ada, 'pro', 2);
    for (const page of pages) billing.stripe.payCheckout(page);
    await billing.stripe.webhooks.settle();
    const changes = (await entries(ada)).map(({ kind, subscription }) => `${kind} ${subscription}`);
    expect(changes.toSorted()).toEqual(['free 0', 'plan 0', `plan ${month}`, 'stripe-refund 0']);
  });
});

describe('open checkouts of a plan', () => {
  const statusOf = async (session: string) => (await billing.sdk.checkout.sessions.retrieve(session)).status;

  it('are closed by an upgrade in the portal, those of credits are not', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const [page = ''] = await openPages(ada, 'pro', 1);
    const pack = await openPayment(ada, 'SPECIAL_50', 50);
    await upgrade(ada);
    await billing.stripe.webhooks.settle();
    expect([await statusOf(page), await statusOf(pack)]).toEqual(['expired', 'open']);
  });

  it('are closed by that upgrade also if the first attempt fails', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const [page = ''] = await openPages(ada, 'pro', 1);
    billing.hold();
    await upgrade(ada);
    await billing.stripe.webhooks.settle();
    const path = `/v1/checkout/sessions/${page}/expire`;
    const restore = billing.stripe.faults.addCall({ fault: { kind: 'error' }, path, times: 3 });
    await expect(sync(ada)).rejects.toThrow();
    restore();
    await sync(ada);
    expect(await statusOf(page)).toBe('expired');
  });

  it('are closed when another one of the same second is paid, those of a bigger plan opened later are not', async () => {
    const ada = await newUser();
    const [paid = ''] = await openPages(ada, 'starter', 1);
    billing.hold();
    await nextSecond();
    const [same = ''] = await openPages(ada, 'starter', 1);
    billing.stripe.payCheckout(paid);
    const [later = ''] = await openPages(ada, 'pro', 1);
    await deliverAll(ada, (held) => held);
    expect([await statusOf(same), await statusOf(later)]).toEqual(['expired', 'open']);
  });

  it('stay open until the event of a payment, however often the subscription that it began is read', async () => {
    const ada = await newUser();
    const [page = ''] = await openPages(ada, 'pro', 1);
    billing.hold();
    // Stripe may list the subscription before its checkout is complete.
    billing.stripe.payCheckout(await openCheckout(ada, 'pro'));
    await sync(ada);
    expect(await statusOf(page)).toBe('open');
    await deliverAll(ada, (held) => held);
    expect(await statusOf(page)).toBe('expired');
  });
});
