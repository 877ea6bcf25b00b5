import { describe, expect, it } from 'vitest';
import { topUpMetadata } from '#lambdas/billing/book-top-up.ts';
import { topUpPacks } from '#shared/domain/plans.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, entries, openPayment, subscribe } = billing;
let users = 0;
const newUser = () => addUser(`user-${++users}`);

async function newSubscriber(): Promise<string> {
  const userId = await newUser();
  await subscribe(userId, 'starter');
  return userId;
}

/** A top-up that was paid, its buyer and Stripe's event, which is held. */
async function paidTopUp() {
  const userId = await newSubscriber();
  const session = await openPayment(userId, 'SPECIAL_50', 50);
  billing.hold();
  billing.stripe.payCheckout(session);
  await billing.stripe.webhooks.settle();
  const delivery = billing.held.find(({ body }) => JSON.parse(body).type === 'checkout.session.completed');
  if (!delivery) throw new Error('Stripe told nothing');
  return { userId, session, delivery };
}

const balanceOf = async (userId: string) => (await account(userId)).credits.creditsBalance;

describe('a checkout session', () => {
  it('that was refunded is not said to have added credits', async () => {
    const ada = await newSubscriber();
    const session = await openPayment(ada, 'SPECIAL_50', 50);
    billing.stripe.payCheckout(session);
    await billing.stripe.webhooks.settle();
    expect((await call(ada, 'verifyPayment', { sessionId: session })).body.success).toBe(true);
    const { payment_intent: intent } = await billing.sdk.checkout.sessions.retrieve(session);
    billing.stripe.refund(String(intent));
    await billing.stripe.webhooks.settle();
    const { body } = await call(ada, 'verifyPayment', { sessionId: session });
    expect(body).toEqual({ success: false, message: 'This payment was refunded.' });
  });

  it('that was refunded in part says so, and is no failure', async () => {
    const ada = await newSubscriber();
    const session = await openPayment(ada, 'SPECIAL_50', 50);
    billing.stripe.payCheckout(session);
    const { payment_intent: intent } = await billing.sdk.checkout.sessions.retrieve(session);
    billing.stripe.refund(String(intent), 1);
    await billing.stripe.webhooks.settle();
    const { body } = await call(ada, 'verifyPayment', { sessionId: session });
    expect(body).toEqual({
      success: true,
      message: 'Part of this payment was refunded. The other credits are in your account.',
    });
  });

  // T2.T1, T6.T1
  it('of somebody else is not found', async () => {
    const { userId, session } = await paidTopUp();
    const thief = await newUser();
    const reply = await call(thief, 'verifyPayment', { sessionId: session });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    expect([await balanceOf(thief), await balanceOf(userId)]).toEqual([0, 0]);
  });

  it.each(['cs_test_nothing', 'pi_123', 'x'])('that does not exist (%s) is not found', async (sessionId) => {
    const reply = await call(await newUser(), 'verifyPayment', { sessionId });
    expect(reply.status).toBe(404);
  });

  it('with a path in its id is refused', async () => {
    const reply = await call(await newUser(), 'verifyPayment', { sessionId: '../customers' });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input']);
  });

  it('of a plan is no top-up', async () => {
    const ada = await newUser();
    const session = await subscribe(ada, 'pro');
    expect((await call(ada, 'verifyPayment', { sessionId: session })).status).toBe(404);
  });

  it.each(['open', 'expired'] as const)('that is %s and unpaid books nothing', async (state) => {
    const ada = await newSubscriber();
    const session = await openPayment(ada, 'REGULAR_200', 200);
    if (state === 'expired') await billing.sdk.checkout.sessions.expire(session);
    const reply = await call(ada, 'verifyPayment', { sessionId: session });
    expect([reply.status, reply.body.success]).toEqual([200, false]);
    expect(await balanceOf(ada)).toBe(0);
  });

  // T6.T1, V2.3.1
  it('that asked for another amount than its credits cost books nothing', async () => {
    const ada = await newSubscriber();
    const { pricePence } = topUpPacks.REGULAR_200;
    const { customers } = billing.sdk;
    const customer = (await customers.list({ email: `${ada}@example.com` })).data[0]?.id ?? '';
    const session = await billing.sdk.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [
        { price_data: { currency: 'gbp', unit_amount: 1, product_data: { name: 'Credits' } }, quantity: 1 },
      ],
      metadata: topUpMetadata({ userId: ada, credits: 200, pence: pricePence }),
      success_url: 'https://www.example.com/credits',
    });
    billing.stripe.payCheckout(session.id);
    await billing.stripe.webhooks.settle();
    const { body } = await call(ada, 'verifyPayment', { sessionId: session.id });
    expect(body).toEqual({
      success: false,
      message: 'The amount paid differs from the price. No credits were added. Please contact us.',
    });
    expect(await balanceOf(ada)).toBe(0);
  });

  it('that is verified 50 times at once books once', async () => {
    const { userId, session } = await paidTopUp();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => call(userId, 'verifyPayment', { sessionId: session })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.success}`))).toEqual(
      new Set(['200 true']),
    );
    expect(await balanceOf(userId)).toBe(50);
    expect((await entries(userId)).filter(({ kind }) => kind === 'topup')).toHaveLength(1);
  });
});
