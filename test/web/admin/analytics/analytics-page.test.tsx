import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Analytics, Health } from '#shared/api/admin.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { AnalyticsPage } from '#web/admin/analytics/analytics-page.tsx';

const ok = { state: 'ok', detail: 'Operational' } as const;
const health: Health = {
  api: ok,
  database: ok,
  storage: ok,
  queue: ok,
  generations: ok,
  models: ok,
  modelAccess: ok,
  budgets: ok,
};
const getHealth = () => health;

const nothing: Analytics = {
  totalGenerations: 0,
  today: 0,
  thisWeek: 0,
  dailyAverage: 0,
  popularTemplates: [],
  topUser: null,
  recentActivity: [],
  days: [{ day: '2026-11-21', generations: 0, failures: 0 }],
  redos: [],
  redoNotes: [],
};

describe('the analytics', () => {
  test('show no figure while they load', async () => {
    fakeApi({ getAnalytics: pending, getHealth });
    await renderInApp(<AnalyticsPage />);
    await expect.element(page.getByText('Total Generations')).toBeVisible();
    expect(page.getByText('No template data available').elements()).toEqual([]);
    expect(page.getByText('0', { exact: true }).elements()).toEqual([]);
  });

  test('say what is still empty', async () => {
    fakeApi({ getAnalytics: () => nothing, getHealth });
    await renderInApp(<AnalyticsPage />);
    await expect.element(page.getByText('No template data available')).toBeVisible();
    await expect.element(page.getByText('No user data available')).toBeVisible();
    await expect.element(page.getByText('No recent activity')).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ getAnalytics: () => problem('forbidden'), getHealth });
    await renderInApp(<AnalyticsPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
    api.answer({ getAnalytics: () => nothing });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No template data available')).toBeVisible();
  });

  test('show figures, templates, the most active user and recent images', async () => {
    fakeApi({
      getAnalytics: () => ({
        ...nothing,
        totalGenerations: 12_345,
        popularTemplates: [{ name: 'Story Vertical', count: 7 }],
        topUser: { userId: 'ada', email: 'ada@example.com', count: 9 },
        recentActivity: [
          {
            id: '1',
            email: null,
            templateName: 'Square Feed',
            thumbnailUrl: '/media/thumbnail.jpg',
            createdAt: '2026-11-21T12:00:00.000Z',
          },
        ],
      }),
      getHealth,
    });
    await renderInApp(<AnalyticsPage />);
    await expect.element(page.getByText('12,345')).toBeVisible();
    await expect.element(page.getByText('Story Vertical')).toBeVisible();
    await expect.element(page.getByText('ada@example.com')).toBeVisible();
    await expect.element(page.getByText('9 generations')).toBeVisible();
    await expect.element(page.getByText('Generated image · Square Feed')).toBeVisible();
    await expect.element(page.getByText('Unknown')).toBeVisible();
  });
});
