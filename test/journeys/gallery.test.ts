import { describe, expect, it } from 'vitest';
import { expectToast, openSignedIn, phone } from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';
import { downloaded } from '#test/support/studio-steps.ts';

describe('the gallery', () => {
  it('shows skeletons, then the empty state, then the images', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud());
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/generations?*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/studio?view=gallery');
    // C2.28, C2.117, C6.2, B6.3
    await page.getByRole('heading', { name: 'Your Generated Images' }).waitFor();
    // C2.120, C9.19
    await page.getByRole('status', { name: 'Loading your images' }).waitFor();
    expect(await page.getByTestId('skeleton').count()).toBe(6);
    answer();
    // C2.121
    await page.getByText('No images yet').waitFor();
    await page.unroute('**/api/generations?*');

    await makePicture(user);
    await page.reload();
    // C2.119
    await page.getByText('1 image, with all variations', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'View Pizza night' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pizza night' });
    // C2.122
    await dialog.getByRole('slider', { name: 'Compare before and after: Pizza night' }).waitFor();
    expect(await dialog.getByRole('radio', { name: /^Variation \d/ }).count()).toBe(2);
    await dialog.getByRole('radio', { name: 'Variation 2' }).click();
    expect(await dialog.getByRole('radio', { name: 'Variation 2' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Share' }).click();
    await dialog.getByRole('button', { name: 'WhatsApp' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await dialog.getByText('This picture has a public page').waitFor();
    await dialog.getByRole('radio', { name: 'Variation 1' }).click();
    expect(await dialog.getByRole('button', { name: 'Stop sharing' }).count()).toBe(0);

    // Days later the picture, which the address names, is still marked as shared, and its page can be revoked.
    await page.reload();
    await dialog.getByRole('button', { name: 'Share', exact: true }).waitFor();
    await dialog.getByRole('radio', { name: 'Variation 2' }).click();
    await dialog.getByRole('button', { name: 'Shared by link' }).click();
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expectToast(page, 'Sharing stopped. The page is gone.');
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
    // C2.123
    expect(
      (await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())).length,
    ).toBeGreaterThan(10_000);
    await expectToast(page, 'Image saved to photos!');
    await close();
  });

  it('opens the studio at final touches, with the navigation state that the product is specified with', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    const id = await makePicture(user, { itemId: 'burger' });
    await page.goto('/studio?view=gallery');
    await page.evaluate(() => {
      // The router's state, before the studio reads it.
      const states: unknown[] = [];
      Object.assign(window, { states });
      const push = history.pushState.bind(history);
      history.pushState = (state, ...rest) => {
        states.push(state?.usr);
        push(state, ...rest);
      };
    });
    await page.getByRole('button', { name: 'Edit Pizza night' }).click();
    await page.getByRole('heading', { name: 'Final Touches' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    const [state] = await page.evaluate(() => (window as unknown as { states: unknown[] }).states);
    // C2.63, C2.124, C2.127
    expect(state).toMatchObject({
      editMode: true,
      existingImage: { generationId: id, variation: 0 },
      goToStep: 3,
      finalTouchesOnly: true,
    });
    expect(await page.getByPlaceholder('Enter product name').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Back', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Add Promotional Text' }).fill('Fresh at noon');
    // A reload keeps what was typed.
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
          const changed = await user.call('getGeneration', { params: { generationId: items[0]?.id ?? '' } });
          return [changed.words?.state, changed.overlay?.headline, changed.overlay?.price];
        },
        { timeout: 60_000 },
      )
      .toEqual(['done', 'Fresh at one', '£9.50']);
    const changed = await user.call('getGeneration', { params: { generationId: items[0]?.id ?? '' } });
    const preview = changed.variations[0]?.previewUrl ?? '';
    expect(preview).not.toBe(items[0]?.variations[0]?.previewUrl);
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
            params: { generationId: items[0]?.id ?? '' },
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
      params: { generationId: items[0]?.id ?? '', variation: items[0]?.cover ?? 0 },
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
