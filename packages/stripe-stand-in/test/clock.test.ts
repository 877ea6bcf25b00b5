import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStripe } from '#src/stripe.ts';
import {
  type Catalogue,
  createCatalogue,
  startTestStripe,
  subscribeCustomer,
  type TestStripe,
} from './stripe-harness.ts';

let stripe: TestStripe;
let catalogue: Catalogue;
/** The real time of the engine; it stands still unless a test moves it. */
let now: number;

beforeEach(async () => {
  now = Date.UTC(2027, 0, 31, 12);
  stripe = await startTestStripe({ now: () => now });
  catalogue = await createCatalogue(stripe.sdk);
});
afterEach(() => stripe.stop());

const dayOf = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10);

/** What was billed, oldest first. */
const invoicesOf = async (subscription: string) =>
  (await stripe.sdk.invoices.list({ subscription, limit: 100 })).data.toReversed();

describe('the clock', () => {
  it('only moves ahead', async () => {
    await expect(stripe.engine.clock.advanceTo(now - 1)).rejects.toThrow('only moves ahead');
  });

  it('passes one renewal with each month, from any day', async () => {
    for (const day of [27, 28, 29, 30, 31]) {
      now = Math.max(now, Date.UTC(2028, 0, day, 12));
      const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
      for (let months = 1; months <= 4; months += 1) {
        await stripe.engine.clock.advance({ months: 1 });
        expect(await invoicesOf(subscription)).toHaveLength(1 + months);
      }
    }
  });

  it('waits for the events of one month before it moves to the next', async () => {
    const { subscription } = await subscribeCustomer(stripe, catalogue.starter.id);
    await stripe.engine.webhooks.settle();
    stripe.received.length = 0;
    stripe.engine.faults.addDelivery({ fault: { kind: 'delay', ms: 1 }, event: 'invoice.created' });
    await stripe.engine.clock.advance({ months: 2 });
    const cycles = stripe.received.filter(({ event }) => event.type === 'invoice.paid');
    expect(cycles.map(({ event }) => dayOf(event.created))).toEqual(['2027-02-28', '2027-03-31']);
    expect(await invoicesOf(subscription)).toHaveLength(3);
  });

  it('expires open checkout sessions, though they are dated in real time', async () => {
    await stripe.engine.clock.advance({ months: 5 });
    const session = await stripe.sdk.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: catalogue.pack.id, quantity: 1 }],
      success_url: 'https://shop.example/',
      expires_at: now / 1000 + 3600,
    });
    expect(session.expires_at).toBe(now / 1000 + 3600);
    await stripe.engine.clock.advance({ hours: 2 });
    expect(await stripe.sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    await stripe.engine.webhooks.settle();
    expect(stripe.types()).toContain('checkout.session.expired');
  });

  it('stays where it was moved after a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'));
    const options = { directory, publicOrigin: 'http://127.0.0.1:1' };
    const first = createStripe(options);
    await first.clock.advance({ months: 2 });
    const ahead = first.clock.now() - Date.now();
    await first.close();
    const second = createStripe(options);
    expect(Math.abs(second.clock.now() - Date.now() - ahead)).toBeLessThan(50);
    await second.close();
    await rm(directory, { recursive: true, force: true });
  });
});
