import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eventually, expectCredits, expectToast, openSignedIn, phone } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { downloaded, look, uploadPhoto } from '#test/support/studio-steps.ts';

/** One image type of each platform, with the size of its file and of the second one, where there is one. */
const files = [
  { platform: 'Uber Eats', type: 'Cover/Hero', size: [2880, 2304] },
  { platform: 'Deliveroo', type: 'Hero 16:9', size: [1920, 1080] },
  { platform: 'Just Eat', type: 'Square', size: [1200, 1200] },
  { platform: 'DoorDash', type: 'Thumbnail', size: [1080, 1080], second: true },
  { platform: 'Grubhub', type: 'Square', size: [1200, 1200], second: true },
] as const;

describe('the Menu Enhancer Pack', () => {
  // C9.2
  it('makes a file of each platform’s size, as JPEG', async () => {
    const { page, troubles, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    await page.goto('/studio');
    const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    // C2.21
    await eventually(() => views.allTextContents()).toEqual(['Studio', 'Menu Pack', 'Gallery']);
    await views.filter({ hasText: 'Menu Pack' }).click();
    // C4.26
    await page.waitForURL('**/studio?view=menu-enhancer');
    // C2.107
    await page.getByText('PRO', { exact: true }).waitFor();
    let credits = 42;
    // One upload serves all platforms.
    await uploadPhoto(page, dishPhoto('salad'), 'garden-salad.jpg');
    for (const { platform, type, size, ...rest } of files) {
      const button = page.getByRole('button', { name: `Enhance for ${platform} (1 Credit)` });
      // C2.108
      await page.getByText('JPG, PNG or WebP, max 10MB').waitFor();
      await page
        .getByRole('radiogroup', { name: 'Delivery platform' })
        .getByRole('radio', { name: new RegExp(`^${platform}`) })
        .click();
      // C2.109, C5.18
      expect(await button.count()).toBe(0);
      await page
        .getByRole('radiogroup', { name: 'Image type' })
        .getByRole('radio', { name: new RegExp(`^${type}`) })
        .click();
      // C2.111
      await page.getByRole('heading', { name: `${platform} requirements` }).waitFor();
      // C2.112
      await eventually(() => button.isEnabled()).toBe(true);
      for (const [group, style] of [
        ['Background style', 'Marble'],
        ['Plate style', 'Elegant'],
        ['Image style', 'Vibrant'],
      ] as const) {
        const tile = page
          .getByRole('radiogroup', { name: group })
          .getByRole('radio', { name: new RegExp(`^${style}`) });
        await tile.click();
        // C2.110
        expect(await tile.isChecked()).toBe(true);
      }
      await page.getByText('Upload this file: ').waitFor();
      await page.getByText(`${size[0]} × ${size[1]}`).first().waitFor();
      await button.click();
      // C2.114
      await page.getByRole('heading', { name: 'Menu Images Enhanced!' }).waitFor({ timeout: 90_000 });
      credits -= 1;
      // C1.11, C7.23
      await expectCredits(page, credits);
      // C2.115
      await page.getByRole('slider', { name: 'Compare before and after: Garden salad' }).waitFor();
      await page.getByRole('radio', { name: 'Variation 2' }).click();
      const file = await downloaded(page, () =>
        page.getByRole('button', { name: 'Save & Download' }).click(),
      );
      // C1.9, C9.27
      expect(await sharp(file).metadata(), platform).toMatchObject({
        format: 'jpeg',
        width: size[0],
        height: size[1],
      });
      expect(file.length).toBeLessThan(10_000_000);
      // C2.116
      await expectToast(page, 'Image saved to photos!');
      const second = page.getByRole('button', { name: `Download for ${platform}` });
      expect(await second.count(), platform).toBe('second' in rest ? 1 : 0);
      if ('second' in rest) {
        const [, width, height] = /\((\d+) × (\d+)\)/.exec((await second.textContent()) ?? '') ?? [];
        const alternative = await sharp(await downloaded(page, () => second.click())).metadata();
        expect([alternative.format, alternative.width, alternative.height]).toEqual([
          'jpeg',
          Number(width),
          Number(height),
        ]);
      }
      await page.getByRole('button', { name: 'Enhance Another' }).click();
    }
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('5 images').waitFor();
    await page.waitForURL('**/studio?view=gallery');
    await views.filter({ hasText: 'Studio' }).click();
    await page.waitForURL('**/studio?view=creative');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    expect(troubles.list).toEqual([]);
    await close();
  });

  it('on a phone is busy while it works, survives a reload, and goes back to the studio', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...phone });
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('radio', { name: /^Deliveroo/ }).click();
    await page.getByRole('radio', { name: /^Menu Picture/ }).click();
    await uploadPhoto(page, dishPhoto('pizza'), 'pizza.jpg');
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

  it('without credits says so and leads to the plans', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    await page.route('**/api/generations', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 402,
            contentType: 'application/problem+json',
            json: {
              code: 'insufficient_credits',
              title: 'Insufficient credits',
              status: 402,
              type: 'about:blank',
            },
          })
        : route.continue(),
    );
    await page.goto('/studio?view=menu-enhancer');
    await uploadPhoto(page, dishPhoto('fries'), 'fries.jpg');
    await page.getByRole('radio', { name: /^Just Eat/ }).click();
    await page.getByRole('radio', { name: /^Square/ }).click();
    await page.getByRole('button', { name: 'Enhance for Just Eat (1 Credit)' }).click();
    // C5.17, C8.30
    await expectToast(
      page,
      'Insufficient credits',
      'You need at least 1 credit to enhance menu images. Purchase more credits to continue.',
    );
    await page.getByRole('button', { name: 'Buy Credits' }).click();
    await page.waitForURL('**/credits');
    await close();
  });
});
