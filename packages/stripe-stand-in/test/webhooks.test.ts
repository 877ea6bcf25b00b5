import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryFault } from '#src/faults.ts';
import {
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
  webhookSecret,
} from './stripe-harness.ts';

let stripe: TestStripe;

beforeEach(async () => {
  stripe = await startTestStripe();
});
afterEach(() => stripe.stop());

const createCustomers = async (...emails: string[]) => {
  for (const email of emails) await stripe.sdk.customers.create({ email });
};

/** E-mails of the customers whose creation was told, in the order of arrival. */
const told = () => stripe.received.map(({ event }) => (event.data.object as Stripe.Customer).email);

const add = (fault: DeliveryFault, times = 1) => stripe.engine.faults.addDelivery({ fault, times });

describe('webhooks', () => {
  it('are signed as the SDK checks it, over the exact bytes and the time of sending', async () => {
    await createCustomers('ada@example.com');
    await stripe.engine.clock.advance({ months: 7 });
    await createCustomers('bob@example.com');
    await stripe.engine.webhooks.settle();
    for (const { body, signature } of stripe.received) {
      // Within the tolerance of five minutes although the clock of billing is months ahead.
      expect(stripe.sdk.webhooks.constructEvent(body, signature, webhookSecret).type).toBe(
        'customer.created',
      );
      const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')).toBe(digest);
      expect(() => stripe.sdk.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
    }
  });

  it('carry the object as it was, what changed, and the request that did it', async () => {
    const { id } = await stripe.sdk.customers.create({
      email: 'ada@example.com',
      metadata: { a: '1', b: '2' },
    });
    const { lastResponse } = await stripe.sdk.customers.update(
      id,
      { name: 'Ada', metadata: { b: '3' } },
      { idempotencyKey: 'update-1' },
    );
    await stripe.engine.webhooks.settle();
    const [created, updated] = stripe.received.map(({ event }) => event);
    expect(created?.data.object).toMatchObject({ id, name: null, metadata: { b: '2' } });
    expect(updated).toMatchObject({
      object: 'event',
      type: 'customer.updated',
      livemode: false,
      pending_webhooks: 1,
      request: { id: lastResponse.requestId, idempotency_key: 'update-1' },
      data: { object: { name: 'Ada' }, previous_attributes: { name: null, metadata: { b: '2' } } },
    });
    expect(await stripe.sdk.events.retrieve(updated?.id ?? '')).toMatchObject({ pending_webhooks: 0 });
    const listed = await stripe.sdk.events.list({ types: ['customer.*'] });
    expect(listed.data.map(({ type }) => type)).toEqual(['customer.updated', 'customer.created']);
  });

  it('are sent again until they are accepted', async () => {
    stripe.answers.push(500, 400, 302);
    await createCustomers('ada@example.com');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(Array(4).fill('ada@example.com'));
    expect(new Set(stripe.received.map(({ event }) => event.id)).size).toBe(1);
    expect(stripe.engine.webhooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 4 }]);
  });

  it('are sent after a restart when they did not arrive before', async () => {
    stripe.engine.webhooks.sendTo({ url: 'http://127.0.0.1:9/closed', secret: webhookSecret });
    await createCustomers('ada@example.com');
    await expect(stripe.engine.webhooks.settle(50)).rejects.toThrow('customer.created');
    await stripe.restart();
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(['ada@example.com']);
  });

  it('go to the endpoints that were registered for their type, each with its own secret', async () => {
    const configured = stripe.received.length;
    const url = `${stripe.origin}/elsewhere`;
    const endpoint = await stripe.sdk.webhookEndpoints.create({
      url,
      enabled_events: ['customer.created', 'invoice.paid'],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
    });
    expect(endpoint.secret).toMatch(/^whsec_\w{32}$/);
    expect((await stripe.sdk.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    expect((await stripe.sdk.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([endpoint.id]);
    const { id } = await stripe.sdk.customers.create({ email: 'ada@example.com' });
    await stripe.sdk.customers.update(id, { name: 'Ada' });
    const mine = () =>
      stripe.engine.webhooks.deliveries().filter((delivery) => delivery.endpoint === endpoint.id);
    expect(mine()).toHaveLength(1);
    expect(stripe.received.length).toBeGreaterThanOrEqual(configured);
    await stripe.sdk.webhookEndpoints.update(endpoint.id, { enabled_events: ['*'], disabled: true });
    await stripe.sdk.customers.update(id, { name: 'Bea' });
    expect(mine()).toHaveLength(1);
    await stripe.sdk.webhookEndpoints.del(endpoint.id);
    expect((await stripe.sdk.webhookEndpoints.list()).data).toEqual([]);
  });
});

describe('faults of deliveries', () => {
  it('drop an event for good', async () => {
    add({ kind: 'drop' });
    await createCustomers('ada@example.com', 'bob@example.com');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(['bob@example.com']);
    // It can still be fetched, and sent again by hand.
    const [, lost] = (await stripe.sdk.events.list()).data;
    stripe.engine.webhooks.resend(lost?.id ?? '');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(['bob@example.com', 'ada@example.com']);
  });

  it('lose attempts, which are made again', async () => {
    add({ kind: 'lose' }, 2);
    await createCustomers('ada@example.com');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(['ada@example.com']);
    expect(stripe.engine.webhooks.deliveries()).toMatchObject([{ attempts: 3 }]);
  });

  it('duplicate, delay and reorder', async () => {
    add({ kind: 'duplicate' });
    await createCustomers('twice@example.com');
    await stripe.engine.webhooks.settle();
    // Longer than a busy machine takes for the next one.
    add({ kind: 'delay', ms: 800 });
    await createCustomers('late@example.com', 'soon@example.com');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual([
      'twice@example.com',
      'twice@example.com',
      'soon@example.com',
      'late@example.com',
    ]);
    stripe.received.length = 0;

    const { starter } = await createCatalogue(stripe.sdk);
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    const event = 'customer.subscription.created';
    stripe.engine.faults.addDelivery({ fault: { kind: 'reorder', behind: 2 }, event });
    await subscribeCustomer(stripe, starter.id);
    await stripe.engine.webhooks.settle();
    const order = stripe.types();
    expect(order.slice(order.indexOf('invoice.created'), order.indexOf('charge.succeeded'))).toEqual([
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      event,
    ]);
  });

  it('deliver a held event when no later one comes', async () => {
    add({ kind: 'reorder', behind: 5 });
    await createCustomers('alone@example.com');
    await stripe.engine.webhooks.settle();
    expect(told()).toEqual(['alone@example.com']);
  });

  it('corrupt a signature once', async () => {
    add({ kind: 'corrupt_signature' });
    stripe.answers.push(400);
    await createCustomers('ada@example.com');
    await stripe.engine.webhooks.settle();
    const [forged, genuine] = stripe.received;
    const check = (one: typeof forged) =>
      stripe.sdk.webhooks.constructEvent(one?.body ?? '', one?.signature ?? '', webhookSecret);
    expect(() => check(forged)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(check(genuine).type).toBe('customer.created');
  });

  it('never lose more than what was dropped, whatever they do', async () => {
    const fault = fc.oneof(
      fc.constant<DeliveryFault>({ kind: 'lose' }),
      fc.constant<DeliveryFault>({ kind: 'duplicate' }),
      fc.constant<DeliveryFault>({ kind: 'drop' }),
      fc.integer({ min: 0, max: 20 }).map((ms): DeliveryFault => ({ kind: 'delay', ms })),
      fc.integer({ min: 1, max: 4 }).map((behind): DeliveryFault => ({ kind: 'reorder', behind })),
    );
    const { starter } = await createCatalogue(stripe.sdk);
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 8 }), async (faults) => {
        await stripe.engine.webhooks.settle();
        stripe.received.length = 0;
        const before = stripe.engine.events().length;
        for (const one of faults) add(one);
        await subscribeCustomer(stripe, starter.id);
        await stripe.engine.webhooks.settle();
        stripe.engine.faults.clear();
        const arrived = new Set(stripe.received.map(({ event }) => event.id));
        const lost = new Set(
          stripe.engine.webhooks
            .deliveries()
            .filter(({ state }) => state === 'lost')
            .map(({ event }) => event),
        );
        for (const { id } of stripe.engine.events().slice(before))
          expect(arrived.has(id) !== lost.has(id)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});
