import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { wantedPlan } from '#web/lib/wanted-plan.ts';
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
      <Pricing account={account} onStartFree={vi.fn()} />
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

  test('remember the plan that a visitor chooses', async () => {
    await renderPricing(undefined);
    const link = page.getByRole('link', { name: 'Choose Pro' });
    link.element().addEventListener('click', (event) => event.preventDefault());
    await link.click();
    expect(wantedPlan()).toBe('pro');
    await expect.element(page.getByRole('link', { name: 'Start Free' })).toBeVisible();
  });
});
