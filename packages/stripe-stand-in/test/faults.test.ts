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

const createCustomers = async (...addresses: string[]) => {
  for (const email of addresses) await stripe.sdk.customers.create({ email });
};

/** Email addresses in the events that arrived, in order. */
const emails = () => stripe.received.map(({ event }) => (event.data.object as Stripe.Customer).email);

const add = (fault: DeliveryFault, times = 1) => stripe.engine.faults.addDelivery({ fault, times });

describe('faults of deliveries', () => {
  it('drop an event for good', async () => {
    add({ kind: 'drop' });
    await createCustomers('ada@example.com', 'bob@example.com');
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(['bob@example.com']);
    // It can be sent again by hand.
    const [lost] = stripe.engine.events();
    stripe.engine.webhooks.resend(lost?.id ?? '');
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(['bob@example.com', 'ada@example.com']);
  });

  it('lose attempts, which are retried', async () => {
    add({ kind: 'lose' }, 2);
    await createCustomers('ada@example.com');
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(['ada@example.com']);
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
    expect(emails()).toEqual([
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

  it('deliver a reordered event if no later one comes', async () => {
    add({ kind: 'reorder', behind: 5 });
    await createCustomers('alone@example.com');
    await stripe.engine.webhooks.settle();
    expect(emails()).toEqual(['alone@example.com']);
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

  it('lose only the events that were dropped, in any combination', async () => {
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
