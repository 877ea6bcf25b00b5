import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminOverview } from '#shared/api/admin.ts';
import { fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { OverviewPage } from '#web/admin/overview/overview-page.tsx';

const nothing: AdminOverview = {
  users: 0,
  staff: 0,
  generations: 0,
  images: 0,
  activeThisWeek: 0,
  generationsToday: 0,
  days: [],
};

describe('the overview', () => {
  test('shows no figure while it loads', async () => {
    fakeApi({ getAdminOverview: pending });
    await renderInApp(<OverviewPage />);
    await expect.element(page.getByText('Total Users')).toBeVisible();
    expect(page.getByText('staff').elements()).toEqual([]);
    expect(page.getByText('today').elements()).toEqual([]);
  });

  test('says how many of the users are staff', async () => {
    fakeApi({ getAdminOverview: () => ({ ...nothing, users: 1211, staff: 2 }) });
    await renderInApp(<OverviewPage />);
    await expect.element(page.getByText('1,211')).toBeVisible();
    await expect.element(page.getByText('2 of them staff')).toBeVisible();
  });

  test('says nothing of staff where there are none', async () => {
    fakeApi({ getAdminOverview: () => ({ ...nothing, users: 12 }) });
    await renderInApp(<OverviewPage />);
    await expect.element(page.getByText('12', { exact: true })).toBeVisible();
    expect(page.getByText('staff').elements()).toEqual([]);
  });
});
