import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminUser } from '#shared/api/admin.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser } from '#test/web/generations/users.ts';
import { UsersPage } from '#web/admin/users/users-page.tsx';

const { email, fullName, companyName, createdAt, tier, credits } = freeUser;
const cook: AdminUser = {
  userId: '0190b6f0-0000-7000-8000-000000000000',
  email,
  fullName,
  companyName,
  createdAt,
  tier,
  planName: 'none',
  role: null,
  deleting: false,
  credits,
};

const adjust = () => page.getByRole('button', { name: `Adjust credits: ${email}` });
const balance = () => page.getByLabelText('New balance of purchased credits');
const save = () => page.getByRole('button', { name: 'Save' });

describe('the list of users', () => {
  test('shows a skeleton while it loads', async () => {
    fakeApi({ listUsers: pending });
    await renderInApp(<UsersPage />);
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  });

  test('is empty', async () => {
    const api = fakeApi({ listUsers: () => ({ items: [] }) });
    await renderInApp(<UsersPage />);
    await expect.element(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
    await page.getByLabelText('Search by email').fill('nobody');
    await expect.element(page.getByRole('heading', { name: 'No user found' })).toBeVisible();
    await expect.poll(() => api.requests('listUsers').at(-1)?.query.search).toBe('nobody');
  });

  test('tells screen readers how many users a search has found', async () => {
    const api = fakeApi({ listUsers: () => ({ items: [cook], cursor: 'more' }) });
    await renderInApp(<UsersPage />);
    await expect.element(page.getByRole('table', { name: 'Users' })).toBeInTheDocument();
    const found = page.getByRole('status').filter({ hasText: /found/ });
    await expect.element(found).toHaveTextContent('1 user found so far');
    api.answer({ listUsers: () => ({ items: [] }) });
    await page.getByLabelText('Search by email').fill('nobody');
    await expect.element(found).toHaveTextContent('0 users found');
  });

  test.each([
    ['busy', 'Authentication service unavailable'],
    ['forbidden', 'Failed to fetch users'],
  ] as const)('that could not be loaded (%s) says why, and loads again', async (code, title) => {
    const api = fakeApi({ listUsers: () => problem(code) });
    await renderInApp(<UsersPage />);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    api.answer({ listUsers: () => ({ items: [cook] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText(email)).toBeVisible();
  });
});

test('a phone shows plan and balances below the address', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  fakeApi({ listUsers: () => ({ items: [{ ...cook, planName: 'Pro', tier: 'pro' }] }) });
  await renderInApp(<UsersPage />);
  await expect.element(page.getByText('Pro · 0 purchased · 0 monthly · 2 free')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Monthly' })).not.toBeInTheDocument();
  const table = page.getByRole('table').element();
  expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

test.each([
  // A phone of 320 px, without the margins of the page.
  280, 390,
])('a list of %i px wraps a long address and long figures beside the buttons', async (width) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const long = 'maximiliana.featherstonehaugh+newsletter@restaurant-at-the-harbour.example';
  const credits = { ...cook.credits, creditsBalance: 123_456, subscriptionCreditsBalance: 12_345 } as const;
  fakeApi({
    listUsers: () => ({ items: [{ ...cook, email: long, credits: { ...freeUser.credits, ...credits } }] }),
  });
  await renderInApp(<UsersPage />);
  const table = page.getByRole('table');
  const buttons = page.getByRole('button', { name: `Adjust credits: ${long}` });
  await expect.element(buttons).toBeVisible();
  const scroller = table.element().parentElement;
  expect(scroller?.scrollWidth).toBeLessThanOrEqual(scroller?.clientWidth ?? 0);
  const { left } = buttons.element().getBoundingClientRect();
  for (const text of [table.getByText(long), table.getByText(/123,456 purchased/)]) {
    const range = document.createRange();
    range.selectNodeContents(text.element());
    expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(left);
  }
});

test('the page has room for large text', async () => {
  // Of a phone whose letters are twice as large.
  await page.viewport(195, 422);
  onTestFinished(() => page.viewport(1280, 800));
  fakeApi({ listUsers: () => ({ items: [cook] }) });
  await renderInApp(<UsersPage />);
  await expect.element(adjust()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(195);
  const { left } = adjust().element().getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(page.getByText(email).element());
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(left);
});

describe('an adjustment', () => {
  test.each([
    ['-5', 'Please enter a whole number of at least 0'],
    ['1.5', 'Please enter a whole number of at least 0'],
    ['1000001', 'Please enter at most 1,000,000'],
    ['0', 'This is their balance already'],
  ])('to %s is not sent: %s', async (typed, error) => {
    const api = fakeApi({ listUsers: () => ({ items: [cook] }) });
    await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill(typed);
    await page.getByLabelText('Reason').fill('Goodwill');
    await save().click();
    await expect.element(page.getByText(error)).toBeVisible();
    await expect.element(balance()).toHaveFocus();
    expect(api.requests('adjustCredits')).toEqual([]);
  });

  test('needs a reason', async () => {
    fakeApi({ listUsers: () => ({ items: [cook] }) });
    await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill('5');
    await save().click();
    await expect.element(page.getByText('Please give a reason')).toBeVisible();
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
  });

  test('is sent with the balance on the screen, and under the same id again', async () => {
    const api = fakeApi({
      listUsers: () => ({ items: [cook] }),
      adjustCredits: () => problem('busy', 'Please try again'),
    });
    await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill(' 12 ');
    await page.getByLabelText('Reason').fill('Goodwill');
    await save().click();
    await expect.element(page.getByText('Failed to adjust credits')).toBeVisible();
    await save().click();
    await expect.poll(() => api.requests('adjustCredits')).toHaveLength(2);
    const [first, second] = api.requests('adjustCredits');
    expect(first?.body).toMatchObject({ seen: 0, balance: 12, reason: 'Goodwill' });
    expect(second?.body.id).toBe(first?.body.id);
  });

  test.each([
    ['balance', () => balance().fill('15')],
    ['reason', () => page.getByLabelText('Reason').fill('Another reason')],
  ])('whose %s was changed after a lost answer is another one, with an id of its own', async (_, change) => {
    const api = fakeApi({ listUsers: () => ({ items: [cook] }), adjustCredits: () => problem('busy') });
    await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill('12');
    await page.getByLabelText('Reason').fill('Goodwill');
    await save().click();
    await expect.element(page.getByText('Failed to adjust credits')).toBeVisible();
    await change();
    await save().click();
    await expect.poll(() => api.requests('adjustCredits')).toHaveLength(2);
    const [first, second] = api.requests('adjustCredits');
    expect(second?.body.id).not.toBe(first?.body.id);
  });

  test('overwrites a purchase only after a refusal has said so', async () => {
    const detail = 'The balance changed in the meantime: it is 10 now';
    const api = fakeApi({
      listUsers: () => ({ items: [cook] }),
      adjustCredits: () => problem('balance_changed', detail),
    });
    const { client } = await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill('12');
    await page.getByLabelText('Reason').fill('Goodwill');
    const bought = { ...freeUser.credits, creditsBalance: 10 };
    api.answer({ listUsers: () => ({ items: [{ ...cook, credits: bought }] }) });
    await client.refetchQueries();
    await expect.element(page.getByText('10', { exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/^0 now\./)).toBeVisible();
    await save().click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(detail);
    await expect.element(dialog.getByText(/^10 now\./)).toBeVisible();
    await expect.element(balance()).toHaveValue('12');
    await save().click();
    await expect.poll(() => api.requests('adjustCredits')).toHaveLength(2);
    expect(api.requests('adjustCredits').map(({ body }) => body.seen)).toEqual([0, 10]);
  });

  test('that is not saved is kept until it is discarded', async () => {
    fakeApi({ listUsers: () => ({ items: [cook] }) });
    const { router, address } = await renderInApp(<UsersPage />, { at: '/admin/users' });
    const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await adjust().click();
    expect(isGuarded()).toBe(false);
    await balance().fill('12');
    expect(isGuarded()).toBe(true);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    void router.navigate('/admin/content');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(address()).toBe('/admin/users');
    await expect.element(balance()).toHaveValue('12');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(balance()).not.toBeInTheDocument();
    expect(isGuarded()).toBe(false);
  });

  test('that is saved closes without a question', async () => {
    const api = fakeApi({ listUsers: () => ({ items: [cook] }), adjustCredits: () => freeUser.credits });
    await renderInApp(<UsersPage />);
    await adjust().click();
    await balance().fill('12');
    await page.getByLabelText('Reason').fill('Goodwill');
    await save().click();
    await expect.element(page.getByText('Credits adjusted successfully')).toBeVisible();
    await expect.element(balance()).not.toBeInTheDocument();
    expect(api.requests('adjustCredits')).toHaveLength(1);
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
  });
});
