import { createHmac } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { topUpMetadata } from '#lambdas/billing/book-top-up.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { topUpPacks } from '#shared/domain/plans.ts';
import { type TransactionFaults, transactionFaults } from '#test/support/dynamodb.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, deliver, entries, openCheckout, openPayment, subscribe } = billing;
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});

let users = 0;
const newUser = () => addUser(`user-${++users}`);

async function newSubscriber(): Promise<string> {
  const userId = await newUser();
  await subscribe(userId, 'starter');
  return userId;
}

function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const now = () => Math.floor(Date.now() / 1000);

/** An event about a top-up that was paid, signed as `signature` says, and its buyer. */
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

describe('a webhook', () => {
  // V11.4.1
  it.each([
    ['without a signature', () => ''],
    ['signed with another secret', (body: string) => sign(body, 'whsec_other', now())],
    ['signed too long ago', (body: string) => sign(body, billing.settings.webhookSecret, now() - 301)],
    ['with a signature of another body', () => sign('{}', billing.settings.webhookSecret, now())],
    ['with a signature that is no signature', () => 'v1=,t='],
  ])('%s is refused and books nothing', async (_name, signature) => {
    const { userId, delivery } = await paidTopUp();
    const reply = await deliver({ body: delivery.body, signature: signature(delivery.body) });
    // T6.S1
    expect([reply.status, reply.body.code]).toEqual([400, 'signature_invalid']);
    expect(await balanceOf(userId)).toBe(0);
  });

  // T6.S1
  it('whose body was changed on the way is refused', async () => {
    const { userId, delivery } = await paidTopUp();
    const body = delivery.body.replace(/"created": \d+/, '"created": 1');
    expect(body).not.toBe(delivery.body);
    expect((await deliver({ ...delivery, body })).status).toBe(400);
    expect(await balanceOf(userId)).toBe(0);
  });

  it('is read as bytes: a base64 body counts the same', async () => {
    const { userId, delivery } = await paidTopUp();
    const { handler } = await import('#lambdas/api/stripe-webhook.lambda.ts');
    const { httpEvent, lambdaContext } = await import('#test/lambdas/runtime/http-event.ts');
    const { stripeWebhookRoutes } = await import('#shared/api/billing.ts');
    const event = {
      ...httpEvent(stripeWebhookRoutes.stripeWebhook),
      headers: { 'stripe-signature': delivery.signature },
      body: Buffer.from(delivery.body).toString('base64'),
      isBase64Encoded: true,
    };
    expect((await handler(event, lambdaContext)).statusCode).toBe(200);
    expect(await balanceOf(userId)).toBe(50);
  });

  // T6.S1
  it('that is replayed books once, at once or later', async () => {
    const { userId, delivery } = await paidTopUp();
    const replies = await Promise.all(Array.from({ length: 8 }, () => deliver(delivery)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await deliver(delivery)).status).toBe(200);
    expect(await balanceOf(userId)).toBe(50);
    const { Item } = await dynamodb().send(
      new GetCommand({
        TableName: tableName(),
        Key: { pk: `STRIPE_EVENT#${JSON.parse(delivery.body).id}`, sk: 'EVENT' },
      }),
    );
    expect(Item).toMatchObject({ type: 'checkout.session.completed' });
  });

  it('of an unknown type is acknowledged', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'tax.settings.updated',
      data: { object: {} },
    });
    const reply = await deliver({ body, signature: sign(body, billing.settings.webhookSecret, now()) });
    expect([reply.status, reply.body]).toEqual([200, { received: true }]);
  });

  it('that fails half-way answers with an error and is booked once when it comes again', async () => {
    const { userId, delivery } = await paidTopUp();
    // The payment is booked and the reply of that transaction is lost.
    faults.next = () => 'lost';
    expect((await deliver(delivery)).status).toBe(500);
    faults.next = () => undefined;
    expect(await balanceOf(userId)).toBe(50);
    // Stripe is out of reach after the payment was read.
    billing.stripe.faults.addCall({ fault: { kind: 'error' }, path: '/v1/checkout/sessions', times: 3 });
    expect((await deliver(delivery)).status).toBe(500);
    billing.stripe.faults.clear();
    expect((await deliver(delivery)).status).toBe(200);
    expect(await balanceOf(userId)).toBe(50);
    expect((await entries(userId)).filter(({ kind }) => kind === 'topup')).toHaveLength(1);
  });

  it('about a user who is gone is acknowledged, because nothing would bring them back', async () => {
    const { delivery } = await paidTopUp();
    await billing.db.clear();
    expect((await deliver(delivery)).status).toBe(200);
    expect((await billing.db.allItems()).filter(({ sk }) => String(sk).startsWith('LEDGER#'))).toEqual([]);
  });
});

describe('a checkout session', () => {
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
    expect((await call(ada, 'verifyPayment', { sessionId: session.id })).body.success).toBe(false);
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

  it('makes one customer, however often and at once', async () => {
    const ada = await newUser();
    await Promise.all(Array.from({ length: 6 }, () => openCheckout(ada, 'pro')));
    const { data } = await billing.sdk.customers.list({ email: `${ada}@example.com` });
    expect(data).toHaveLength(1);
  });
});

describe('an account that is not set up', () => {
  it('says that payments are not available', async () => {
    const { STRIPE_SECRET_ARN } = process.env;
    process.env.STRIPE_SECRET_ARN = 'arn:of-another-secret';
    billing.aws.answer('GetSecretValue', () => ({ SecretString: '{"notSetUp":"x"}' }));
    try {
      const reply = await call('nobody', 'getCatalogue');
      expect([reply.status, reply.body.code]).toEqual([503, 'payments_unavailable']);
    } finally {
      process.env.STRIPE_SECRET_ARN = STRIPE_SECRET_ARN;
    }
  });
});
