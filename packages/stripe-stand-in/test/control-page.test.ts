import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue, startTestStripe, subscribeCustomer, type TestStripe } from './stripe-harness.ts';

let stripe: TestStripe;
let customer: string;
let subscription: string;

beforeEach(async () => {
  stripe = await startTestStripe();
  const { pro } = await createCatalogue(stripe.sdk);
  ({ customer, subscription } = await subscribeCustomer(stripe, pro.id));
});
afterEach(() => stripe.stop());

describe('the control page', () => {
  const page = () => `${stripe.origin}/_local/stripe`;

  it('shows what happened and moves the clock', async () => {
    const before = stripe.engine.clock.now();
    const moved = await stripe.post(`${page()}/clock`, { months: '1' });
    expect(moved.headers.get('location')).toBe('/_local/stripe');
    expect(stripe.engine.clock.now() - before).toBeGreaterThan(27 * 86_400_000);
    expect((await stripe.sdk.invoices.list({ subscription })).data).toHaveLength(2);
    const html = await (await fetch(page())).text();
    for (const text of ['ada@example.com', 'Pro, active', 'invoice.paid', 'delivered', '£19.99']) {
      expect(html).toContain(text);
    }
  });

  it('replaces cards, refunds and opens disputes', async () => {
    await stripe.post(`${page()}/cards`, { customer, card: 'declines' });
    expect(await (await fetch(page())).text()).toContain('•••• 0341');
    const charge = /ch_\w+/.exec(await (await fetch(page())).text())?.[0] ?? '';
    await stripe.post(`${page()}/refunds`, { charge });
    const html = await (await fetch(page())).text();
    expect(html).toContain('refunded');
    expect((await stripe.post(`${page()}/disputes`, { charge })).status).toBe(400);
  });

  it('refuses forms that come from another site', async () => {
    const answer = await fetch(`${page()}/clock`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ months: '1' }),
    });
    expect(answer.status).toBe(403);
    expect((await fetch(`${page()}/nothing`)).status).toBe(404);
  });
});
