import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { syncSubscription } from '#lambdas/billing/sync-subscription.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, entries, subscribe } = billing;

let users = 0;
const newUser = () => addUser(`user-${++users}`);

/** The user's live subscriptions at Stripe. */
async function liveSubscriptions(userId: string) {
  const { customer } = await customerOf(userId);
  return (await billing.sdk.subscriptions.list({ customer })).data;
}

async function customerOf(userId: string): Promise<{ customer: string }> {
  const item = (await billing.db.allItems()).find(
    ({ pk, sk }) => pk === `USER#${userId}` && sk === 'BILLING',
  );
  return { customer: String(item?.customerId) };
}

describe('a subscription', () => {
  it('begins with a payment, gives the plan and its month, and renews with another month', async () => {
    const ada = await newUser();
    expect((await call(ada, 'checkSubscription')).body).toMatchObject({
      subscribed: false,
      planName: 'none',
    });
    await subscribe(ada, 'starter');
    expect(await account(ada)).toMatchObject({
      tier: 'starter',
      subscription: {
        subscribed: true,
        planName: 'Starter',
        pricePence: 999,
        pastDue: false,
        cancelAtPeriodEnd: false,
      },
      credits: { subscriptionCreditsBalance: 15, creditsBalance: 0 },
    });
    const { body } = await call(ada, 'checkSubscription');
    // C3.2, C7.11
    expect(body).toMatchObject({
      subscribed: true,
      productId: billing.settings.plans.starter.productId,
      planName: 'Starter',
    });
    expect(Date.parse(body.subscriptionEnd)).toBeGreaterThan(billing.stripe.clock.now());

    await billing.stripe.clock.advance({ months: 1 });
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(30);
    expect((await entries(ada)).map(({ kind, subscription, note }) => [kind, subscription, note])).toEqual([
      ['plan', 15, 'Starter'],
      ['plan', 15, 'Starter'],
      ['free', 0, ''],
    ]);
  });

  it('is replaced by a bigger one: the old one ends once the new one is paid, all credits stay', async () => {
    const ada = await newUser();
    // Both begin within one second, the resolution of Stripe's times.
    await sleep(1000 - (Date.now() % 1000));
    await subscribe(ada, 'starter');
    await subscribe(ada, 'pro');
    expect(await account(ada)).toMatchObject({
      tier: 'pro',
      subscription: { planName: 'Pro' },
      credits: { subscriptionCreditsBalance: 55 },
    });
    expect(await liveSubscriptions(ada)).toHaveLength(1);
  });

  it('is not touched by a bigger one whose card is declined', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    await expect(subscribe(ada, 'pro', 'declines')).rejects.toThrow(/declined/);
    expect(await account(ada)).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: 15 },
    });
    expect(await liveSubscriptions(ada)).toHaveLength(1);
  });

  it('that is paid four times at once is charged once: the other charges are refunded', async () => {
    const ada = await newUser();
    const sessions = [];
    for (let tab = 1; tab <= 4; tab += 1) sessions.push(await billing.openCheckout(ada, 'pro'));
    for (const session of sessions) billing.stripe.payCheckout(session);
    await billing.stripe.webhooks.settle(30_000);
    expect(await liveSubscriptions(ada)).toHaveLength(1);
    const { data: invoices } = await billing.sdk.invoices.list(await customerOf(ada));
    expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(4);
    const { data: refunds } = await billing.sdk.refunds.list({ limit: 100 });
    expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual(
      Array(3).fill([plans.pro.pricePence, 'duplicate']),
    );
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(plans.pro.creditsPerMonth);
    const kinds = (await entries(ada)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'plan').length).toBe(
      1 + kinds.filter((kind) => kind === 'stripe-refund').length,
    );
  });

  it('closes the other open checkouts of the user', async () => {
    const ada = await newUser();
    const other = await billing.openCheckout(ada, 'pro');
    await billing.stripe.clock.advance({ hours: 1 });
    await subscribe(ada, 'starter');
    expect((await billing.sdk.checkout.sessions.retrieve(other)).status).toBe('expired');
    expect(() => billing.stripe.payCheckout(other)).toThrow();
  });

  it('leaves a checkout open that was opened after it was paid, however late the events come', async () => {
    const ada = await newUser();
    billing.hold();
    await subscribe(ada, 'starter');
    await billing.stripe.webhooks.settle();
    await expect
      .poll(async () => (await call(ada, 'checkSubscription')).body.subscribed, {
        timeout: 10_000,
        interval: 500,
      })
      .toBe(true);
    const later = await billing.openPayment(ada, 'SPECIAL_50', 50);
    expect(billing.held.map(({ body }) => JSON.parse(body).type)).toContain('checkout.session.completed');
    for (const delivery of billing.held) await billing.deliver(delivery);
    expect((await billing.sdk.checkout.sessions.retrieve(later)).status).toBe('open');
  });

  it('goes on while a renewal cannot be collected, without credits, and recovers', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const { customer } = await customerOf(ada);
    billing.stripe.setCard(customer, 'declines');
    await billing.stripe.clock.advance({ months: 1, hours: 1 });
    await billing.stripe.webhooks.settle();
    expect(await account(ada)).toMatchObject({
      tier: 'pro',
      subscription: { subscribed: true, pastDue: true },
      credits: { subscriptionCreditsBalance: 40 },
    });
    expect((await call(ada, 'allocateCredits')).body).toMatchObject({ allocated: 0 });
    billing.stripe.setCard(customer, 'good');
    await billing.stripe.clock.advance({ days: 10 });
    await billing.stripe.webhooks.settle();
    expect(await account(ada)).toMatchObject({
      tier: 'pro',
      subscription: { pastDue: false },
      credits: { subscriptionCreditsBalance: 80 },
    });
  });

  it('that lapses leaves the credits; the tier falls to Free, or to Starter with purchased credits', async () => {
    const [ada, bob] = [await newUser(), await newUser()];
    for (const user of [ada, bob]) {
      await subscribe(user, 'pro');
      if (user === bob) billing.stripe.payCheckout(await billing.openPayment(bob, 'SPECIAL_50', 50));
      const [subscription] = await liveSubscriptions(user);
      await billing.sdk.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    }
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).subscription).toMatchObject({ subscribed: true, cancelAtPeriodEnd: true });
    await billing.stripe.clock.advance({ months: 1 });
    await billing.stripe.webhooks.settle();
    expect(await account(ada)).toMatchObject({
      tier: 'free',
      subscription: { subscribed: false, planName: 'none', subscriptionEnd: null },
      credits: { subscriptionCreditsBalance: 40 },
    });
    expect(await account(bob)).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: 40, creditsBalance: 50 },
    });
  });

  it.each([
    // Two thirds of April: 40 credits of Pro less 15 of Starter, which charge 1,332 less 666 pence.
    ['that is prorated', 'unchanged', 16],
    // A whole month of Pro, less the unused 15 of Starter.
    ['that begins a new period', 'now', 30],
  ] as const)('upgraded at Stripe %s gives the credits that are charged', async (_name, anchor, bought) => {
    const ada = await newUser();
    const { clock } = billing.stripe;
    const year = new Date(clock.now()).getUTCFullYear();
    await clock.advanceTo(Date.UTC(year + 1, 3, 1));
    await subscribe(ada, 'starter');
    const [subscription] = await liveSubscriptions(ada);
    await clock.advance({ days: 10 });
    await billing.sdk.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: String(subscription?.items.data[0]?.id), price: billing.settings.plans.pro.priceId }],
      proration_behavior: 'always_invoice',
      billing_cycle_anchor: { type: anchor },
    });
    await billing.stripe.webhooks.settle();
    const credits = { subscriptionCreditsBalance: plans.starter.creditsPerMonth + bought };
    expect(await account(ada)).toMatchObject({ tier: 'pro', credits });
    expect((await call(ada, 'allocateCredits')).body).toMatchObject({ allocated: 0 });
    expect((await entries(ada))[0]).toMatchObject({ kind: 'plan', subscription: bought, note: 'Pro' });
    await billing.stripe.clock.advance({ months: 1 });
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(
      credits.subscriptionCreditsBalance + plans.pro.creditsPerMonth,
    );
  });

  it('upgraded at Stripe gives the same credits if its plan costs less by now', async () => {
    const ada = await newUser();
    const { clock } = billing.stripe;
    const year = new Date(clock.now()).getUTCFullYear();
    await clock.advanceTo(Date.UTC(year + 1, 3, 1));
    await subscribe(ada, 'starter');
    const { pricePence } = plans.starter;
    Object.assign(plans.starter, { pricePence: pricePence / 2 });
    onTestFinished(() => void Object.assign(plans.starter, { pricePence }));
    const [subscription] = await liveSubscriptions(ada);
    await clock.advance({ days: 10 });
    await billing.sdk.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: String(subscription?.items.data[0]?.id), price: billing.settings.plans.pro.priceId }],
      proration_behavior: 'always_invoice',
    });
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(15 + 16);
  });

  it('downgraded at Stripe in the middle of a month charges and gives nothing', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const [subscription] = await liveSubscriptions(ada);
    await billing.stripe.clock.advance({ days: 10 });
    await billing.sdk.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: String(subscription?.items.data[0]?.id), price: billing.settings.plans.starter.priceId }],
      proration_behavior: 'always_invoice',
    });
    await billing.stripe.webhooks.settle();
    expect(await account(ada)).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: plans.pro.creditsPerMonth },
    });
  });

  it('downgraded and upgraded again at Stripe gives no credits for the money that the downgrade returned', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const [subscription] = await liveSubscriptions(ada);
    const switchTo = (plan: PlanId) =>
      billing.sdk.subscriptions.update(subscription?.id ?? '', {
        items: [{ id: String(subscription?.items.data[0]?.id), price: billing.settings.plans[plan].priceId }],
        proration_behavior: 'always_invoice',
      });
    for (const plan of ['starter', 'pro', 'starter', 'pro'] as const) await switchTo(plan);
    await billing.stripe.webhooks.settle();
    const credits = { subscriptionCreditsBalance: plans.pro.creditsPerMonth };
    expect(await account(ada)).toMatchObject({ tier: 'pro', credits });
    expect((await call(ada, 'allocateCredits')).body).toMatchObject({ allocated: 0 });
  });

  it('that is to change at the end of the month says so, until it has changed or the person keeps it', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const [subscription] = await liveSubscriptions(ada);
    const inPortal = async (action: string) => {
      const { body } = await call(ada, 'openPortal');
      await fetch(body.url, {
        method: 'POST',
        body: new URLSearchParams({
          action,
          subscription: String(subscription?.id),
          price: billing.settings.plans.starter.priceId,
        }),
      });
      await billing.stripe.webhooks.settle();
      return (await call(ada, 'checkSubscription')).body;
    };
    expect(await inPortal('switch')).toMatchObject({ planName: 'Pro', nextPlan: 'Starter' });
    expect(await inPortal('keep')).toMatchObject({ planName: 'Pro', nextPlan: null });
    await inPortal('switch');
    // The catalogue's price changes; the scheduled change keeps the former one.
    const { plans: offers } = (await stripeAccount()).settings;
    const { starter } = offers;
    Object.assign(offers, { starter: { ...starter, priceId: 'price_new' } });
    onTestFinished(() => void Object.assign(offers, { starter }));
    await syncSubscription(await stripeAccount(), ada, (await customerOf(ada)).customer);
    expect((await call(ada, 'checkSubscription')).body).toMatchObject({ nextPlan: 'Starter' });
    await billing.stripe.clock.advance({ months: 1 });
    await billing.stripe.webhooks.settle();
    expect((await call(ada, 'checkSubscription')).body).toMatchObject({
      planName: 'Starter',
      nextPlan: null,
    });
  });
});
