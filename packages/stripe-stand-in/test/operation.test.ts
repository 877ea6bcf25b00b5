import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from './stripe-harness.ts';

let stripe: TestStripe;

beforeAll(async () => {
  stripe = await startTestStripe();
});
afterAll(() => stripe.stop());

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
});
