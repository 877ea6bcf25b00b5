import { createHmac } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { type TransactionFaults, transactionFaults } from '#test/support/dynamodb.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, deliver, entries, openPayment, subscribe } = billing;
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
    const sent = httpEvent(stripeWebhookRoutes.stripeWebhook);
    const event = {
      ...sent,
      headers: { ...sent.headers, 'stripe-signature': delivery.signature },
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

  it.each([
    'null',
    '[]',
    '"event"',
    '{"id":1}',
  ])('that is signed but no event (%s) is refused', async (body) => {
    const reply = await deliver({ body, signature: sign(body, billing.settings.webhookSecret, now()) });
    expect([reply.status, reply.body.code]).toEqual([400, 'signature_invalid']);
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

/** A customer that another stack, or other software, made on the same Stripe account; `mark` is its metadata. */
async function foreignCustomer(mark: Record<string, string>): Promise<string> {
  const { id } = await billing.sdk.customers.create({ email: 'ada@example.com', metadata: mark });
  return id;
}

describe.each([
  ['of another stack', (userId: string) => ({ userId, stack: 'PlatePost-Other' })],
  ['of other software', (userId: string) => ({ userId })],
] as const)('on the same Stripe account, objects %s', (_name, markOf) => {
  const page = 'https://other.example/paid';

  it('with the id of a user of ours link no customer and book nothing', async () => {
    const userId = await newUser();
    const metadata = markOf(userId);
    const before = await billing.db.allItems();
    const customer = await foreignCustomer(metadata);
    const topUp = await billing.sdk.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price: billing.settings.packs.SPECIAL_50.priceId, quantity: 1 }],
      metadata: { kind: 'topup', credits: '50', pence: '1999', ...metadata },
      invoice_creation: { enabled: true },
      success_url: page,
    });
    billing.stripe.payCheckout(topUp.id);
    await billing.stripe.webhooks.settle();
    const plan = await billing.sdk.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: billing.settings.plans.pro.priceId, quantity: 1 }],
      metadata: { kind: 'plan', ...metadata },
      subscription_data: { metadata },
      success_url: page,
    });
    billing.stripe.payCheckout(plan.id);
    await billing.stripe.webhooks.settle();
    const own = (items: Record<string, unknown>[]) =>
      items.filter(({ pk }) => !String(pk).startsWith('STRIPE_EVENT#'));
    expect(own(await billing.db.allItems())).toEqual(own(before));
  });

  it('stay open when another one of their customer is paid', async () => {
    const customer = await foreignCustomer(markOf(await newUser()));
    const open = () =>
      billing.sdk.checkout.sessions.create({
        mode: 'payment',
        customer,
        line_items: [{ price: billing.settings.packs.SPECIAL_50.priceId, quantity: 1 }],
        success_url: page,
      });
    const other = await open();
    // Only checkouts that are older than a payment are expired.
    await billing.stripe.clock.advance({ hours: 1 });
    billing.stripe.payCheckout((await open()).id);
    await billing.stripe.webhooks.settle();
    expect((await billing.sdk.checkout.sessions.retrieve(other.id)).status).toBe('open');
  });
});
