import { describe, expect, it } from 'vitest';
import { eventually, expectCredits, expectToast, openSignedIn, phone } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { downloaded, look, uploadPhoto } from '#test/support/studio-steps.ts';

describe('the Menu Enhancer Pack', () => {
  it('on a phone is busy while it works, survives a reload, and goes back to the studio', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...phone });
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('radio', { name: /^Deliveroo/ }).click();
    await page.getByRole('radio', { name: /^Menu Picture/ }).click();
    await uploadPhoto(page, dishPhoto('burger'), 'burger.jpg');
    await look(page, 'Rustic').first().click();
    await page.getByRole('button', { name: 'Enhance for Deliveroo (1 Credit)' }).click();
    const busy = page.getByRole('button', { name: 'Enhancing...' });
    // C2.112
    await busy.waitFor();
    // C4.25, C5.18
    expect(await busy.isDisabled()).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Menu Images Enhanced!' }).waitFor({ timeout: 90_000 });
    await expectCredits(page, 41);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
    await page.route('**/api/generations/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 404, contentType: 'application/problem+json', json: { code: 'not_found' } })
        : route.continue(),
    );
    await page.getByRole('radio', { name: 'Variation 2' }).click();
    await downloaded(page, () => page.getByRole('button', { name: 'Save & Download' }).click());
    // C8.37
    await expectToast(page, 'Failed to save image. Please try again.');
    await page.getByRole('link', { name: 'Back to Studio' }).click();
    // C2.113, C4.26
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    await close();
  });

  it('keeps of the photo what a finger marked', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...phone });
    await page.goto('/studio?view=menu-enhancer');
    await uploadPhoto(page, dishPhoto('salad'), 'salad.jpg');
    await page.getByText(/^We found your dish/).waitFor();
    await page.getByRole('button', { name: 'What we keep' }).tap();
    const dialog = page.getByRole('dialog', { name: 'What we keep' });
    const kept = dialog.getByText(/^Keeps \d+% of the photo/);
    const before = await kept.textContent();
    const box = await dialog.getByRole('application').boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await eventually(() => kept.textContent()).not.toBe(before);
    await dialog.getByRole('button', { name: 'Use this' }).tap();
    await page.getByText('You corrected what we keep.').waitFor();
    await page.getByRole('radio', { name: /^Deliveroo/ }).click();
    await page.getByRole('radio', { name: /^Menu Picture/ }).click();
    await page.getByRole('button', { name: 'Enhance for Deliveroo (1 Credit)' }).tap();
    await page.getByRole('heading', { name: 'Menu Images Enhanced!' }).waitFor({ timeout: 90_000 });
    const { items } = await user.call('listGenerations', { query: {} });
    const corrected = { fidelity: { verdict: 'unchanged', maskCorrected: true } };
    expect(items[0]?.variations).toMatchObject([corrected, corrected]);
    await close();
  });
});
