import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LedgerEntry } from '#shared/api/account.ts';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { type FakeApi, fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { CreditsPage } from '#web/credits/credits-page.tsx';

const none: SubscriptionStatus = {
  ...freeUser.subscription,
  pastDue: false,
  cancelAtPeriodEnd: false,
  nextPlan: null,
};
const pro: SubscriptionStatus = {
  ...proUser.subscription,
  pastDue: false,
  cancelAtPeriodEnd: false,
  nextPlan: null,
};

const entry: LedgerEntry = {
  id: '1',
  kind: 'free',
  free: 2,
  subscription: 0,
  purchased: 0,
  availableAfter: 2,
  note: '',
  createdAt: '2026-11-01T00:00:00.000Z',
};

let api: FakeApi;

beforeEach(() => {
  api = fakeApi({
    getMe: () => freeUser,
    checkSubscription: () => none,
    allocateCredits: () => ({ allocated: 0, credits: proUser.credits }),
    getCatalogue: () => ({ plans: [], packs: [] }),
    listLedger: () => ({ items: [entry] }),
  });
});

describe('the credits page', () => {
  test('says that it could not be loaded, and loads again', async () => {
    api.answer({ getMe: () => problem('forbidden') });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load your credits' })).toBeVisible();
    api.answer({ getMe: () => freeUser });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('credits available')).toBeVisible();
  });

  test('speaks of one credit in the singular', async () => {
    api.answer({ getMe: () => ({ ...freeUser, credits: { ...freeUser.credits, available: 1 } }) });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('credit available', { exact: true })).toBeVisible();
  });
});

describe('a plan', () => {
  test('keeps the price at which it was bought', async () => {
    const subscription = { ...proUser.subscription, pricePence: 1499 };
    api.answer({ getMe: () => ({ ...proUser, subscription }), checkSubscription: () => pro });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('£14.99 per month')).toBeVisible();
  });

  test('that renews says when', async () => {
    api.answer({ getMe: () => proUser, checkSubscription: () => pro });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Renews on 1 Dec 2026')).toBeVisible();
  });

  test.each([
    ['Pictures then have the Free plan’s limits: a watermark and random looks.', 0],
    ['Your purchased credits keep the features of Starter.', 50],
  ])('that was cancelled says when it ends and what stays: %s', async (limits, creditsBalance) => {
    api.answer({
      getMe: () => ({ ...proUser, credits: { ...proUser.credits, creditsBalance } }),
      checkSubscription: () => ({ ...pro, cancelAtPeriodEnd: true }),
    });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Ends on 1 Dec 2026')).toBeVisible();
    await expect
      .element(page.getByText(`It will not renew. Remaining credits stay yours. ${limits}`))
      .toBeVisible();
  });

  test('that changes to a smaller one says when, and what is kept until then', async () => {
    api.answer({ getMe: () => proUser, checkSubscription: () => ({ ...pro, nextPlan: 'Starter' }) });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Changes to Starter on 1 Dec 2026')).toBeVisible();
    await expect.element(page.getByText('Until then you keep Pro. Your credits stay yours.')).toBeVisible();
    await expect
      .element(page.getByRole('article', { name: 'Starter' }).getByText('Starts on 1 Dec 2026'))
      .toBeVisible();
    await expect.element(page.getByText('Renews on', { exact: false })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Switch to Starter' })).not.toBeInTheDocument();
  });

  test('whose payment failed asks for another card', async () => {
    api.answer({ getMe: () => proUser, checkSubscription: () => ({ ...pro, pastDue: true }) });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Your last payment failed')).toBeVisible();
    await expect.element(page.getByText('A payment is due')).toBeVisible();
    await expect.element(page.getByText('Renews on', { exact: false })).not.toBeInTheDocument();
  });

  test('whose payment failed says also when it ends, and does not promise it to go on', async () => {
    api.answer({
      getMe: () => proUser,
      checkSubscription: () => ({ ...pro, pastDue: true, cancelAtPeriodEnd: true }),
    });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('A payment is due')).toBeVisible();
    await expect.element(page.getByText('Ends on 1 Dec 2026')).toBeVisible();
    await expect
      .element(
        page.getByText(
          'Nothing is lost: you keep your credits while we try the payment again. Please check your card.',
        ),
      )
      .toBeVisible();
  });

  test('whose payment failed says also to what it changes', async () => {
    api.answer({
      getMe: () => proUser,
      checkSubscription: () => ({ ...pro, pastDue: true, nextPlan: 'Starter' }),
    });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('A payment is due')).toBeVisible();
    await expect.element(page.getByText('Changes to Starter on 1 Dec 2026')).toBeVisible();
    await expect
      .element(
        page.getByText(
          'Nothing is lost: you keep your plan and credits while we try the payment again. Please check your card.',
        ),
      )
      .toBeVisible();
  });

  test('that could not be checked says until when it is paid', async () => {
    api.answer({ getMe: () => proUser, checkSubscription: () => problem('busy') });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Paid until 1 Dec 2026')).toBeVisible();
  });

  test('offers packs, and says when they could not be loaded', async () => {
    api.answer({
      getMe: () => proUser,
      checkSubscription: () => pro,
      getCatalogue: () => problem('forbidden'),
    });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByText('Couldn’t load the packs')).toBeVisible();
  });
});
