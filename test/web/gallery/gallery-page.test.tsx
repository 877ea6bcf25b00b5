import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { paths } from '#web/paths.ts';

describe('the gallery', () => {
  test('without images offers to make the first', async () => {
    fakeApi({ listGenerations: () => ({ items: [], total: 0 }) });
    const { address } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Make your first picture' }).click();
    expect(address()).toBe(paths.studio());
  });

  test('shows places of images while they load', async () => {
    fakeApi({ listGenerations: pending });
    await renderInApp(<GalleryPage />);
    const loading = page.getByRole('status', { name: 'Loading your images' });
    await expect.element(loading).toBeVisible();
    expect(loading.getByTestId('skeleton').elements()).toHaveLength(6);
  });

  test.each([
    ['an API that is busy', () => problem('busy')],
    ['a lost connection', offline],
  ])('says that it could not be read and reads it again: %s', async (_, failure) => {
    const api = fakeApi({ listGenerations: failure });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByRole('heading', { name: "Couldn't load your gallery" })).toBeVisible();
    expect(api.requests('listGenerations')).toHaveLength(3);
    expect(api.requests('listGenerations')[0]?.query.limit).toBe(48);
    api.answer({ listGenerations: () => ({ items: [], total: 0 }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
  });
});
