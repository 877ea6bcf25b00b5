import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Analytics } from '#shared/api/admin.ts';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { RedoReasons } from '#web/admin/redo-reasons.tsx';

const analytics: Analytics = {
  totalGenerations: 0,
  today: 0,
  thisWeek: 0,
  dailyAverage: 0,
  popularTemplates: [],
  topUser: null,
  recentActivity: [],
  days: [],
  redos: [{ reason: 'dish_changed', count: 1234 }],
  redoNotes: [],
};

test('the reasons of redos are counted', async () => {
  fakeApi({ getAnalytics: () => analytics });
  await renderInApp(<RedoReasons />);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('My dish was changed1,234');
});

test('the words of the latest redos stand with their reason and day', async () => {
  const createdAt = '2026-11-20T12:00:00.000Z';
  const redoNotes = [{ id: '1', reason: 'dish_changed', note: 'The bun is gone', createdAt } as const];
  fakeApi({ getAnalytics: () => ({ ...analytics, redoNotes }) });
  await renderInApp(<RedoReasons />);
  await expect.element(page.getByText('The bun is gone')).toBeVisible();
  await expect.element(page.getByText('My dish was changed · 20 Nov 2026')).toBeVisible();
});

test('reasons that could not be loaded say so, and load again', async () => {
  const api = fakeApi({ getAnalytics: () => problem('forbidden') });
  await renderInApp(<RedoReasons />);
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
  api.answer({ getAnalytics: () => analytics });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('My dish was changed')).toBeVisible();
});
