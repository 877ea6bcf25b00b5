import { describe, expect, it } from 'vitest';
import { expectToast, openSignedIn, phone } from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';

describe('the gallery', () => {
  it('makes another picture of one that is edited, with what a reload kept', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    const id = await makePicture(user, { itemId: 'burger' });
    await page.goto('/studio?view=gallery');
    await page.getByRole('button', { name: 'Edit Pizza night' }).click();
    await page.getByRole('heading', { name: 'Final Touches' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('textbox', { name: 'Add Promotional Text' }).fill('Fresh at noon');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Add Promotional Text' }).inputValue()).toBe(
      'Fresh at noon',
    );
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
    await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
    const { items } = await user.call('listGenerations', { query: { limit: 10 } });
    expect(items[0]?.source).toEqual({ type: 'generation', generationId: id, variation: 0 });
    expect(items[0]?.studio?.promoText).toBe('Fresh at noon');
    await close();
  });

  itInFullRun('removes an image at once and shows it again when the deletion fails', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), phone);
    await makePicture(user);
    await page.goto('/studio?view=gallery');
    const remove = page.getByRole('button', { name: 'Delete Pizza night' });
    const dialog = page.getByRole('alertdialog', { name: 'Delete Image' });
    await remove.click();
    // C2.126
    await dialog
      .getByText('Are you sure you want to delete this image? This action cannot be undone.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await remove.waitFor();

    const confirm = async () => {
      await remove.click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      // C4.29
      await page.getByText('No images yet').waitFor();
      // C2.125, C8.40
      await expectToast(page, 'Image deleted successfully');
    };
    const closeToast = () => page.locator('[data-scope=toast][data-part=close-trigger]').click();
    await confirm();
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.waitFor();

    await page.route('**/api/generations/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      await route.abort();
    });
    await confirm();
    await closeToast();
    // C4.30, C8.39
    await expectToast(page, 'Failed to delete image');
    await remove.waitFor();
    await page.getByText('1 image, with all variations', { exact: true }).waitFor();
    await page.unroute('**/api/generations/*');
    await confirm();
    const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
    await closeToast();
    expect((await deleted).status()).toBe(204);
    await page.reload();
    await page.getByText('No images yet').waitFor();
    await close();
  });

  it('finds an image of last month among others, and keeps it as a favourite in a collection', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), phone);
    await makePicture(user);
    await page.goto('/studio?view=gallery');
    await page.getByRole('searchbox', { name: 'Search by dish' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by dish' }).fill('NÍGHT pizza');
    const heart = page.getByRole('button', { name: 'Favourite: Pizza night' });
    const marked = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
    await heart.click();
    expect((await marked).status()).toBe(204);
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await page.reload();
    await page.getByText('1 image found', { exact: true }).waitFor();
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    await close();
  });
});
