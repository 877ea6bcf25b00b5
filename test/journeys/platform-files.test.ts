import sharp from 'sharp';
import { expect, it } from 'vitest';
import { eventually, expectCredits, expectToast, openSignedIn } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { downloaded, uploadPhoto } from '#test/support/studio-steps.ts';

/** One image type of each platform, with the size of its file and of the second one, where there is one. */
const files = [
  { platform: 'Uber Eats', type: 'Cover/Hero', size: [2880, 2304] },
  { platform: 'Deliveroo', type: 'Hero 16:9', size: [1920, 1080] },
  { platform: 'Just Eat', type: 'Square', size: [1200, 1200] },
  { platform: 'DoorDash', type: 'Thumbnail', size: [1080, 1080], second: true },
  { platform: 'Grubhub', type: 'Square', size: [1200, 1200], second: true },
] as const;

// C9.2
it('the Menu Enhancer Pack makes a file of each platform’s size, as JPEG', async () => {
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
    const file = await downloaded(page, () => page.getByRole('button', { name: 'Save & Download' }).click());
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
