import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const pie = { ...doneGeneration, menuItemName: 'Pie' };
const oldPie = { ...doneGeneration, id: '01J00000000000000000000009', menuItemName: 'Old pie' };

test('A heart that is pressed while a search is read does not end the search', async () => {
  const first = Promise.withResolvers<undefined>();
  const api = fakeApi({
    getMe: () => proUser,
    listGenerations: ({ query }) => (query.search ? pending() : { items: [pie], total: 2 }),
    markGenerations: () => first.promise,
  });
  await renderInApp(<GalleryPage />);
  const heart = page.getByRole('button', { name: 'Favourite: Pie' });
  await expect.element(heart).toBeVisible();
  await page.getByRole('searchbox').fill('pie');
  const searches = () => api.requests('listGenerations').filter(({ query }) => query.search === 'pie');
  await expect.poll(searches).toHaveLength(1);
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  api.answer({
    listGenerations: ({ query }) => ({ items: query.search ? [pie, oldPie] : [pie], total: 2 }),
    markGenerations: () => undefined,
  });
  first.resolve(undefined);
  await expect.element(page.getByRole('button', { name: 'View Old pie' })).toBeVisible();
  expect(api.requests('markGenerations').map(({ body }) => body.favourite)).toEqual([true, false]);
  expect(searches()).toHaveLength(2);
});
