import { describe, expect, it, onTestFinished } from 'vitest';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { addUser, call, openCheckout, openPayment, subscribe } = billing;
let users = 0;
const newUser = () => addUser(`user-${++users}`);

async function newSubscriber(): Promise<string> {
  const userId = await newUser();
  await subscribe(userId, 'starter');
  return userId;
}

describe('what the browser sends', () => {
  it.each([
    ['a price of nobody', () => 'price_1'],
    ['the price of a pack', () => billing.settings.packs.SPECIAL_50.priceId],
    ['a product', () => billing.settings.plans.pro.productId],
  ])('%s is no plan', async (_name, priceId) => {
    const reply = await call(await newUser(), 'createCheckout', { priceId: priceId() });
    // C7.31
    expect([reply.status, reply.body.code]).toEqual([400, 'price_unknown']);
  });

  it.each([
    [
      'more credits than the pack holds',
      () => ({ priceId: billing.settings.packs.SPECIAL_50.priceId, credits: 200 }),
    ],
    ['the price of a plan', () => ({ priceId: billing.settings.plans.pro.priceId, credits: 40 })],
    ['a price of nobody', () => ({ priceId: 'price_1', credits: 50 })],
  ])('%s is no pack', async (_name, body) => {
    const reply = await call(await newSubscriber(), 'createPayment', body());
    // C7.31
    expect([reply.status, reply.body.code]).toEqual([400, 'price_unknown']);
  });

  // T6.T1
  it('a pack that Stripe sells at another price than ours is not for sale, and nobody can pay it', async () => {
    const ada = await newSubscriber();
    const { pricePence } = topUpPacks.SPECIAL_50;
    // The new price is deployed, and the command that tells Stripe has not run yet.
    Object.assign(topUpPacks.SPECIAL_50, { pricePence: pricePence + 100 });
    onTestFinished(() => void Object.assign(topUpPacks.SPECIAL_50, { pricePence }));
    const { priceId } = billing.settings.packs.SPECIAL_50;
    const reply = await call(ada, 'createPayment', { priceId, credits: 50 });
    expect([reply.status, reply.body.code]).toEqual([400, 'price_unknown']);
    const { data } = await billing.sdk.customers.list({ email: `${ada}@example.com` });
    const sessions = await billing.sdk.checkout.sessions.list({ customer: data[0]?.id ?? '' });
    const topUps = sessions.data.filter(({ mode }) => mode === 'payment');
    expect(topUps.map(({ status }) => status)).toEqual(['expired']);
  });

  it('a plan that Stripe sells at another price than ours is not for sale, and nobody can pay it', async () => {
    const ada = await newUser();
    const { pricePence } = plans.starter;
    Object.assign(plans.starter, { pricePence: pricePence - 100 });
    onTestFinished(() => void Object.assign(plans.starter, { pricePence }));
    const { priceId } = billing.settings.plans.starter;
    const reply = await call(ada, 'createCheckout', { priceId });
    expect([reply.status, reply.body.code]).toEqual([400, 'price_unknown']);
    const { data } = await billing.sdk.customers.list({ email: `${ada}@example.com` });
    const sessions = await billing.sdk.checkout.sessions.list({ customer: data[0]?.id ?? '' });
    expect(sessions.data.map(({ status }) => status)).toEqual(['expired']);
  });

  it.each([0, -50, 1.5, 1001])('%d credits are refused', async (credits) => {
    const { priceId } = billing.settings.packs.SPECIAL_50;
    const reply = await call(await newUser(), 'createPayment', { priceId, credits });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input']);
  });

  it('an amount of money is refused', async () => {
    const { priceId } = billing.settings.packs.SPECIAL_50;
    const reply = await call(await newUser(), 'createPayment', { priceId, credits: 50, pence: 1 });
    // T2.T4, T6.T1
    expect(reply.status).toBe(400);
  });

  it('is refused when it is a pack and the buyer no subscriber', async () => {
    const { priceId } = billing.settings.packs.SPECIAL_50;
    const reply = await call(await newUser(), 'createPayment', { priceId, credits: 50 });
    expect([reply.status, reply.body.code]).toEqual([403, 'subscribers_only']);
  });

  it('is refused when it is the plan that one has, or a smaller one', async () => {
    const ada = await newUser();
    await subscribe(ada, 'pro');
    const { starter, pro } = billing.settings.plans;
    const again = await call(ada, 'createCheckout', { priceId: pro.priceId });
    expect([again.status, again.body.code]).toEqual([409, 'already_subscribed']);
    const smaller = await call(ada, 'createCheckout', { priceId: starter.priceId });
    expect([smaller.status, smaller.body.code]).toEqual([409, 'downgrade_in_portal']);
  });

  it('is refused when there is nothing to manage', async () => {
    const reply = await call(await newUser(), 'openPortal');
    expect([reply.status, reply.body.code]).toEqual([409, 'nothing_to_manage']);
  });

  // V1.2.2, V3.7.2, V4.1.3
  it.each([
    'https://evil.example',
    'https://www.example.com.evil.example',
    'javascript:alert(1)',
    '',
  ])('as the origin to come back to (%s) is not followed', async (origin) => {
    const { priceId } = billing.settings.plans.starter;
    const reply = await call(await newUser(), 'createCheckout', { priceId }, { 'x-viewer-origin': origin });
    const session = await billing.sdk.checkout.sessions.retrieve(reply.body.url.split('/').at(-1));
    const [first] = billing.settings.siteOrigins;
    // T1.T2
    expect(session.success_url).toBe(`${first}/credits?success=true`);
    expect(session.cancel_url).toBe(`${first}/credits?canceled=true`);
  });

  it('brings people back to the origin they came from when it is one of ours', async () => {
    const ada = await newUser();
    const { priceId } = billing.settings.plans.starter;
    const headers = { 'x-viewer-origin': 'https://www.example.com' };
    const reply = await call(ada, 'createCheckout', { priceId }, headers);
    const session = await billing.sdk.checkout.sessions.retrieve(reply.body.url.split('/').at(-1));
    expect(session.success_url).toBe('https://www.example.com/credits?success=true');
  });

  it('is paid in pounds and by card only, whatever Stripe’s dashboard allows', async () => {
    const ada = await newSubscriber();
    const opened = [await openCheckout(ada, 'pro'), await openPayment(ada, 'SPECIAL_50', 50)];
    for (const id of opened)
      expect(await billing.sdk.checkout.sessions.retrieve(id)).toMatchObject({
        adaptive_pricing: { enabled: false },
        allowed_payment_method_types: ['card'],
      });
  });

  it('makes one customer, however often and at once', async () => {
    const ada = await newUser();
    await Promise.all(Array.from({ length: 6 }, () => openCheckout(ada, 'pro')));
    const { data } = await billing.sdk.customers.list({ email: `${ada}@example.com` });
    expect(data).toHaveLength(1);
  });
});
