import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiVersion } from '#src/objects.ts';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;

beforeAll(async () => {
  stripe = await startTestStripe();
  catalogue = await createCatalogue(stripe.sdk);
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
  it('speaks the version that the SDK is pinned to, and no other', async () => {
    expect(apiVersion).toBe(Stripe.API_VERSION);
    const answer = await call('GET', '/v1/customers', undefined, { 'stripe-version': '2020-08-27' });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).message).toContain('Invalid Stripe API version');
  });

  it('wants a test key', async () => {
    for (const key of ['pk_test_local', 'sk_live_abc', 'nonsense']) {
      const refused = stripe.client({ key }).customers.list();
      await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    }
    const answer = await call('GET', '/v1/customers', undefined, { authorization: '' });
    expect(answer.status).toBe(401);
    expect((await errorOf(answer)).message).toContain('You did not provide an API key');
  });

  it('names each request, and what it does not know', async () => {
    const list = await stripe.sdk.customers.list();
    expect(list.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    const answer = await call('GET', '/v1/coupons');
    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).message).toContain('Unrecognized request URL (GET: /v1/coupons)');
  });

  it('accepts one key only when it is told which', async () => {
    const strict = await startTestStripe({ apiKey: 'sk_test_right' });
    try {
      await strict.client({ key: 'sk_test_right' }).customers.list();
      await expect(strict.sdk.customers.list()).rejects.toMatchObject({ statusCode: 401 });
    } finally {
      await strict.stop();
    }
  });
});

describe('parameters', () => {
  it.each([
    ['name=x&colour=red', 'parameter_unknown', 'colour'],
    ['metadata[a]=b', 'parameter_missing', 'name'],
    ['name=', 'parameter_invalid_empty', 'name'],
    ['name=x&active=perhaps', undefined, 'active'],
    ['name=x&url=nowhere', 'url_invalid', 'url'],
    [`name=x&metadata[${'k'.repeat(41)}]=v`, undefined, 'metadata'],
  ])('POST /v1/products with %s is refused', async (body, code, param) => {
    const answer = await call('POST', '/v1/products', body);
    expect(answer.status).toBe(400);
    const error = await errorOf(answer);
    expect(error.type).toBe('invalid_request_error');
    expect(error.code).toBe(code);
    expect(error.param).toMatch(new RegExp(`^${param}`));
  });

  it('are named by their place', async () => {
    const session = (items: string) =>
      call('POST', '/v1/checkout/sessions', `mode=payment&success_url=https://a.example/&${items}`).then(
        errorOf,
      );
    expect(await session(`line_items[0][price]=${catalogue.pack.id}&line_items[0][amount]=5`)).toMatchObject({
      code: 'parameter_unknown',
      param: 'line_items[0][amount]',
    });
    expect(
      await session(`line_items[0][price]=${catalogue.pack.id}&line_items[0][quantity]=many`),
    ).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'line_items[0][quantity]',
      message: 'Invalid integer: many',
    });
    expect(await session(`line_items[0][price]=${catalogue.pack.id}`)).toMatchObject({
      code: 'parameter_missing',
      param: 'line_items[0][quantity]',
    });
    expect(await session('line_items[0][price]=price_no&line_items[0][quantity]=1')).toMatchObject({
      code: 'resource_missing',
      param: 'line_items[0][price]',
      message: "No such price: 'price_no'",
    });
    expect(await session('')).toMatchObject({ code: 'parameter_missing', param: 'line_items' });
    expect(await session(`line_items[0][price]=${catalogue.pro.id}&line_items[0][quantity]=1`)).toMatchObject(
      {
        message: expect.stringContaining('passed a recurring price'),
      },
    );
  });

  it('take pounds only', async () => {
    await expect(
      stripe.sdk.prices.create({ product: String(catalogue.pro.product), currency: 'usd', unit_amount: 1 }),
    ).rejects.toMatchObject({ param: 'currency' });
  });

  it('merge metadata, and remove what is emptied', async () => {
    const { id } = await stripe.sdk.customers.create({ metadata: { a: '1', b: '2' } });
    const merged = await stripe.sdk.customers.update(id, { metadata: { b: '', c: 3 } });
    expect(merged.metadata).toEqual({ a: '1', c: '3' });
    expect((await stripe.sdk.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });
});

describe('products and prices', () => {
  it('are found by lookup key, which moves only when that is asked for', async () => {
    const product = String(catalogue.pro.product);
    const create = (transfer: boolean) =>
      stripe.sdk.prices.create({
        product,
        currency: 'gbp',
        unit_amount: 1999,
        recurring: { interval: 'month' },
        lookup_key: 'pro_monthly',
        ...(transfer && { transfer_lookup_key: true }),
      });
    const first = await create(false);
    expect(first).toMatchObject({ type: 'recurring', recurring: { interval: 'month', interval_count: 1 } });
    expect(String(first.unit_amount_decimal)).toBe('1999');
    await expect(create(false)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await create(true);
    const found = await stripe.sdk.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] });
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect((found.data[0]?.product as Stripe.Product).name).toBe('Pro');
    const searched = await stripe.sdk.prices.search({ query: "active:'true' AND lookup_key:'pro_monthly'" });
    expect(searched.data.map(({ id }) => id)).toEqual([second.id]);
    await stripe.sdk.prices.update(second.id, { active: false });
    expect((await stripe.sdk.prices.list({ lookup_keys: ['pro_monthly'] })).data).toEqual([]);
    await expect(
      stripe.sdk.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: second.id, quantity: 1 }],
        success_url: 'https://a.example/',
      }),
    ).rejects.toThrow('inactive');
  });

  it('keep an id of our own choice, and are updated in place', async () => {
    await stripe.sdk.products.create({ id: 'platepost_pro', name: 'Pro', metadata: { plan: 'pro' } });
    await expect(stripe.sdk.products.create({ id: 'platepost_pro', name: 'Pro' })).rejects.toMatchObject({
      code: 'resource_already_exists',
    });
    const updated = await stripe.sdk.products.update('platepost_pro', {
      name: 'Pro plan',
      description: 'All',
    });
    expect(updated).toMatchObject({ name: 'Pro plan', description: 'All', metadata: { plan: 'pro' } });
    expect((await stripe.sdk.products.search({ query: "metadata['plan']:'pro'" })).data).toHaveLength(1);
    expect(await stripe.sdk.products.del('platepost_pro')).toMatchObject({ deleted: true });
    await expect(stripe.sdk.products.retrieve('platepost_pro')).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('customers', () => {
  it('are deleted with their subscriptions and leave a stub behind', async () => {
    const { customer, subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    expect(await stripe.sdk.customers.del(customer)).toEqual({
      id: customer,
      object: 'customer',
      deleted: true,
    });
    expect(await stripe.sdk.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true });
    const ended = await stripe.sdk.subscriptions.retrieve(subscription, { expand: ['customer'] });
    expect(ended).toMatchObject({ status: 'canceled', customer: { deleted: true } });
    await expect(
      stripe.sdk.checkout.sessions.create({
        mode: 'payment',
        customer,
        line_items: [{ price: catalogue.pack.id, quantity: 1 }],
        success_url: 'https://a.example/',
      }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer', statusCode: 400 });
  });

  it('are listed by e-mail and show their cards', async () => {
    const { customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    await stripe.sdk.customers.update(customer, { email: 'only@example.com' });
    const found = await stripe.sdk.customers.list({
      email: 'only@example.com',
      expand: ['data.subscriptions'],
    });
    expect(found.data.map(({ id }) => id)).toEqual([customer]);
    expect(found.data[0]?.subscriptions?.data).toHaveLength(1);
    const cards = await stripe.sdk.customers.listPaymentMethods(customer);
    expect(cards.data.map(({ card }) => card?.last4)).toEqual(['4242']);
  });
});

describe('lists', () => {
  it('are paged newest first, forwards and backwards', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      made.unshift((await stripe.sdk.customers.create({ email: 'page@example.com' })).id);
    }
    const first = await stripe.sdk.customers.list({ email: 'page@example.com', limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const last = await stripe.sdk.customers.list({
      email: 'page@example.com',
      limit: 3,
      starting_after: made[1] ?? '',
    });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([made.slice(2), false]);
    const back = await stripe.sdk.customers.list({
      email: 'page@example.com',
      limit: 2,
      ending_before: made[3] ?? '',
    });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([made.slice(1, 3), true]);
    const all: string[] = [];
    for await (const { id } of stripe.sdk.customers.list({ email: 'page@example.com', limit: 2 }))
      all.push(id);
    expect(all).toEqual(made);
    await expect(stripe.sdk.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    await expect(stripe.sdk.customers.list({ starting_after: 'cus_no' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('refuse to expand what is no reference', async () => {
    const { customer } = await subscribeCustomer(stripe, catalogue.starter.id);
    for (const expand of ['email', 'nothing']) {
      await expect(stripe.sdk.customers.retrieve(customer, { expand: [expand] })).rejects.toThrow(
        `This property cannot be expanded (${expand}).`,
      );
    }
  });
});

describe('idempotency', () => {
  const options = { idempotencyKey: 'order-1' };

  it('gives the same reply to the same request and refuses another', async () => {
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
  it('are what the SDK calls them', async () => {
    const { faults } = stripe.engine;
    faults.addCall({ fault: { kind: 'rate_limit' }, path: '/v1/customers' });
    await expect(stripe.sdk.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    faults.addCall({ fault: { kind: 'error' } });
    await expect(stripe.sdk.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    const remove = faults.addCall({ fault: { kind: 'error' } });
    remove();
    await stripe.sdk.customers.list();
  });

  it('lose a reply after the call was carried out, and a retry does it no second time', async () => {
    stripe.engine.faults.addCall({ fault: { kind: 'disconnect', when: 'after' }, method: 'POST' });
    const patient = stripe.client({ maxNetworkRetries: 2 });
    await patient.customers.create({ email: 'lost@example.com' });
    expect((await stripe.sdk.customers.list({ email: 'lost@example.com' })).data).toHaveLength(1);
    stripe.engine.faults.addCall({ fault: { kind: 'disconnect', when: 'before' }, method: 'POST' });
    await patient.customers.create({ email: 'lost@example.com' });
    expect((await stripe.sdk.customers.list({ email: 'lost@example.com' })).data).toHaveLength(2);
  });
});
