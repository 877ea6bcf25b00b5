import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiVersion } from '#src/objects.ts';
import { startTestStripe, type TestStripe } from './stripe-harness.ts';

let stripe: TestStripe;

beforeAll(async () => {
  stripe = await startTestStripe();
});
afterAll(() => stripe.stop());

/** A call without the SDK, which would refuse to make it. */
const call = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(`${stripe.origin}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_local',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { type: string; code?: string; param?: string; message: string } })
    .error;

describe('access', () => {
  it('accepts only the version that the SDK is pinned to', async () => {
    expect(apiVersion).toBe(Stripe.API_VERSION);
    const answer = await call('GET', '/v1/customers', undefined, { 'stripe-version': '2020-08-27' });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).message).toContain('Invalid Stripe API version');
  });

  it('requires a test key', async () => {
    for (const key of ['pk_test_local', 'sk_live_abc', 'nonsense']) {
      const refused = stripe.client({ key }).customers.list();
      await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    }
    const answer = await call('GET', '/v1/customers', undefined, { authorization: '' });
    expect(answer.status).toBe(401);
    expect((await errorOf(answer)).message).toContain('You did not provide an API key');
  });

  it('returns a request id, and an error for unknown operations', async () => {
    const list = await stripe.sdk.customers.list();
    expect(list.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    const answer = await call('GET', '/v1/coupons');
    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).message).toContain('Unrecognized request URL (GET: /v1/coupons)');
  });

  it('accepts only the configured key, if there is one', async () => {
    const strict = await startTestStripe({ apiKey: 'sk_test_right' });
    try {
      await strict.client({ key: 'sk_test_right' }).customers.list();
      await expect(strict.sdk.customers.list()).rejects.toMatchObject({ statusCode: 401 });
    } finally {
      await strict.stop();
    }
  });
});

describe('idempotency', () => {
  const options = { idempotencyKey: 'order-1' };

  it('repeats the reply for the same request and refuses another request', async () => {
    const first = await stripe.sdk.customers.create({ email: 'once@example.com' }, options);
    const again = await stripe.sdk.customers.create({ email: 'once@example.com' }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.sdk.customers.list({ email: 'once@example.com' })).data).toHaveLength(1);
    const other = stripe.sdk.customers.create({ email: 'twice@example.com' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    await expect(stripe.sdk.products.create({ name: 'x' }, options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it('does not keep the reply to a request that was refused', async () => {
    const key = { idempotencyKey: 'order-2' };
    await expect(stripe.sdk.customers.create({ email: 'no address' }, key)).rejects.toMatchObject({
      param: 'email',
    });
    await stripe.sdk.customers.create({ email: 'right@example.com' }, key);
  });

  it('survives a restart', async () => {
    const key = { idempotencyKey: 'order-3' };
    const { id } = await stripe.sdk.customers.create({ email: 'kept@example.com' }, key);
    await stripe.restart();
    expect((await stripe.sdk.customers.create({ email: 'kept@example.com' }, key)).id).toBe(id);
  });
});

describe('faults of calls', () => {
  it('become the errors of the SDK', async () => {
    const { faults } = stripe.engine;
    faults.addCall({ fault: { kind: 'rate_limit' }, path: '/v1/customers' });
    await expect(stripe.sdk.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    faults.addCall({ fault: { kind: 'error' } });
    await expect(stripe.sdk.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    const remove = faults.addCall({ fault: { kind: 'error' } });
    remove();
    await stripe.sdk.customers.list();
  });

  it('lose the reply of a call that was carried out, which a retry does not repeat', async () => {
    stripe.engine.faults.addCall({ fault: { kind: 'disconnect', when: 'after' }, method: 'POST' });
    const retrying = stripe.client({ maxNetworkRetries: 2 });
    await retrying.customers.create({ email: 'lost@example.com' });
    expect((await stripe.sdk.customers.list({ email: 'lost@example.com' })).data).toHaveLength(1);
    stripe.engine.faults.addCall({ fault: { kind: 'disconnect', when: 'before' }, method: 'POST' });
    await retrying.customers.create({ email: 'lost@example.com' });
    expect((await stripe.sdk.customers.list({ email: 'lost@example.com' })).data).toHaveLength(2);
  });
});
