import { describe, expect, it } from 'vitest';
import { changeProfile, noteEmail } from '#lambdas/accounts/user-store.ts';
import { syncSubscription } from '#lambdas/billing/sync-subscription.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, openCheckout, openPayment, subscribe } = billing;

let users = 0;
const newUser = () => addUser(`user-${++users}`);

async function customerOf(userId: string): Promise<string | undefined> {
  const items = await billing.db.allItems();
  const item = items.find(({ pk, sk }) => pk === `USER#${userId}` && sk === 'BILLING');
  return item?.customerId === undefined ? undefined : String(item.customerId);
}

async function deleteCustomerAtStripe(userId: string): Promise<string> {
  const customer = await customerOf(userId);
  if (customer === undefined) throw new Error(`${userId} has no customer`);
  await billing.sdk.customers.del(customer);
  await billing.stripe.webhooks.settle();
  return customer;
}

/** A checkout whose connection to Stripe breaks before or after the customer is made, in each attempt. */
async function failToCheckOut(userId: string, when: 'before' | 'after'): Promise<void> {
  billing.stripe.faults.addCall({ fault: { kind: 'disconnect', when }, path: '/v1/customers', times: 3 });
  const { status } = await call(userId, 'createCheckout', { priceId: billing.settings.plans.pro.priceId });
  expect(status).toBe(503);
  billing.stripe.faults.clear();
}

describe('a customer deleted at Stripe', () => {
  it('is replaced by a new one, with whom the user can buy again', async () => {
    const ada = await newUser();
    await openCheckout(ada, 'starter');
    const gone = await deleteCustomerAtStripe(ada);
    await subscribe(ada, 'pro');
    expect(await account(ada)).toMatchObject({ tier: 'pro', credits: { subscriptionCreditsBalance: 40 } });
    expect(await customerOf(ada)).not.toBe(gone);
    const items = await billing.db.allItems();
    expect(items.filter(({ pk }) => pk === `STRIPE_CUSTOMER#${gone}`)).toEqual([]);
  });

  it('ends the plan, and can be replaced more than once', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    await deleteCustomerAtStripe(ada);
    expect(await account(ada)).toMatchObject({ tier: 'free', credits: { subscriptionCreditsBalance: 15 } });
    await subscribe(ada, 'starter');
    await deleteCustomerAtStripe(ada);
    await subscribe(ada, 'starter');
    expect(await account(ada)).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: 45 },
    });
  });

  it('gets what was paid before, where the payment’s events come after the new customer', async () => {
    const ada = await newUser();
    billing.hold();
    await subscribe(ada, 'pro');
    await deleteCustomerAtStripe(ada);
    await openCheckout(ada, 'starter');
    for (const delivery of billing.held) expect((await billing.deliver(delivery)).status).toBe(200);
    expect(await account(ada)).toMatchObject({ tier: 'free', credits: { subscriptionCreditsBalance: 40 } });
  });

  it('is replaced also where the first attempt to replace it failed', async () => {
    const ada = await newUser();
    await openCheckout(ada, 'starter');
    const gone = await deleteCustomerAtStripe(ada);
    await failToCheckOut(ada, 'before');
    expect(await customerOf(ada)).toBeUndefined();
    await subscribe(ada, 'pro');
    expect(await account(ada)).toMatchObject({ tier: 'pro' });
    expect(await customerOf(ada)).not.toBe(gone);
  });

  it('does not end the plan of the one that replaced it, where its event is handled late', async () => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    const gone = await deleteCustomerAtStripe(ada);
    await subscribe(ada, 'pro');
    await syncSubscription(await stripeAccount(), ada, gone);
    expect(await account(ada)).toMatchObject({ tier: 'pro' });
  });

  it('has nothing to manage in the portal', async () => {
    const ada = await newUser();
    await openCheckout(ada, 'starter');
    await deleteCustomerAtStripe(ada);
    const { status, body } = await call(ada, 'openPortal');
    expect([status, body.code]).toEqual([409, 'nothing_to_manage']);
  });
});

describe('two checkouts at once', () => {
  it('share one customer, also after the former one was deleted', async () => {
    const ada = await newUser();
    await openCheckout(ada, 'starter');
    await deleteCustomerAtStripe(ada);
    const sessions = await Promise.all([openCheckout(ada, 'starter'), openCheckout(ada, 'pro')]);
    const found = await Promise.all(sessions.map((id) => billing.sdk.checkout.sessions.retrieve(id)));
    expect(new Set(found.map(({ customer }) => customer))).toEqual(new Set([await customerOf(ada)]));
  });
});

describe('a name changed between two attempts', () => {
  it('does not block the checkout', async () => {
    const ada = await newUser();
    // The customer is made and the reply is lost.
    await failToCheckOut(ada, 'after');
    await transact([changeProfile(ada, { fullName: 'Grace', companyName: '' })]);
    await openCheckout(ada, 'pro');
    const customer = await billing.sdk.customers.retrieve(String(await customerOf(ada)));
    expect(customer).toMatchObject({ name: 'Grace', email: `${ada}@example.com` });
    const { data } = await billing.sdk.customers.list({ email: `${ada}@example.com` });
    expect(data).toHaveLength(1);
  });
});

describe('a changed e-mail', () => {
  it.each([
    ['the portal', (ada: string) => call(ada, 'openPortal')],
    ['a checkout', (ada: string) => openCheckout(ada, 'pro')],
    ['a top-up', (ada: string) => openPayment(ada, 'SPECIAL_50', 50)],
  ])('reaches Stripe when its customer opens %s', async (_page, open) => {
    const ada = await newUser();
    await subscribe(ada, 'starter');
    await noteEmail(await account(ada), `${ada}@new.example`);
    await open(ada);
    const customer = await billing.sdk.customers.retrieve(String(await customerOf(ada)));
    expect(customer).toMatchObject({ email: `${ada}@new.example`, name: 'Ada' });
  });
});
