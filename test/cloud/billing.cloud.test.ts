import { beforeAll, describe, expect, it } from 'vitest';
import { itInFullRun } from '#test/support/full-run.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';

let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
});

/** Presses a button of one of Stripe's hosted pages; returns where the browser is sent. */
async function press(page: string, fields: Record<string, string>): Promise<string> {
  const reply = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  expect(reply.status).toBe(303);
  return reply.headers.get('location') ?? '';
}

async function subscribe(user: TestUser, plan: 'starter' | 'pro'): Promise<string> {
  const { plans } = await user.call('getCatalogue');
  const priceId = plans.find(({ id }) => id === plan)?.priceId ?? '';
  const { url } = await user.call('createCheckout', { body: { priceId } });
  const backTo = await press(url, { action: 'pay' });
  await cloud.settle();
  return backTo;
}

describe('billing over the whole cloud', () => {
  it('sells a plan and a pack, and shows both in the account', async () => {
    const user = await signUpUser(cloud);
    expect(await subscribe(user, 'starter')).toBe(`${cloud.url}/credits?success=true`);
    expect(await user.call('checkSubscription')).toMatchObject({ subscribed: true, planName: 'Starter' });
    expect(await user.call('getMe')).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: 15, available: 17 },
    });
    const { packs } = await user.call('getCatalogue');
    const [pack] = packs;
    const { url } = await user.call('createPayment', {
      body: { priceId: pack?.priceId ?? '', credits: pack?.credits ?? 0 },
    });
    const backTo = new URL(await press(url, { action: 'pay' }));
    expect(backTo.searchParams.get('payment_success')).toBe('true');
    const sessionId = backTo.searchParams.get('session_id') ?? '';
    expect(await user.call('verifyPayment', { body: { sessionId } })).toMatchObject({ success: true });
    await cloud.settle();
    const { items } = await user.call('listLedger', { query: {} });
    expect(items.map(({ kind, availableAfter }) => [kind, availableAfter])).toEqual([
      ['topup', 67],
      ['plan', 17],
      ['free', 2],
    ]);
  });

  it('lets a person change and cancel in the portal, at the end of the month', async () => {
    const user = await signUpUser(cloud);
    await subscribe(user, 'pro');
    const { plans } = await user.call('getCatalogue');
    const starter = plans.find(({ id }) => id === 'starter')?.priceId ?? '';
    const { url } = await user.call('openPortal');
    const page = await (await fetch(url)).text();
    const subscription = /sub_\w+/.exec(page)?.[0] ?? '';
    await press(url, { action: 'switch', subscription, price: starter });
    await cloud.settle();
    expect((await user.call('getMe')).tier).toBe('pro');
    await cloud.stripe.clock.advance({ months: 1, hours: 2 });
    await cloud.settle();
    expect(await user.call('getMe')).toMatchObject({
      tier: 'starter',
      credits: { subscriptionCreditsBalance: 40 + 15 },
    });
    await press(url, { action: 'cancel', subscription });
    await cloud.settle();
    expect(await user.call('checkSubscription')).toMatchObject({ subscribed: true, cancelAtPeriodEnd: true });
    await cloud.stripe.clock.advance({ months: 1, hours: 2 });
    await cloud.settle();
    expect(await user.call('getMe')).toMatchObject({
      tier: 'free',
      credits: { subscriptionCreditsBalance: 55 },
    });
  });

  it('returns people to the host name that they used, and to no other site', async () => {
    const user = await signUpUser(cloud);
    const { plans } = await user.call('getCatalogue');
    const priceId = plans[0]?.priceId ?? '';
    const localhost = cloud.url.replace('127.0.0.1', 'localhost');
    const reply = await fetch(`${localhost}/api/billing/checkout`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.accessToken}`,
        'content-type': 'application/json',
        'x-viewer-origin': 'https://evil.example',
      },
      body: JSON.stringify({ priceId }),
    });
    const { url } = (await reply.json()) as { url: string };
    expect(await press(url, { action: 'pay' })).toBe(`${localhost}/credits?success=true`);
  });

  it('refuses events that Stripe did not sign', async () => {
    const reply = await fetch(`${cloud.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      body: JSON.stringify({ id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } }),
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'signature_invalid' });
  });

  itInFullRun('keeps its state over a restart on another port', async () => {
    const user = await signUpUser(cloud);
    await subscribe(user, 'starter');
    const { directory } = cloud;
    await cloud.stop();
    cloud = await startOwnCloud({ directory });
    await cloud.stripe.clock.advance({ months: 1, hours: 2 });
    await cloud.settle();
    const me = await fetch(`${cloud.url}/api/me`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(await me.json()).toMatchObject({ tier: 'starter', credits: { subscriptionCreditsBalance: 30 } });
  });
});
