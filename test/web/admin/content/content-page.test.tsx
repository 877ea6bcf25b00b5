import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { ContentPage } from '#web/admin/content/content-page.tsx';

describe('the content of all users', () => {
  test('shows a skeleton while it loads', async () => {
    fakeApi({ listContent: pending });
    await renderInApp(<ContentPage />);
    await expect.element(page.getByRole('list')).toHaveAttribute('aria-busy', 'true');
    expect(page.getByRole('listitem').elements()).toHaveLength(8);
  });

  test('is empty', async () => {
    fakeApi({ listContent: () => ({ items: [] }) });
    await renderInApp(<ContentPage />);
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
  });

  test('that could not be loaded says so, and loads again', async () => {
    const api = fakeApi({ listContent: () => problem('forbidden') });
    await renderInApp(<ContentPage />);
    await expect.element(page.getByRole('heading', { name: 'Failed to fetch images' })).toBeVisible();
    api.answer({ listContent: () => ({ items: [] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
  });

  test('that cannot be exported says why', async () => {
    fakeApi({ listContent: () => ({ items: [] }), startExport: () => problem('busy', 'Please try again') });
    await renderInApp(<ContentPage />);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect.element(page.getByText('Failed to export')).toBeVisible();
    await expect.element(page.getByText('Please try again')).toBeVisible();
  });
});
