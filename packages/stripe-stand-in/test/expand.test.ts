import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('refuses to expand a property that is not a reference', async () => {
  const { customer } = await subscribeCustomer(stripe, catalogue.starter.id);
  for (const expand of ['email', 'nothing']) {
    await expect(stripe.sdk.customers.retrieve(customer, { expand: [expand] })).rejects.toThrow(
      `This property cannot be expanded (${expand}).`,
    );
  }
});
