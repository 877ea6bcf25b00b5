import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { type PackId, type PlanId, topUpPacks } from '#shared/domain/plans.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { booksOf, boughtBy, idIn } from '#test/support/stripe-books.ts';
import { billingHarness, type Delivery } from './harness.ts';

const billing = billingHarness();

/**
 * Events in the life of one customer: by the customer, at Stripe, or between Stripe and us. Numbers choose among what
 * exists.
 */
type Step =
  | { readonly kind: 'checkout'; readonly plan: PlanId; readonly pay: boolean }
  | { readonly kind: 'pack'; readonly pack: PackId; readonly pay: boolean; readonly verify: boolean }
  | { readonly kind: 'month' | 'days' | 'check' | 'allocate' | 'spend' | 'cancel' | 'resume' }
  | { readonly kind: 'switch'; readonly plan: PlanId }
  | { readonly kind: 'card'; readonly good: boolean }
  | { readonly kind: 'refund' | 'dispute'; readonly which: number; readonly part: number }
  | { readonly kind: 'close'; readonly which: number; readonly won: boolean }
  | { readonly kind: 'deliver'; readonly which: number; readonly atOnce: number; readonly times: number }
  | { readonly kind: 'replay'; readonly which: number };

const plan = fc.constantFrom<PlanId>('starter', 'pro');
const which = fc.nat(20);
const mostly = fc.nat(9).map((n) => n < 8);
const kind = <K extends string>(...kinds: K[]) => fc.constantFrom<K>(...kinds);
const one = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const step = fc.oneof(
  one(4, fc.record({ kind: kind('checkout'), plan, pay: mostly })),
  one(
    4,
    fc.record({
      kind: kind('pack'),
      pack: fc.constantFrom<PackId>('SPECIAL_50', 'REGULAR_100', 'REGULAR_200'),
      pay: mostly,
      verify: fc.boolean(),
    }),
  ),
  one(4, fc.record({ kind: kind('month', 'days') })),
  one(3, fc.record({ kind: kind('check', 'allocate') })),
  one(3, fc.record({ kind: kind('spend', 'cancel', 'resume') })),
  one(3, fc.record({ kind: kind('switch'), plan })),
  one(2, fc.record({ kind: kind('card'), good: mostly })),
  one(4, fc.record({ kind: kind('refund', 'dispute'), which, part: fc.integer({ min: 1, max: 3 }) })),
  one(2, fc.record({ kind: kind('close'), which, won: fc.boolean() })),
  one(
    8,
    fc.record({
      kind: kind('deliver'),
      which,
      atOnce: fc.integer({ min: 1, max: 6 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  one(2, fc.record({ kind: kind('replay'), which })),
);

/** Every life begins with a paid plan; without one, little can go wrong. */
const lives = fc
  .tuple(plan, fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }))
  .map(([first, rest]): Step[] => [{ kind: 'checkout', plan: first, pay: true }, ...rest]);

let customers = 0;

/**
 * Runs the steps of one customer's life. Stripe's events wait until a step delivers them; the rest is delivered at the
 * end.
 */
async function live(life: readonly Step[]) {
  const userId = await billing.addUser(`life-${++customers}`);
  const delivered: Delivery[] = [];
  const failures: string[] = [];
  const note = (what: string, status: number) => {
    if (status >= 400) failures.push(`${what}: ${status}`);
  };
  billing.hold();
  billing.held.length = 0;
  const open: string[] = [];

  const customerOf = async () =>
    (await billing.sdk.customers.list({ email: `${userId}@example.com` })).data[0]?.id;
  const books = async () => booksOf(billing.sdk, await customerOf());
  const intents = async () => {
    const { invoices, sessions } = await books();
    return [
      ...invoices.map(({ payments }) => idIn(payments?.data[0]?.payment.payment_intent)),
      ...sessions.map(({ payment_intent }) => idIn(payment_intent)),
    ].filter((intent) => intent !== '');
  };
  const pick = <T>(list: readonly T[], index: number) => list[index % Math.max(list.length, 1)];
  /** Stripe refuses what is impossible at the moment, such as a second full refund. */
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error) || !('type' in error)) throw error;
    }
  };
  /** Waits until the harness holds what Stripe has sent so far. */
  const collect = () => billing.stripe.webhooks.settle();
  const deliver = async (delivery: Delivery, times: number) => {
    const replies = await Promise.all(Array.from({ length: times }, () => billing.deliver(delivery)));
    for (const { status } of replies) note(`delivery ${JSON.parse(delivery.body).type}`, status);
    delivered.push(delivery);
  };

  const act = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'checkout': {
        const { priceId } = billing.settings.plans[step.plan];
        const { status, body } = await billing.call(userId, 'createCheckout', { priceId });
        if (status === 201) open.push(body.url.split('/').at(-1));
        else expect(['already_subscribed', 'downgrade_in_portal']).toContain(body.code);
        const session = step.pay ? open.pop() : undefined;
        if (session) await attempt(() => billing.stripe.payCheckout(session));
        return;
      }
      case 'pack': {
        const { priceId } = billing.settings.packs[step.pack];
        const { credits } = topUpPacks[step.pack];
        const { status, body } = await billing.call(userId, 'createPayment', { priceId, credits });
        if (status !== 201) return expect(body.code).toBe('subscribers_only');
        const session = body.url.split('/').at(-1);
        if (step.pay) await attempt(() => billing.stripe.payCheckout(session));
        else open.push(session);
        if (step.verify)
          note('verify', (await billing.call(userId, 'verifyPayment', { sessionId: session })).status);
        return;
      }
      case 'month':
        return billing.stripe.clock.advance({ months: 1, hours: 2 });
      case 'days':
        return billing.stripe.clock.advance({ days: 4 });
      case 'check':
        return note('check', (await billing.call(userId, 'checkSubscription')).status);
      case 'allocate':
        return note('allocate', (await billing.call(userId, 'allocateCredits')).status);
      case 'spend':
        await spendCredits({ userId, idempotencyKey: `spend#${Math.random()}`, amount: 7 });
        return;
      case 'cancel':
      case 'resume': {
        const [subscription] = (await books()).subscriptions;
        const cancel_at_period_end = step.kind === 'cancel';
        if (subscription)
          await attempt(() => billing.sdk.subscriptions.update(subscription.id, { cancel_at_period_end }));
        return;
      }
      case 'switch': {
        const [subscription] = (await books()).subscriptions;
        const item = subscription?.items.data[0];
        if (subscription && item)
          await attempt(() =>
            billing.sdk.subscriptions.update(subscription.id, {
              items: [{ id: item.id, price: billing.settings.plans[step.plan].priceId }],
              proration_behavior: 'always_invoice',
            }),
          );
        return;
      }
      case 'card': {
        const customer = await customerOf();
        if (customer) await attempt(() => billing.stripe.setCard(customer, step.good ? 'good' : 'declines'));
        return;
      }
      case 'refund':
      case 'dispute': {
        const intent = pick(await intents(), step.which);
        if (intent === undefined) return;
        if (step.kind === 'dispute') return attempt(() => billing.stripe.dispute(intent));
        const { amount } = await billing.sdk.paymentIntents.retrieve(intent);
        return attempt(() => billing.stripe.refund(intent, Math.ceil(amount / step.part)));
      }
      case 'close': {
        const { data } = await billing.sdk.disputes.list({ limit: 100 });
        const mine = await intents();
        const dispute = pick(
          data.filter(({ payment_intent }) => mine.includes(idIn(payment_intent))),
          step.which,
        );
        if (dispute) await attempt(() => billing.stripe.closeDispute(dispute.id, step.won ? 'won' : 'lost'));
        return;
      }
      case 'deliver': {
        await collect();
        const index = step.which % Math.max(billing.held.length, 1);
        const chosen = billing.held.splice(index, step.atOnce);
        await Promise.all(chosen.map((delivery) => deliver(delivery, step.times)));
        return;
      }
      case 'replay': {
        const again = pick(delivered, step.which);
        if (again) await deliver(again, 1);
      }
    }
  };

  for (const step of life) await act(step);
  // The rest arrives in the end, newest first; what that causes is delivered too.
  for (;;) {
    await collect();
    const next = billing.held.pop();
    if (!next) break;
    await deliver(next, 1);
  }
  const present = await books();
  // Otherwise this customer's renewals would go on during the lives that follow.
  const customer = await customerOf();
  if (customer) await billing.sdk.customers.del(customer);
  await collect();
  return { userId, books: present, failures };
}

describe('over random lives, events coming late, twice and in any order', () => {
  // R3.4
  it('the ledger says what Stripe says was paid, and the tier follows the live subscription', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        await billing.db.clear();
        const { userId, books, failures } = await live(life);
        expect(failures).toEqual([]);
        const { tier, credits, subscription } = await billing.account(userId);
        const entries = await billing.entries(userId);

        // Every payment was granted once, or withheld because it was to go back; nothing was granted without one.
        const bought = await boughtBy(billing.sdk, billing.settings, books);
        const granted = entries
          .filter(({ kind }) => kind === 'plan' || kind === 'topup')
          .map(({ id, subscription: monthly, purchased }) => [id, monthly + purchased]);
        const withheld = new Set(granted.flatMap(([id, n]) => (n === 0 ? [id] : [])));
        expect(granted.sort()).toEqual(
          bought
            .map(({ ledgerEntryId: id, credits: n, mayBeWithheld }) => [
              id,
              mayBeWithheld && withheld.has(id) ? 0 : n,
            ])
            .sort(),
        );

        // What went back took its part of the credits, or as much as was left.
        const items = await billing.db.allItems();
        for (const { ledgerEntryId, credits: n, pence, reversedPence: back } of bought) {
          const payment = items.find((item) => item.sk === 'PAYMENT' && item.ledgerEntryId === ledgerEntryId);
          if (!payment) {
            expect(back).toBe(0);
            continue;
          }
          expect([payment.credits, payment.pence, payment.reversedPence]).toEqual([n, pence, back]);
          expect(payment.ungrantedCredits ?? 0).toBe(0);
          const reversals = items.filter(
            ({ pk, sk, undone }) => pk === payment.pk && String(sk).startsWith('REVERSAL#') && !undone,
          );
          for (const { asked, taken, shortfall } of reversals)
            expect(Number(taken) + Number(shortfall)).toBe(asked);
        }

        // The ledger explains the balances, and none is negative at any time.
        const sum = (bucket: 'free' | 'subscription' | 'purchased') =>
          entries.reduce((total, entry) => total + entry[bucket], 0);
        expect([sum('free'), sum('subscription'), sum('purchased')]).toEqual([
          credits.freeCreditsLimit - credits.freeCreditsUsed,
          credits.subscriptionCreditsBalance,
          credits.creditsBalance,
        ]);
        expect(entries.every(({ availableAfter }) => availableAfter >= 0)).toBe(true);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);

        // One live subscription at most, and the tier is its own.
        const running = books.subscriptions.filter(
          ({ status }) => status === 'active' || status === 'past_due',
        );
        expect(running.length).toBeLessThanOrEqual(1);
        const product = running[0]?.items.data[0]?.price.product ?? null;
        expect(subscription.productId).toBe(product);
        expect(subscription.pastDue).toBe(running[0]?.status === 'past_due');
        const { pro, starter } = billing.settings.plans;
        const expected =
          product === pro.productId
            ? 'pro'
            : product === starter.productId || credits.creditsBalance > 0
              ? 'starter'
              : 'free';
        expect(tier).toBe(expected);
      }),
      // Shrinking would live hundreds of lives; the seed in the report repeats the one that failed.
      { numRuns: propertyRuns(4), endOnFailure: true },
    );
  }, 180_000);
});
