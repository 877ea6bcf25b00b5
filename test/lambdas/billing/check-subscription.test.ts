import { describe, expect, it, vi } from 'vitest';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, subscribe } = billing;

let users = 0;
const newUser = () => addUser(`user-${++users}`);

describe('when no event arrives', () => {
  it('check and allocate find out by themselves', async () => {
    const ada = await newUser();
    billing.hold();
    await subscribe(ada, 'starter');
    expect((await account(ada)).tier).toBe('free');
    // The answer before the payment is believed for a few seconds at most while a checkout is open.
    // C7.11
    await expect
      .poll(async () => (await call(ada, 'checkSubscription')).body.planName, {
        timeout: 10_000,
        interval: 500,
      })
      .toBe('Starter');
    // C7.12
    expect((await call(ada, 'allocateCredits')).body).toMatchObject({
      allocated: 15,
      credits: { subscriptionCreditsBalance: 15, available: 17 },
    });
    expect((await call(ada, 'allocateCredits')).body).toMatchObject({ allocated: 0 });
    for (const delivery of billing.held) expect((await billing.deliver(delivery)).status).toBe(200);
    expect((await account(ada)).credits.subscriptionCreditsBalance).toBe(15);
  });

  it('verify books a top-up, and the webhook not again', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    billing.hold();
    const session = await billing.openPayment(ada, 'REGULAR_100', 100);
    expect((await call(ada, 'verifyPayment', { sessionId: session })).body).toEqual({
      success: false,
      message: 'This payment has not been completed.',
    });
    billing.stripe.payCheckout(session);
    const verified = await call(ada, 'verifyPayment', { sessionId: session });
    expect(verified.body).toEqual({ success: true, message: '100 credits were added to your account!' });
    await billing.stripe.webhooks.settle();
    for (const delivery of billing.held) await billing.deliver(delivery);
    expect(await account(ada)).toMatchObject({ credits: { creditsBalance: 100 } });
  });

  it('many checks at once ask Stripe once, so that one person cannot use up its rate limit', async () => {
    const ada = await newUser();
    await billing.openCheckout(ada, 'starter');
    const handle = vi.spyOn(billing.stripe, 'handle');
    const replies = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'checkSubscription')));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const asked = handle.mock.calls.filter(([{ url }]) => url?.startsWith('/v1/subscriptions'));
    expect(asked).toHaveLength(1);
  });

  // T6.D1, V16.5.2
  it('the table answers while Stripe does not', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, times: 50 });
    const { status, body } = await call(ada, 'checkSubscription');
    // C7.11
    expect([status, body.planName]).toEqual([200, 'Pro']);
    const refused = await call(ada, 'openPortal');
    expect([refused.status, refused.body.code]).toEqual([503, 'payments_unavailable']);
  });
});
