import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from './stripe-harness.ts';

let stripe: TestStripe;

beforeEach(async () => {
  stripe = await startTestStripe();
});
afterEach(() => stripe.stop());

const dayInSeconds = 24 * 60 * 60;
const now = () => Math.floor(stripe.engine.clock.now() / 1000);
const createCustomer = (email: string) => stripe.sdk.customers.create({ email });

it('lists events newest first, in pages, with the object of that time', async () => {
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await createCustomer(email);
  const [first, second, third] = stripe.engine.events();
  const page = await stripe.sdk.events.list({ limit: 2 });
  expect(page).toMatchObject({ object: 'list', url: '/v1/events', has_more: true });
  expect(page.data).toMatchObject([{ id: third?.id }, { id: second?.id }]);
  const rest = await stripe.sdk.events.list({ limit: 2, starting_after: String(second?.id) });
  expect(rest).toMatchObject({ has_more: false, data: [{ id: first?.id, type: 'customer.created' }] });
  expect(rest.data[0]?.data.object).toMatchObject({ email: 'a@example.com' });
});

it('lists events of the types and the time that are asked for', async () => {
  const { id } = await createCustomer('a@example.com');
  await stripe.engine.clock.advance({ days: 2 });
  await stripe.sdk.customers.update(id, { name: 'Ada' });
  await stripe.sdk.customers.del(id);
  const typesOf = async (filter: Parameters<typeof stripe.sdk.events.list>[0]) =>
    (await stripe.sdk.events.list(filter)).data.map(({ type }) => type);
  expect(await typesOf({ types: ['customer.created', 'customer.deleted'] })).toEqual([
    'customer.deleted',
    'customer.created',
  ]);
  expect(await typesOf({ created: { gte: now() - dayInSeconds } })).toEqual([
    'customer.deleted',
    'customer.updated',
  ]);
  expect(await typesOf({ created: { lt: now() - dayInSeconds } })).toEqual(['customer.created']);
});

it('forgets events after 30 days', async () => {
  await createCustomer('a@example.com');
  await stripe.engine.clock.advance({ days: 31 });
  expect((await stripe.sdk.events.list()).data).toEqual([]);
});

it('refuses more than 20 types', async () => {
  const types = Array<string>(21).fill('customer.created');
  await expect(stripe.sdk.events.list({ types })).rejects.toMatchObject({ param: 'types' });
});
