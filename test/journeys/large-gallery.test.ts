import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSignedIn } from '#test/support/browser.ts';
import { openLargeGallery, scrollToLastImage } from '#test/support/large-gallery.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

// C2.118
it('the gallery mounts only what is near the screen of 5,000 images', async () => {
  const { page, user, close } = await openSignedIn(sharedCloud());
  const picture = await user.call('getGeneration', { params: { generationId: await makePicture(user) } });
  await openLargeGallery(page, picture);
  const [first, second] = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()));
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  expect(await cards(page).count()).toBeLessThan(60);
  await scrollToLastImage(page);
  await cards(page).last().getByRole('button', { name: 'View Pizza night' }).waitFor();
  expect(await cards(page).count()).toBeLessThan(60);
  await close();
});
