import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectCredits,
  expectToast,
  openPage,
  openSignedIn,
  phone,
  waitForHydration,
} from '#test/support/browser.ts';
import { itInFullRun, rowsInFullRun } from '#test/support/full-run.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';

/**
 * Payments in a real browser, from the button to the ledger, with the Stripe stand-in. This file has
 * its own cloud, because it moves Stripe's clock by months.
 */
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
  await cloud.warm();
});

const activated = 'Subscription activated! Your credits will be updated shortly.';
const replaces = 'Your current plan will be canceled and replaced with the new plan.';

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true });
const card = (page: Page, plan: 'Starter' | 'Pro') => page.getByRole('article', { name: plan });
const topUps = (page: Page) => page.getByRole('region', { name: 'Buy Credits' });
/** A line of the history, by its title. */
const entry = (page: Page, title: string) =>
  page.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: title });

/** From the button on the credits page through Stripe's page and back. */
async function payPlan(page: Page, press: string): Promise<void> {
  await button(page, press).click();
  await page.getByRole('button', { name: /^Subscribe for £/ }).click();
  await expectToast(page, activated);
}

/** Signs in on a public page. */
async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Log In' }).click();
  const login = page.getByRole('dialog');
  await login.getByLabel('Email').fill(email);
  await login.getByLabel('Password').fill(password);
  await login.getByRole('button', { name: 'Log In' }).click();
}

async function buyPack(page: Page, credits: number): Promise<void> {
  await button(page, `Buy ${credits} credits`).click();
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expectToast(page, `${credits} credits were added to your account!`);
}

async function openCredits(page: Page): Promise<void> {
  await page.goto('/credits');
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor();
}

/** Moves Stripe's clock forward by a month, then opens the page. */
async function aMonthLater(page: Page): Promise<void> {
  await cloud.stripe.clock.advance({ months: 1 });
  await cloud.stripe.webhooks.settle();
  await openCredits(page);
}

describe('a subscription', () => {
  // B6.4
  it('gives 15 credits with Starter, 15 more a month later, and is replaced by Pro', async () => {
    const { page, troubles, close } = await openSignedIn(cloud);
    await openCredits(page);
    // C2.7, B2.6
    await expectCredits(page, 2);
    // C1.13, C2.128
    await card(page, 'Starter').getByText('£9.99').waitFor();
    // C1.14
    await card(page, 'Pro').getByText('£19.99').waitFor();
    await card(page, 'Starter').getByText('15 credits every month: 30 images').waitFor();
    // C6.28
    await card(page, 'Starter').getByText('4 filters and the first 5 scenes of each path').waitFor();
    // C6.29
    await card(page, 'Pro').getByText('Story, TikTok, square and landscape formats').waitFor();
    await card(page, 'Pro').getByText('Priority queue, no watermark').waitFor();
    expect(await topUps(page).count()).toBe(0);

    await payPlan(page, 'Choose Starter');
    expect(new URL(page.url()).search).toBe('');
    // C2.129, C4.12, C6.3, C7.13
    await expectCredits(page, 17);
    await card(page, 'Starter').getByText('Current plan').waitFor();
    await page.getByText(/^Renews on \d+ \w+ \d{4}$/).waitFor();
    const bar = page.getByRole('progressbar', { name: 'Monthly plan credits' });
    // C2.130
    expect(await bar.getAttribute('aria-valuenow')).toBe('100');
    await entry(page, 'Starter plan').getByText('+15').waitFor();
    // The message appears only once.
    await page.reload();
    await expectCredits(page, 17);
    expect(await page.getByText(activated).count()).toBe(0);

    await aMonthLater(page);
    await expectCredits(page, 32);
    // C1.20
    await page.getByText('15 rolled over').waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('100');
    await expect.poll(() => entry(page, 'Starter plan').count()).toBe(2);

    // C4.14
    await card(page, 'Pro').getByText(replaces).waitFor();
    await button(page, 'Switch to Pro').click();
    await page.getByRole('status').filter({ hasText: replaces }).waitFor();
    await page.getByRole('button', { name: /^Subscribe for £/ }).click();
    // C2.132, C4.17
    await expectToast(page, activated);
    // C4.13
    await expectCredits(page, 72);
    await card(page, 'Pro').getByText('Current plan').waitFor();
    await page.getByRole('link', { name: 'Menu Pack' }).click();
    await page.waitForURL(/view=menu-enhancer/);

    await openCredits(page);
    await button(page, 'Manage Subscription').click();
    await page.getByRole('region', { name: 'Subscription' }).waitFor();
    expect(await page.getByRole('region', { name: 'Subscription' }).count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Invoices' }).getByRole('link').count()).toBe(3);
    expect(troubles.list).toEqual([]);
    await close();
  });

  // C4.15, C4.16
  itInFullRun('goes down to Starter in the portal, at the end of the month that was paid', async () => {
    const { page, close } = await openSignedIn(cloud);
    await openCredits(page);
    await payPlan(page, 'Choose Pro');
    // C1.14
    await expectCredits(page, 42);
    await card(page, 'Starter')
      .getByText('The change takes effect when the month you paid for ends.')
      .waitFor();
    await button(page, 'Switch to Starter').click();
    await page.getByRole('button', { name: /Starter/ }).click();
    await page.getByText('Your plan will change at the end of this period.').waitFor();
    await page.getByRole('link', { name: 'Return' }).click();
    await card(page, 'Pro').getByText('Current plan').waitFor();
    await aMonthLater(page);
    await card(page, 'Starter').getByText('Current plan').waitFor();
    await expectCredits(page, 57);
    await close();
  });

  // C4.16, C7.14
  itInFullRun(
    'is cancelled and resumed in the portal, and ends with the month; credits stay, packs go',
    async () => {
      const { page, close } = await openSignedIn(cloud, phone);
      await openCredits(page);
      await payPlan(page, 'Choose Starter');
      await button(page, 'Manage Subscription').click();
      await button(page, 'Cancel subscription').click();
      await page.getByRole('link', { name: 'Return' }).click();
      await page.getByText(/^Ends on \d+ \w+ \d{4}$/).waitFor();

      await button(page, 'Manage Subscription').click();
      await button(page, 'Don’t cancel').click();
      await page.getByRole('link', { name: 'Return' }).click();
      await page.getByText(/^Renews on/).waitFor();

      await button(page, 'Manage Subscription').click();
      await button(page, 'Cancel subscription').click();
      await page.getByRole('link', { name: 'Return' }).click();
      await button(page, 'Buy 50 credits').waitFor();

      // The page still offers packs while the subscription ends.
      await cloud.stripe.clock.advance({ months: 1 });
      await cloud.stripe.webhooks.settle();
      await button(page, 'Buy 50 credits').click();
      await expectToast(
        page,
        'Failed to start payment. Please try again.',
        'Top-ups are available to subscribers',
      );
      await topUps(page).waitFor({ state: 'detached' });
      await button(page, 'Choose Starter').waitFor();
      await expectCredits(page, 17);
      expect(await button(page, 'Manage Subscription').count()).toBe(0);
      await button(page, 'Invoices').click();
      await page.getByRole('region', { name: 'Invoices' }).waitFor();
      await close();
    },
  );

  itInFullRun('goes on while a payment is due, and gets its month when the card works again', async () => {
    const { page, user, close } = await openSignedIn(cloud);
    await openCredits(page);
    await payPlan(page, 'Choose Starter');
    await expectCredits(page, 17);
    const paid = cloud.stripe.events().findLast(({ type }) => type === 'customer.subscription.created');
    const { customer } = paid?.data.object as { customer: string };
    cloud.stripe.setCard(customer, 'declines');
    await aMonthLater(page);
    await page.getByRole('alert').getByText('Your last payment failed').waitFor();
    await page.getByText('A payment is due').waitFor();
    await expectCredits(page, 17);
    expect(await user.call('getMe')).toMatchObject({ tier: 'starter' });

    await button(page, 'Update card').click();
    await button(page, 'Use a card that pays').click();
    await page.getByRole('button', { name: /^Pay £9.99 now/ }).click();
    await page.getByText('The invoice is paid.').waitFor();
    await page.getByRole('link', { name: 'Return' }).click();
    await expectCredits(page, 32);
    await page.getByText(/^Renews on/).waitFor();
    await page.getByText('Your last payment failed').waitFor({ state: 'detached' });
    await close();
  });
});

describe('top-up packs', () => {
  it('are for subscribers, each with its label and price per credit, and are booked once', async () => {
    const { page, troubles, user, close } = await openSignedIn(cloud);
    await openCredits(page);
    await button(page, 'Choose Starter').waitFor();
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    const { packs } = await user.call('getCatalogue');
    const [{ priceId = '', credits = 0 } = {}] = packs;
    await expect(user.call('createPayment', { body: { priceId, credits } })).rejects.toMatchObject({
      code: 'subscribers_only',
    });

    await payPlan(page, 'Choose Starter');
    const offers = topUps(page).getByRole('listitem');
    // C6.34
    await offers.first().getByText('50 credits').waitFor();
    // C1.15, C1.16, C1.17, C1.18, C2.131
    expect((await offers.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
      ['50 credits', '£19.99', 'Best Value', '40p per credit', 'Buy'],
      ['100 credits', '£34.99', 'Save 12.5%', '35p per credit', 'Buy'],
      ['200 credits', '£59.99', 'Save 25%', '30p per credit', 'Buy'],
    ]);
    let expected = 17;
    for (const pack of [...rowsInFullRun([50, 100]), 200]) {
      await buyPack(page, pack);
      expected += pack;
      // C7.15
      await expectCredits(page, expected);
      await entry(page, `${pack} credits`).getByText(`+${pack}`).waitFor();
    }
    expect(new URL(page.url()).search).toBe('');

    // The address of the last payment again: it is already booked.
    const session = cloud.stripe.events().findLast(({ type }) => type === 'checkout.session.completed');
    const { id } = session?.data.object as { id: string };
    await page.goto(`/credits?payment_success=true&session_id=${id}`);
    // C2.133, C4.19, C7.16
    await expectToast(page, '200 credits were added to your account!');
    await expectCredits(page, expected);
    await entry(page, '200 credits').first().waitFor();
    expect(await entry(page, '200 credits').count()).toBe(1);
    expect(troubles.list).toEqual([]);

    await aMonthLater(page);
    // C1.21
    await expectCredits(page, expected + 15);
    await close();
  });

  itInFullRun('of somebody else are not booked by their address', async () => {
    const { page, close } = await openSignedIn(cloud);
    const session = cloud.stripe.events().findLast(({ type }) => type === 'checkout.session.completed');
    const { id } = session?.data.object as { id: string };
    await page.goto(`/credits?payment_success=true&session_id=${id}`);
    await expectToast(page, 'Your payment couldn’t be checked yet');
    await expectCredits(page, 2);
    await close();
  });
});

describe('a checkout that is left', () => {
  it('says that the card was declined, and charges nothing when left by the link back', async () => {
    const { page, close } = await openSignedIn(cloud, phone);
    await openCredits(page);
    await button(page, 'Choose Starter').click();
    await button(page, 'Try a card that is declined').click();
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    // C4.18
    await expectToast(page, 'Subscription cancelled', 'Nothing was charged; your plan is unchanged.');
    // C2.132
    await page.waitForURL(`${cloud.url}/credits`);
    await expectCredits(page, 2);

    await payPlan(page, 'Choose Starter');
    await button(page, 'Buy 100 credits').click();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    // C2.133, C4.20
    await expectToast(page, 'Payment cancelled');
    await page.waitForURL(`${cloud.url}/credits`);
    await expectCredits(page, 17);

    // The browser's back button leads to Stripe's page, and forward again to a page that works.
    await button(page, 'Buy 100 credits').click();
    await page.getByRole('button', { name: /^Pay £/ }).waitFor();
    await page.goBack();
    await button(page, 'Buy 100 credits').click();
    await page.getByRole('button', { name: /^Pay £/ }).waitFor();
    await close();
  });

  itInFullRun('shows its outcome after the sign-in if the session ended meanwhile', async () => {
    const user = await signUpUser(cloud);
    const { page, close } = await openPage(cloud.url);
    await page.goto('/credits?canceled=true');
    await logIn(page, user);
    // Back where the payment ended.
    // C2.132
    await expectToast(page, 'Subscription cancelled', 'Nothing was charged; your plan is unchanged.');
    await page.reload();
    await button(page, 'Choose Starter').waitFor();
    expect(await page.getByText('Subscription cancelled').count()).toBe(0);
    await close();
  });
});

describe('the page', () => {
  // C2.8, B2.7
  itInFullRun('is the landing page for those who are not signed in', async () => {
    const { page, close } = await openPage(cloud.url);
    await page.goto('/credits');
    await page.getByRole('link', { name: 'Log In' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Credits & Billing' }).count()).toBe(0);
    await close();
  });

  it('leads to the sign-in when a checkout finds the session ended', async () => {
    const { page, close } = await openSignedIn(cloud);
    await openCredits(page);
    await page.route('**/api/billing/checkout', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    );
    await button(page, 'Choose Starter').click();
    await expectToast(page, 'You must be logged in to subscribe');
    await page.waitForURL(/\/auth\?/);
    await close();
  });

  // C4.8
  itInFullRun('is checked in the studio too, and again for the next user', async () => {
    const { page, user, close } = await openSignedIn(cloud);
    const next = await signUpUser(cloud, { plan: 'starter' });
    const checked: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/billing/subscription')) return;
      checked.push((await response.request().headerValue('authorization')) ?? '');
    });
    await page.goto('/studio');
    await expectCredits(page, 2);
    await expect.poll(() => checked).toEqual([`Bearer ${user.accessToken}`]);
    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await logIn(page, next);
    await expectCredits(page, 17);
    await expect.poll(() => checked.length).toBe(2);
    expect(checked[1]).not.toBe(checked[0]);
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  // C9.8
  itInFullRun(
    'checks the subscription with the focus and every minute, and has months booked while subscribed',
    async () => {
      const { page, troubles, user, close } = await openSignedIn(cloud);
      await page.clock.install();
      const calls: string[] = [];
      page.on('requestfinished', (request) => {
        const [, name] =
          /\/api\/(billing\/(?:subscription|allocate)|me|me\/ledger)$/.exec(request.url()) ?? [];
        if (name) calls.push(name);
      });
      /** The checks since the last time, once credits and history were read again after them. */
      const checks = async () => {
        await expect.poll(() => calls.slice(-2).toSorted(), { timeout: 10_000 }).toEqual(['me', 'me/ledger']);
        return calls.splice(0).filter((name) => name.startsWith('billing/'));
      };

      await openCredits(page);
      await button(page, 'Choose Starter').waitFor();
      await expect.poll(() => calls).toContain('billing/subscription');
      // C4.9
      expect(await checks()).toEqual(['billing/subscription']);
      await page.clock.fastForward(30_000);
      expect(calls.filter((name) => name.startsWith('billing/'))).toEqual([]);
      await page.clock.fastForward(30_500);
      await expect.poll(() => calls).toContain('billing/subscription');
      expect(await checks()).toEqual(['billing/subscription']);

      await subscribed(user);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect.poll(() => calls).toContain('billing/allocate');
      // C4.10, C4.11, C7.12
      expect(await checks()).toEqual(['billing/subscription', 'billing/allocate']);
      await card(page, 'Starter').getByText('Current plan').waitFor();
      await expectCredits(page, 17);

      // Failed checks change nothing.
      const failed = (name: string) =>
        page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/billing/${name}`));
      const noBooking = failed('allocate');
      await page.route('**/api/billing/allocate', (route) => route.abort());
      await page.clock.fastForward(60_500);
      await noBooking;
      expect(await checks()).toEqual(['billing/subscription']);
      const noCheck = failed('subscription');
      await page.route('**/api/billing/subscription', (route) => route.abort());
      await page.clock.fastForward(60_500);
      await noCheck;
      await expectCredits(page, 17);
      // C8.25
      await card(page, 'Starter').getByText('Current plan').waitFor();
      await page.getByText(/^Renews on/).waitFor();
      const [logged] = troubles.list.slice(-1);
      // C8.27
      expect(logged).toContain('We couldn’t reach PlatePost');

      await page.unroute('**/api/billing/subscription');
      const before = troubles.list.length;
      const noCredits = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/me'));
      await page.route('**/api/me', (route) => route.abort());
      await page.clock.fastForward(60_500);
      await noCredits;
      await expect
        .poll(() => troubles.list.slice(before).join())
        .toContain('ApiError: We couldn’t reach PlatePost');
      // C8.26
      await expectCredits(page, 17);
      await close();
    },
  );

  itInFullRun('shows the history page by page', async () => {
    const { page, close } = await openSignedIn(cloud);
    const item = (id: number) => ({
      id: String(id),
      kind: 'spend',
      free: 0,
      subscription: -1,
      purchased: 0,
      availableAfter: id,
      note: `Dish ${id}`,
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    await page.route('**/api/me/ledger*', (route) => {
      const isFirst = !route.request().url().includes('cursor=next');
      return route.fulfill({ json: isFirst ? { items: [item(2)], cursor: 'next' } : { items: [item(1)] } });
    });
    await openCredits(page);
    await entry(page, 'Dish 2').getByText('−1').waitFor();
    await button(page, 'Show more').click();
    await entry(page, 'Dish 1').getByText('1 left').waitFor();
    await entry(page, 'Dish 2').waitFor();
    expect(await button(page, 'Show more').count()).toBe(0);
    await close();
  });
});

/** Pays Starter without the browser. */
async function subscribed({ call }: Awaited<ReturnType<typeof signUpUser>>): Promise<void> {
  const { plans } = await call('getCatalogue');
  const priceId = plans.find(({ id }) => id === 'starter')?.priceId ?? '';
  const { url } = await call('createCheckout', { body: { priceId } });
  cloud.stripe.payCheckout(new URL(url).pathname.split('/').at(-1) ?? '');
  await cloud.stripe.webhooks.settle();
}
