import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import type { Account } from '#web/pages/frame/account-service.ts';
import { SiteServicesContext } from '#web/pages/frame/services.ts';
import { Pricing } from '#web/pages/landing/pricing.tsx';

const cook: Account = {
  name: 'Pat Pan',
  email: 'pat@test.example',
  credits: 3,
  isAdmin: false,
  tier: 'free',
  plan: 'none',
};

async function renderPricing(account: Account | undefined) {
  const subscribe = vi.fn(() => Promise.resolve());
  await renderInApp(
    <SiteServicesContext value={{ openApp: vi.fn(), subscribe }}>
      <Pricing
        account={account}
        offer={{ freeCredits: 3, outpaintCredits: 0, specialPackLabel: 'Try it once', maintenance: 'off' }}
        onStartFree={vi.fn()}
      />
    </SiteServicesContext>,
    { signedIn: account !== undefined },
  );
  return { subscribe };
}

/** The card of a plan, and what is offered on it. */
function offersOf(plan: string): (string | null)[] {
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
  const offers = card.getByText(
    /^(Current plan|Open the studio|Start Free|(Choose|Upgrade to|Downgrade to) \w+)$/,
  );
  return offers.elements().map((element) => element.textContent);
}

describe('the prices', () => {
  test.each([
    ['none', 'free', ['Current plan', 'Open the studio'], ['Choose Starter'], ['Choose Pro']],
    ['Starter', 'starter', ['Open the studio'], ['Current plan'], ['Upgrade to Pro']],
    ['Pro', 'pro', ['Open the studio'], ['Downgrade to Starter'], ['Current plan']],
    // Purchased credits that outlive a plan.
    ['none', 'starter', ['Open the studio'], ['Choose Starter'], ['Choose Pro']],
  ] as const)('know the plan %s of a %s customer', async (plan, tier, free, starter, pro) => {
    await renderPricing({ ...cook, plan, tier });
    expect([offersOf('Free'), offersOf('Starter'), offersOf('Pro')]).toEqual([free, starter, pro]);
    await expect.element(page.getByRole('link', { name: 'Open the studio' })).toHaveAttribute('href', '/');
  });

  test('open the payment page of the plan that a customer chooses', async () => {
    const { subscribe } = await renderPricing({ ...cook, plan: 'Starter', tier: 'starter' });
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    expect(subscribe.mock.calls).toEqual([['pro']]);
  });

  test('open one payment page at a time', async () => {
    const { subscribe } = await renderPricing(cook);
    const opened = Promise.withResolvers<void>();
    subscribe.mockReturnValue(opened.promise);
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    await expect.element(page.getByRole('button', { name: 'Opening the checkout…' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Choose Pro' })).toBeDisabled();
    opened.resolve();
    await expect.element(page.getByRole('button', { name: 'Choose Pro' })).toBeEnabled();
    expect(subscribe.mock.calls).toEqual([['starter']]);
  });

  test('say what staff set', async () => {
    await renderPricing(undefined);
    await expect.element(page.getByText('3 free credits: 6 images')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Try it once' })).toBeVisible();
  });

  test('lead visitors to the sign-in with their choice', async () => {
    await renderPricing(undefined);
    await expect
      .element(page.getByRole('link', { name: 'Choose Pro' }))
      .toHaveAttribute('href', '/auth?tab=sign-in&reason=subscribe&plan=pro');
    await expect.element(page.getByRole('link', { name: 'Start Free' })).toBeVisible();
  });
});
