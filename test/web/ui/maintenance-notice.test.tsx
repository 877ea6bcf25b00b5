import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { MaintenanceNotice } from '#web/ui/maintenance-notice.tsx';

const offer = { freeCredits: 2, specialPackLabel: '' };

test.each([
  ['generation', /No new pictures can be made for the moment/],
  ['all', /nothing can be changed for the moment/],
] as const)('says what cannot be done: %s', async (maintenance, words) => {
  fakeApi({ getOffer: () => ({ ...offer, maintenance }) });
  await renderInApp(<MaintenanceNotice />);
  await expect.element(page.getByText('We are working on PlatePost')).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
});

test('says nothing at other times', async () => {
  const api = fakeApi({ getOffer: () => ({ ...offer, maintenance: 'off' }) });
  await renderInApp(<MaintenanceNotice />);
  await expect.poll(() => api.requests('getOffer').length).toBe(1);
  expect(page.getByText('We are working on PlatePost').elements()).toEqual([]);
});
