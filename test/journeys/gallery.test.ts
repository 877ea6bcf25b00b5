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

  itInFullRun('sets the words of a picture anew, free of charge, and keeps its post', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    const id = await makePicture(user, { choices: { promoText: 'Fresh at noon' } });
    const { variations, cover } = await user.call('getGeneration', { params: { generationId: id } });
    const previewUrl = variations[0]?.previewUrl;
    await page.goto('/studio?view=gallery');
    await page.getByRole('button', { name: 'View Pizza night' }).click();
    // A typo costs nothing: the words are set anew on the same picture.
    const { credits } = await user.call('getMe');
    await page.getByRole('button', { name: 'Edit the words' }).click();
    const dialog = page.getByRole('dialog', { name: 'Words on your picture' });
    const field = dialog.getByRole('textbox', { name: 'Headline', exact: true });
    expect(await field.inputValue()).toBe('Fresh at noon');
    await dialog.getByRole('button', { name: 'Headline: Fresh at noon' }).waitFor();
    await field.fill('Fresh at one');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('£9.50');
    await dialog.getByRole('button', { name: 'Price: £9.50' }).press('Shift+ArrowUp');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(
        async () => {
          const changed = await user.call('getGeneration', { params: { generationId: id } });
          return [changed.words?.state, changed.overlay?.headline, changed.overlay?.price];
        },
        { timeout: 60_000 },
      )
      .toEqual(['done', 'Fresh at one', '£9.50']);
    const changed = await user.call('getGeneration', { params: { generationId: id } });
    const preview = changed.variations[0]?.previewUrl ?? '';
    expect(preview).not.toBe(previewUrl);
    await page.locator(`img[src="${preview}"]`).first().waitFor();
    expect((await user.call('getMe')).credits).toEqual(credits);
    await page.goto('/studio?view=gallery');
    await page.getByRole('button', { name: 'View Pizza night' }).first().click();
    await page.getByRole('button', { name: 'Edit the words' }).click();
    expect(await field.inputValue()).toBe('Fresh at one');
    await field.fill('');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('');
    await dialog.getByRole('button', { name: 'Remove the words' }).click();
    await expect
      .poll(
        async () => {
          const { words, overlay } = await user.call('getGeneration', {
            params: { generationId: id },
          });
          return [words?.state, overlay];
        },
        { timeout: 60_000 },
      )
      .toEqual(['done', null]);

    // The post that goes with it: written, changed and kept.
    await page.getByRole('button', { name: 'Write the post' }).click();
    const post = page.getByRole('dialog', { name: 'The post for your picture' });
    await post.getByRole('button', { name: 'Write it for me' }).click();
    const caption = post.getByRole('textbox', { name: 'Caption' });
    await expect.poll(() => caption.inputValue(), { timeout: 20_000 }).toContain('Pizza night');
    await caption.fill('Pizza at eight');
    await post.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The post is saved');
    const kept = await user.call('getPost', {
      params: { generationId: id, variation: cover },
    });
    expect(kept.text).toMatchObject({ caption: 'Pizza at eight', network: 'instagram' });
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

  itInFullRun('finds an image by its dish, and keeps it as a favourite', async () => {
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
