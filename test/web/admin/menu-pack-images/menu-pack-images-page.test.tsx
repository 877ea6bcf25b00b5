import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ManagedMenuPackImage } from '#shared/api/site.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { MenuPackImagesPage } from '#web/admin/menu-pack-images/menu-pack-images-page.tsx';

const pair: ManagedMenuPackImage = {
  id: '01J00000000000000000000001',
  url: '/media/site/after.jpg',
  width: 1200,
  height: 900,
  renditions: [{ url: '/media/site/after.jpg', width: 1200 }],
  title: 'Garden salad',
  description: null,
  displayOrder: 1,
  section: 'comparison',
  platform: null,
  beforeUrl: '/media/site/before.jpg',
  beforeRenditions: [{ url: '/media/site/before.jpg', width: 1200 }],
  isActive: true,
  createdAt: '2026-11-21T12:00:00.000Z',
};

describe('the images of the menu-pack page', () => {
  test('leave the form usable while they load', async () => {
    fakeApi({ listAllMenuPackImages: pending });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'Add a pair' })).toBeVisible();
    expect(page.getByText('No comparisons yet').elements()).toEqual([]);
  });

  test('are empty', async () => {
    fakeApi({ listAllMenuPackImages: () => ({ images: [] }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('No comparisons yet')).toBeVisible();
    await expect.element(page.getByText('No platform guides yet')).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ listAllMenuPackImages: () => problem('forbidden', 'Staff only') });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
    await expect.element(page.getByText('Failed to fetch images: Staff only')).toBeVisible();
    api.answer({ listAllMenuPackImages: () => ({ images: [pair] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('1/1 active')).toBeVisible();
  });

  test('count one guide for each platform, and name those without', async () => {
    const guide = (id: number, platform: ManagedMenuPackImage['platform'], isActive = true) => ({
      ...pair,
      id: `01J0000000000000000000001${id}`,
      section: 'platform_guide' as const,
      platform,
      isActive,
    });
    const images = [
      guide(1, 'uber'),
      guide(2, 'uber'),
      guide(3, 'deliveroo'),
      guide(4, 'justeat'),
      guide(5, 'doordash'),
      guide(6, 'grubhub', false),
    ];
    fakeApi({ listAllMenuPackImages: () => ({ images }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('4/5 active')).toBeVisible();
    await expect.element(page.getByText('Without an active guide: Grubhub')).toBeVisible();
  });

  test('are shown by section, with the number of visible ones', async () => {
    const guide: ManagedMenuPackImage = {
      ...pair,
      id: '01J00000000000000000000002',
      section: 'platform_guide',
      platform: 'deliveroo',
      title: 'Ramen',
      isActive: false,
    };
    fakeApi({ listAllMenuPackImages: () => ({ images: [pair, guide] }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('1/1 active')).toBeVisible();
    await expect.element(page.getByText('0/1 active')).toBeVisible();
    await expect.element(page.getByText('Garden salad').first()).toBeVisible();
    await expect.element(page.getByText('Ramen').first()).toBeVisible();
    // What can be read on the button is in its name.
    const compare = page.getByRole('button', { name: /^Compare Garden salad Before After$/ });
    await expect.element(compare).toBeVisible();
  });

  test('that cannot be hidden say why', async () => {
    const api = fakeApi({
      listAllMenuPackImages: () => ({ images: [pair] }),
      updateMenuPackImage: () => problem('busy', 'Please try again'),
    });
    await renderInApp(<MenuPackImagesPage />);
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.element(page.getByText('Failed to update: Please try again')).toBeVisible();
    expect(api.requests('updateMenuPackImage')).toMatchObject([{ body: { isActive: false } }]);
  });
});
