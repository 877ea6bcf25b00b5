import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue, startTestStripe, type TestStripe } from './stripe-harness.ts';

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

  it('are named by their path in errors', async () => {
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

  it('accept pounds only', async () => {
    await expect(
      stripe.sdk.prices.create({ product: String(catalogue.pro.product), currency: 'usd', unit_amount: 1 }),
    ).rejects.toMatchObject({ param: 'currency' });
  });

  it('merge metadata, and remove keys with empty values', async () => {
    const { id } = await stripe.sdk.customers.create({ metadata: { a: '1', b: '2' } });
    const merged = await stripe.sdk.customers.update(id, { metadata: { b: '', c: 3 } });
    expect(merged.metadata).toEqual({ a: '1', c: '3' });
    expect((await stripe.sdk.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });
});
