import type { Page } from 'playwright-core';
import { ulid } from 'ulid';

/** Opens the gallery of a user with 5,000 images, all copies of this generation. */
export async function openLargeGallery(page: Page, generation: object): Promise<void> {
  await page.route('**/api/generations?*', async (route) => {
    const search = new URL(route.request().url()).searchParams;
    const from = Number(search.get('cursor') ?? 0);
    const end = Math.min(5000, from + Number(search.get('limit')));
    const items = Array.from({ length: end - from }, (_, n) => ({ ...generation, id: ulid(from + n + 1) }));
    await route.fulfill({ json: { items, total: 5000, ...(end < 5000 && { cursor: String(end) }) } });
  });
  await page.goto('/studio?view=gallery');
  await page.getByText('5,000 images').waitFor();
}

/** Scrolls down until the last image is there: the list grows with each page that it reads. */
export async function scrollToLastImage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (document.querySelector('main li[aria-posinset="5000"]') === null) {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
