import { describe, expect, it } from 'vitest';
import { removeRest } from '#lambdas/accounts/deletion-store.ts';
import { listPayments, readPayment, readReversal, renamePayer } from '#lambdas/billing/billing-store.ts';
import { takeBackPayment, undoTakeBack } from '#lambdas/billing/reverse-payment.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { transactionFaults } from '#test/support/dynamodb.ts';
import { billingHarness, type Delivery } from './harness.ts';

const billing = billingHarness();
const { account, addUser, entries, subscribe } = billing;

let users = 0;
const newUser = () => addUser(`user-${++users}`);

async function customerOf(userId: string): Promise<{ customer: string }> {
  const item = (await billing.db.allItems()).find(
    ({ pk, sk }) => pk === `USER#${userId}` && sk === 'BILLING',
  );
  return { customer: String(item?.customerId) };
}

describe('refunds and disputes', () => {
  const paymentOf = async (session: string) =>
    String((await billing.sdk.checkout.sessions.retrieve(session)).payment_intent);

  async function buyPack(userId: string): Promise<string> {
    const session = await billing.openPayment(userId, 'SPECIAL_50', 50);
    billing.stripe.payCheckout(session);
    return paymentOf(session);
  }

  it('take back the credits of the pack, in parts that add up', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const payment = await buyPack(ada);
    billing.stripe.refund(payment, 500);
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.creditsBalance).toBe(50 - 12);
    billing.stripe.refund(payment);
    await billing.stripe.webhooks.settle();
    expect(await account(ada)).toMatchObject({
      credits: { creditsBalance: 0, subscriptionCreditsBalance: 15 },
    });
    expect((await entries(ada)).slice(0, 2).map(({ kind, purchased }) => [kind, purchased])).toEqual([
      ['stripe-refund', -38],
      ['stripe-refund', -12],
    ]);
  });

  it('of the same payment, reported at once, each take their part', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const payment = await buyPack(ada);
    await billing.stripe.webhooks.settle();
    billing.hold();
    for (const _ of [1, 2, 3, 4, 5]) billing.stripe.refund(payment, 300);
    await billing.stripe.webhooks.settle();
    const replies = await Promise.all(billing.held.map((delivery) => billing.deliver(delivery)));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await account(ada)).credits.creditsBalance).toBe(50 - Math.floor((50 * 1500) / 1999));
  });

  it('of a month take back monthly credits', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const { customer } = await customerOf(ada);
    const { data } = await billing.sdk.invoices.list({ customer, expand: ['data.payments'] });
    billing.stripe.refund(String(data[0]?.payments?.data[0]?.payment.payment_intent));
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(0);
  });

  it('of a month that a customer’s balance paid in part take back the other part', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const { customer } = await customerOf(ada);
    await billing.sdk.customers.update(customer, { balance: -1000 });
    await billing.stripe.clock.advance({ months: 1, hours: 2 });
    await billing.stripe.webhooks.settle();
    const { data } = await billing.sdk.invoices.list({ customer, expand: ['data.payments'] });
    billing.stripe.refund(String(data[0]?.payments?.data[0]?.payment.payment_intent), 999);
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(80 - Math.floor((40 * 999) / 1999));
  });

  it('that are reported before the payment take the credits as well', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const payment = await buyPack(ada);
    billing.stripe.refund(payment);
    await billing.stripe.webhooks.settle();
    for (const delivery of billing.held.toReversed())
      expect((await billing.deliver(delivery)).status).toBe(200);
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    const kinds = (await entries(ada)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'topup' || kind === 'stripe-refund').sort()).toEqual([
      'stripe-refund',
      'topup',
    ]);
  });

  it.each([
    ['in order', (held: Delivery[]) => held],
    ['newest first', (held: Delivery[]) => held.toReversed()],
  ] as const)('of a payment that is booked later never let its credits be spent, with events that come %s', async (_name, order) => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const session = await billing.openPayment(ada, 'SPECIAL_50', 50);
    billing.stripe.payCheckout(session);
    const paymentIntentId = await paymentOf(session);
    const { id } = billing.stripe.refund(paymentIntentId);
    await billing.stripe.webhooks.settle();
    const { body } = await billing.call(ada, 'verifyPayment', { sessionId: session });
    expect(body).toEqual({ success: false, message: 'This payment was refunded.' });
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    for (const delivery of order([...billing.held])) {
      expect((await billing.deliver(delivery)).status).toBe(200);
      expect((await account(ada)).credits.creditsBalance).toBe(0);
    }
    expect(await readPayment(paymentIntentId)).toMatchObject({ reversedPence: 1999, ungrantedCredits: 0 });
    expect(await readReversal(paymentIntentId, id)).toMatchObject({ asked: 50, taken: 50, shortfall: 0 });
    await undoTakeBack(await stripeAccount(), { id, kind: 'stripe-refund', paymentIntentId, pence: 1999 });
    expect((await account(ada)).credits.creditsBalance).toBe(50);
  });

  it('that failed before they were booked release nothing that is withheld for another one', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const session = await billing.openPayment(ada, 'SPECIAL_50', 50);
    billing.stripe.payCheckout(session);
    const paymentIntentId = await paymentOf(session);
    billing.stripe.refund(paymentIntentId);
    await billing.call(ada, 'verifyPayment', { sessionId: session });
    const failed = { id: 're_failed', kind: 'stripe-refund', paymentIntentId, pence: 1999 } as const;
    await undoTakeBack(await stripeAccount(), failed);
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    expect(await readPayment(paymentIntentId)).toMatchObject({ ungrantedCredits: 50 });
  });

  it('that come before the payment leave nothing to spend also where taking back fails', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const payment = await buyPack(ada);
    billing.stripe.refund(payment);
    await billing.stripe.webhooks.settle();
    const refund = billing.held.find(({ body }) => JSON.parse(body).type === 'refund.created');
    const faults = transactionFaults();
    let transactions = 0;
    faults.next = () => (++transactions === 2 ? 'lost' : undefined);
    await billing.deliver(refund as Delivery);
    faults.next = () => undefined;
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    await billing.deliver(refund as Delivery);
    expect(await readPayment(payment)).toMatchObject({ reversedPence: 1999, ungrantedCredits: 0 });
  });

  it('give the credits back when a dispute is won, and keep them when it is lost', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const disputes = [];
    for (const _ of [1, 2]) disputes.push(billing.stripe.dispute(await buyPack(ada)).id);
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    billing.stripe.closeDispute(disputes[0] ?? '', 'won');
    billing.stripe.closeDispute(disputes[1] ?? '', 'lost');
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.creditsBalance).toBe(50);
  });

  it('return no credits while another one still takes them back', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const paymentIntentId = await buyPack(ada);
    await billing.stripe.webhooks.settle();
    const balance = async () => (await account(ada)).credits.creditsBalance;
    const stripe = { stripe: billing.sdk, settings: billing.settings } as never;
    const refund = { id: 're_1', kind: 'stripe-refund', paymentIntentId, pence: 1999 } as const;
    const dispute = { id: 'dp_1', kind: 'dispute', paymentIntentId, pence: 1999 } as const;
    await takeBackPayment(stripe, refund);
    await takeBackPayment(stripe, dispute);
    expect(await balance()).toBe(0);
    // The card was closed, so the refund failed; the bank still withholds the price.
    await undoTakeBack(stripe, refund);
    expect(await balance()).toBe(0);
    await undoTakeBack(stripe, dispute);
    await undoTakeBack(stripe, dispute);
    expect(await balance()).toBe(50);
  });

  it('of an account that was deleted are recorded, and no credits are booked', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const paymentIntentId = await buyPack(ada);
    await billing.stripe.webhooks.settle();
    for (const payment of await listPayments(ada)) await renamePayer(payment, 'pseudonym');
    await removeRest(ada);
    billing.stripe.refund(paymentIntentId, 999);
    await billing.stripe.webhooks.settle();
    expect(await readPayment(paymentIntentId)).toMatchObject({ userId: 'pseudonym', reversedPence: 999 });

    const stripe = { stripe: billing.sdk, settings: billing.settings } as never;
    const dispute = { id: 'dp_gone', kind: 'dispute', paymentIntentId, pence: 1000 } as const;
    await takeBackPayment(stripe, dispute);
    await takeBackPayment(stripe, dispute);
    const reversal = { pence: 1000, asked: 26, taken: 0, shortfall: 26 };
    expect(await readPayment(paymentIntentId)).toMatchObject({ reversedPence: 1999 });
    expect(await readReversal(paymentIntentId, 'dp_gone')).toMatchObject({ ...reversal, undone: false });
    await undoTakeBack(stripe, dispute);
    await undoTakeBack(stripe, dispute);
    expect(await readPayment(paymentIntentId)).toMatchObject({ reversedPence: 999 });
    expect(await readReversal(paymentIntentId, 'dp_gone')).toMatchObject({ ...reversal, undone: true });
    const items = await billing.db.allItems();
    expect(items.filter(({ pk }) => [`USER#${ada}`, 'USER#pseudonym'].includes(String(pk)))).toEqual([]);
  });

  it('of a payment that came in after its account was deleted find nothing to take back', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const paymentIntentId = await buyPack(ada);
    await billing.stripe.webhooks.settle();
    await removeRest(ada);
    const stripe = { stripe: billing.sdk, settings: billing.settings } as never;
    await takeBackPayment(stripe, { id: 're_gone', kind: 'stripe-refund', paymentIntentId, pence: 1999 });
    expect(await readPayment(paymentIntentId)).toBeUndefined();
  });

  it('record what was spent already and never make a balance negative', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const payment = await buyPack(ada);
    await billing.stripe.webhooks.settle();
    const { spendCredits } = await import('#lambdas/credits/book-credits.ts');
    // 2 free, 15 monthly, 30 purchased.
    await spendCredits({ userId: ada, idempotencyKey: 'spend#feast', amount: 47 });
    billing.stripe.refund(payment);
    await billing.stripe.webhooks.settle();
    expect((await account(ada)).credits.creditsBalance).toBe(0);
    const reversal = (await billing.db.allItems()).find(
      ({ pk, sk }) => pk === `STRIPE_PAYMENT#${payment}` && String(sk).startsWith('REVERSAL#'),
    );
    expect(reversal).toMatchObject({ pence: 1999, asked: 50, taken: 20, shortfall: 30, undone: false });
  });
});
