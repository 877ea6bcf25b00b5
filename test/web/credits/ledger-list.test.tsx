import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LedgerEntry } from '#shared/api/account.ts';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { type FakeApi, fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { CreditsPage } from '#web/credits/credits-page.tsx';

const none: SubscriptionStatus = {
  ...freeUser.subscription,
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

describe('the history', () => {
  const picture = (n: number, day = 20): LedgerEntry => ({
    ...entry,
    id: `p${day}-${n}`,
    kind: 'spend',
    free: 0,
    subscription: -1,
    availableAfter: n,
    note: `Dish ${n}`,
    createdAt: `2026-11-${day}T12:00:00.000Z`,
  });
  const lines = () => page.getByRole('region', { name: 'History' }).getByRole('listitem');

  test('shows the variations of a day as one line, which opens', async () => {
    const items = [picture(9), picture(8), picture(7), picture(6), picture(5, 19), picture(4, 19), entry];
    api.answer({ listLedger: () => ({ items }) });
    await renderInApp(<CreditsPage />);
    const day = lines().filter({ hasText: '8 variations' });
    await expect.poll(() => day.element().textContent).toMatch(/20 Nov 2026.*−4.*9 left/);
    expect(lines().elements()).toHaveLength(4);
    await page.getByRole('button', { name: 'Show each' }).click();
    await expect.element(page.getByText('Dish 6')).toBeVisible();
    expect(lines().elements()).toHaveLength(8);
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(lines().elements()).toHaveLength(4);
  });

  test.each([320, 344, 360])('shows all of the line of a day at %i px', async (width) => {
    await page.viewport(width, 740);
    onTestFinished(() => page.viewport(1280, 800));
    const items = Array.from({ length: 48 }, (_, n) => picture(48 - n));
    api.answer({ listLedger: () => ({ items }) });
    await renderInApp(<CreditsPage />);
    const title = page.getByText('96 variations');
    await expect.element(title).toBeVisible();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title.element();
    expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
    expect(textBoxesIn(page.getByText('20 Nov 2026').element())).toHaveLength(1);
  });

  test('says why more could not be loaded', async () => {
    api.answer({
      listLedger: ({ query }) => (query.cursor ? problem('busy') : { items: [entry], cursor: 'more' }),
    });
    await renderInApp(<CreditsPage />);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByText('We are busy right now. Please try again')).toBeVisible();
    api.answer({ listLedger: () => ({ items: [{ ...entry, id: 'older', note: 'An older one' }] }) });
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('is empty', async () => {
    api.answer({ listLedger: () => ({ items: [] }) });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
  });

  test('that could not be loaded leaves the rest of the page, and loads again', async () => {
    api.answer({ listLedger: () => problem('forbidden') });
    await renderInApp(<CreditsPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load your history' })).toBeVisible();
    await expect.element(page.getByText('credits available')).toBeVisible();
    api.answer({ listLedger: () => ({ items: [entry] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Given when you joined · 1 Nov 2026')).toBeVisible();
  });
});
