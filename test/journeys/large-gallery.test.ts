import type { Page } from 'playwright-core';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { openSignedIn } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

// C2.118
it('the gallery mounts only what is near the screen of 5,000 images', async () => {
  const { page, user, close } = await openSignedIn(sharedCloud());
  const picture = await user.call('getGeneration', { params: { generationId: await makePicture(user) } });
  await page.route('**/api/generations?*', async (route) => {
    const search = new URL(route.request().url()).searchParams;
    const from = Number(search.get('cursor') ?? 0);
    const end = Math.min(5000, from + Number(search.get('limit')));
    const items = Array.from({ length: end - from }, (_, n) => ({ ...picture, id: ulid(from + n + 1) }));
    await route.fulfill({ json: { items, total: 5000, ...(end < 5000 && { cursor: String(end) }) } });
  });
  await page.goto('/studio?view=gallery');
  await page.getByText('5,000 images').waitFor();
  const [first, second] = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()));
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  expect(await cards(page).count()).toBeLessThan(60);
  await page.evaluate(async () => {
    // The list grows with each page that it reads.
    const last = () => document.querySelector('main li[aria-posinset="5000"]');
    while (last() === null) {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await cards(page).last().getByRole('button', { name: 'View Pizza night' }).waitFor();
  expect(await cards(page).count()).toBeLessThan(60);
  await close();
});
