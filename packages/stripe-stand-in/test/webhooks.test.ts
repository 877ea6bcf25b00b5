import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe, webhookSecret } from './stripe-harness.ts';

let stripe: TestStripe;

beforeEach(async () => {
  stripe = await startTestStripe();
});
afterEach(() => stripe.stop());

const createCustomers = async (...addresses: string[]) => {
  for (const email of addresses) await stripe.sdk.customers.create({ email });
};

/** Email addresses in the events that arrived, in order. */
const emails = () => stripe.received.map(({ event }) => (event.data.object as Stripe.Customer).email);

describe('webhooks', () => {
  it('are signed over the exact bytes and the time of sending, as the SDK checks', async () => {
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

  it('contain the object at that time, its changes and the request', async () => {
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
    expect(stripe.engine.events()).toMatchObject([
      { type: 'customer.created', pending_webhooks: 0 },
      { type: 'customer.updated', pending_webhooks: 0 },
    ]);
  });

  it('are retried until they are accepted', async () => {
    stripe.answers.push(500, 400, 302);
    await createCustomers('ada@example.com');
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(Array(4).fill('ada@example.com'));
    expect(new Set(stripe.received.map(({ event }) => event.id)).size).toBe(1);
    expect(stripe.engine.webhooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 4 }]);
  });

  it('are sent after a restart if they have not arrived', async () => {
    stripe.engine.webhooks.sendTo({ url: 'http://127.0.0.1:9/closed', secret: webhookSecret });
    await createCustomers('ada@example.com');
    await expect(stripe.engine.webhooks.settle(50)).rejects.toThrow('customer.created');
    await stripe.restart();
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(['ada@example.com']);
  });

  it('are sent to the endpoints that are registered for their type, each with its own secret', async () => {
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
