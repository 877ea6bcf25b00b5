import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markEventHandled, readEventCheck } from '#lambdas/billing/billing-store.ts';
import { checkEvents } from '#lambdas/billing/check-events.ts';
import { runJob } from '#lambdas/platform/job.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { metrics } from '#lambdas/runtime/metrics.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, deliver, entries, openPayment, subscribe } = billing;

const counted = vi.spyOn(metrics, 'addMetric').mockImplementation(() => metrics);
const countOf = (metric: string) => counted.mock.calls.filter(([name]) => name === metric).length;

beforeEach(async () => {
  counted.mockClear();
  // The check is made once a day, so that no test may cross midnight.
  const hour = new Date(billing.stripe.clock.now()).getUTCHours();
  await billing.stripe.clock.advance({ hours: 36 - hour });
});
afterEach(() => {
  vi.useRealTimers();
});

let users = 0;

async function newSubscriber(): Promise<string> {
  const userId = await addUser(`user-${++users}`);
  await subscribe(userId, 'starter');
  return userId;
}

/** Buys a pack; returns its payment intent. */
async function topUp(userId: string): Promise<string> {
  const session = await openPayment(userId, 'SPECIAL_50', 50);
  billing.stripe.payCheckout(session);
  await billing.stripe.webhooks.settle();
  return String((await billing.sdk.checkout.sessions.retrieve(session)).payment_intent);
}

/** Runs the check at the present time of Stripe's clock, which tests move. */
async function check(secondsLater = 0): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: billing.stripe.clock.now() + secondsLater * 1000 });
  await runJob(checkEvents);
  vi.useRealTimers();
}

async function checkNextDay(): Promise<void> {
  await billing.stripe.clock.advance({ days: 1 });
  await check();
}

/** The ledger's kinds, oldest first, without the credits that came with the sign-up. */
async function kinds(userId: string): Promise<string[]> {
  const all = (await entries(userId)).map(({ kind }) => kind);
  return all.filter((kind) => kind !== 'free').toReversed();
}

/** An event about a refund, as Stripe lists it. */
const listedEvent = (id: string, created: number) => ({
  id,
  type: 'refund.created',
  created,
  data: { object: { id: 're_listed', payment_intent: 'pi_listed' } },
});

/** Makes Stripe list these events, and take four seconds for each page. */
async function listSlowly(events: readonly ReturnType<typeof listedEvent>[]) {
  const { stripe } = await stripeAccount();
  const lists = { pagesAfterTheFirst: 0, restore: () => spy.mockRestore() };
  const spy = vi.spyOn(stripe.events, 'list').mockImplementation(((query: Stripe.EventListParams) => {
    const { gte = 0, lt = 0 } = query.created as Stripe.RangeQueryParam;
    const found = events.filter(({ created }) => created >= gte && created < lt).toReversed();
    vi.setSystemTime(Date.now() + 4_000);
    const page = { data: found.slice(0, 100), has_more: found.length > 100 };
    return Object.assign(Promise.resolve(page), {
      async *[Symbol.asyncIterator]() {
        lists.pagesAfterTheFirst += page.has_more ? 1 : 0;
        yield* found;
      },
    });
  }) as never);
  return lists;
}

describe('the daily check of Stripe’s events', () => {
  it('books each refund, renewal and top-up once that the webhook missed', async () => {
    const ada = await newSubscriber();
    const refunded = await topUp(ada);
    billing.hold();
    await billing.stripe.clock.advance({ months: 1 });
    billing.stripe.refund(refunded);
    await topUp(ada);
    expect(await kinds(ada)).toEqual(['plan', 'topup']);
    await checkNextDay();
    const booked = ['plan', 'plan', 'stripe-refund', 'topup', 'topup'];
    expect((await kinds(ada)).toSorted()).toEqual(booked);
    expect((await account(ada)).credits).toMatchObject({
      creditsBalance: 50,
      subscriptionCreditsBalance: 30,
    });
    expect(countOf('EventMissed')).toBeGreaterThanOrEqual(3);
    expect(countOf('ReconcileFailed')).toBe(0);

    counted.mockClear();
    await checkNextDay();
    expect((await kinds(ada)).toSorted()).toEqual(booked);
    expect(countOf('EventMissed')).toBe(0);

    // The webhook is back, and Stripe sends everything again.
    for (const delivery of billing.held) expect((await deliver(delivery)).status).toBe(200);
    expect((await kinds(ada)).toSorted()).toEqual(booked);
  });

  it('finds nothing that the webhook has handled', async () => {
    const ada = await newSubscriber();
    await topUp(ada);
    await checkNextDay();
    expect(await kinds(ada)).toEqual(['plan', 'topup']);
    expect(countOf('EventMissed')).toBe(0);
  });

  it('goes on after an event that fails, and tries that one again the next day', async () => {
    const ada = await newSubscriber();
    const refunded = await topUp(ada);
    billing.hold();
    billing.stripe.refund(refunded);
    await topUp(ada);
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, path: '/v1/refunds', times: 9 });
    await checkNextDay();
    expect(await kinds(ada)).toEqual(['plan', 'topup', 'topup']);
    expect(countOf('EventMissed')).toBeGreaterThanOrEqual(2);
    billing.stripe.faults.clear();
    await checkNextDay();
    await checkNextDay();
    expect(await kinds(ada)).toEqual(['plan', 'topup', 'topup', 'stripe-refund']);
  });

  it('ignores what belongs to another stack on the same account', async () => {
    const ada = await newSubscriber();
    billing.hold();
    const stack = 'another-stack';
    const customer = await billing.sdk.customers.create({ metadata: { userId: ada, stack } });
    const { id } = await billing.sdk.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: [{ price: billing.settings.packs.SPECIAL_50.priceId, quantity: 1 }],
      success_url: 'https://www.example.com/',
      metadata: { kind: 'topup', userId: ada, credits: '50', pence: '1999', stack },
    });
    const { payment_intent } = billing.stripe.payCheckout(id);
    billing.stripe.refund(String(payment_intent));
    await checkNextDay();
    expect(await kinds(ada)).toEqual(['plan']);
    expect(countOf('EventMissed')).toBe(0);
  });

  it('leaves the last ten minutes to the webhook', async () => {
    const ada = await newSubscriber();
    await billing.stripe.clock.advance({ days: 1 });
    billing.hold();
    await topUp(ada);
    await check(9 * 60);
    expect(await kinds(ada)).toEqual(['plan']);
    await checkNextDay();
    expect(await kinds(ada)).toEqual(['plan', 'topup']);
  });

  it('ends before the reconciler’s time does, and goes on a minute later', async () => {
    const ada = await newSubscriber();
    const refunded = await topUp(ada);
    billing.hold();
    billing.stripe.refund(refunded, 400);
    await billing.stripe.clock.advance({ days: 1 });
    billing.stripe.refund(refunded, 400);
    const warned = vi.spyOn(logger, 'warn').mockImplementation(() => vi.setSystemTime(Date.now() + 21_000));
    await billing.stripe.clock.advance({ days: 1 });
    await check();
    expect(await kinds(ada)).toEqual(['plan', 'topup', 'stripe-refund']);
    warned.mockRestore();
    await check(60);
    expect(await kinds(ada)).toEqual(['plan', 'topup', 'stripe-refund', 'stripe-refund']);
  });

  it('lists one page at a time, looks each event up once, and goes on where it ended', async () => {
    await checkNextDay();
    await billing.stripe.clock.advance({ days: 3 });
    const start = Math.floor(billing.stripe.clock.now() / 1000) - 2 * 86_400;
    const events = Array.from({ length: 250 }, (_, n) => listedEvent(`evt_busy_${n}`, start + n * 10));
    for (const { id, type } of events) await markEventHandled(id, type);
    const lists = await listSlowly(events);
    const gets = vi.spyOn(dynamodb(), 'send');
    await check();
    const first = await readEventCheck();
    expect(first.day).toBe('');
    for (let minute = 1; minute < 20 && (await readEventCheck()).day === ''; minute += 1) {
      const before = await readEventCheck();
      await check(minute * 60);
      expect((await readEventCheck()).through).toBeGreaterThan(before.through);
    }
    expect((await readEventCheck()).day).not.toBe('');
    expect(lists.pagesAfterTheFirst).toBe(0);
    const asked = gets.mock.calls.filter(
      ([command]) => command instanceof GetCommand && JSON.stringify(command.input).includes('STRIPE_EVENT#'),
    );
    expect(asked).toHaveLength(events.length);
    gets.mockRestore();
    lists.restore();
  });

  it('does not begin again at an event that fails, until the next day', async () => {
    await checkNextDay();
    await billing.stripe.clock.advance({ days: 10 });
    const start = Math.floor(billing.stripe.clock.now() / 1000) - 9 * 86_400;
    const lists = await listSlowly([listedEvent('evt_fails', start)]);
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, path: '/v1/refunds', times: 99 });
    for (const day of [1, 2]) {
      counted.mockClear();
      for (let minute = 0; minute < 20; minute += 1) await check(minute * 60);
      expect([day, countOf('EventMissed')]).toEqual([day, 1]);
      expect(await readEventCheck()).toMatchObject({ through: start });
      await billing.stripe.clock.advance({ days: 1 });
    }
    lists.restore();
  });

  it('is made once a day, or a minute later if Stripe does not answer', async () => {
    await billing.stripe.clock.advance({ days: 1 });
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, path: '/v1/events', times: 9 });
    await check();
    expect(countOf('ReconcileFailed')).toBe(1);
    billing.stripe.faults.clear();
    await check(60);
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, path: '/v1/events', times: 9 });
    await check(120);
    expect(countOf('ReconcileFailed')).toBe(1);
  });

  it('has nothing to do where Stripe is not set up', async () => {
    billing.aws.answer('GetSecretValue', () => ({ SecretString: '{}' }));
    await checkNextDay();
    expect(countOf('ReconcileFailed')).toBe(0);
  });
});
