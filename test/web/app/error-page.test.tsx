import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { NotFoundPage } from '#web/app/error-page.tsx';

test('the page for unknown addresses has a title of its own', async () => {
  document.title = 'PlatePost: from plate to post';
  await renderInApp(<NotFoundPage />);
  await expect.element(page.getByRole('heading', { name: 'This page is not on the menu' })).toBeVisible();
  expect(document.title).toBe('This page is not on the menu · PlatePost');
});
