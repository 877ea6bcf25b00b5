import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LandingImage, MenuPackImage } from '#shared/api/site.ts';
import { eventually, expectToast, type OpenPage, openSignedIn } from '#test/support/browser.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';

const sample = (name: string) => join('web', 'public', 'samples', `${name}.jpg`);

let cloud: OwnCloud;
let opened: OpenPage;

beforeAll(async () => {
  // Its own cloud, because all visitors share these images.
  cloud = await startOwnCloud(plainModels);
  opened = await openSignedIn(cloud, { role: 'admin' });
});

/** The cards of a list, in the order in which they are seen. */
function titles(page: Page): Promise<string[]> {
  return page
    .locator('[data-sort-id]')
    .evaluateAll((cards) =>
      cards
        .toSorted((a, b) => Number((a as HTMLElement).style.order) - Number((b as HTMLElement).style.order))
        .map((card) => card.querySelector('[data-sort-handle]')?.getAttribute('aria-label') ?? ''),
    );
}

/** The public list; requested only once, because the edge caches it for a minute. */
async function shown<Image>(path: string): Promise<Image[]> {
  const reply = await fetch(cloud.url + path);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { images: Image[] }).images;
}

describe('the landing images', () => {
  it('are uploaded with progress, shown, edited, hidden, sorted by keyboard and mouse, and deleted', async () => {
    const { page } = opened;
    await page.goto('/admin/landing-images');
    await page.getByRole('heading', { name: 'Landing Page Images' }).waitFor();
    // B2.58, B2.59
    await page.getByRole('tab', { name: 'Hero Section 0' }).waitFor();
    // B2.60
    await page.getByText('No images in this section yet').waitFor();
    // B2.66
    await page.getByText('Shows 6 images in a grid', { exact: false }).waitFor();
    await page.getByRole('tab', { name: 'Carousel 0' }).click();
    // B2.67
    await page.getByText('Supports images and videos', { exact: false }).waitFor();
    await page.getByText('Upload Image or Video', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Hero Section 0' }).click();
    const preview = page.getByRole('link', { name: 'Preview Landing' });
    // B2.64
    expect(await preview.getAttribute('href')).toBe('/landing');
    expect(await preview.getAttribute('target')).toBe('_blank');

    const input = page.getByLabel('Upload Image', { exact: true }).first();
    await input.setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    // B5.1
    await expectToast(page, 'Please upload an image or video file');
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();

    await input.setInputFiles([sample('burger'), sample('pizza'), sample('salad')]);
    await page.getByRole('tab', { name: 'Hero Section 3' }).waitFor();
    // B8.21
    await expectToast(page, 'Image uploaded successfully');
    await page.getByText('3 of 3 images active').waitFor();

    await page.getByRole('button', { name: 'Edit image 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit image' });
    await dialog.getByLabel('Title').fill('Friday pizza');
    await dialog.getByLabel('Description').fill('From the wood oven');
    await dialog.getByText('Active', { exact: false }).first().click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    // B2.65, B8.23
    await expectToast(page, 'Image updated successfully');
    // B4.2
    await page.getByText('2 of 3 images active').waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'Friday pizza' });
    // B2.62
    await card.getByText('Hidden').waitFor();
    // B2.63
    await card.getByText('Order 2 · From the wood oven').waitFor();

    await page.getByRole('button', { name: 'Move Friday pizza' }).press('Home');
    await eventually(() => titles(page)).toEqual(['Move Friday pizza', 'Move image 2', 'Move image 3']);
    await card.getByText('Order 1').waitFor();
    await eventually(() =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
    ).toBe('Move Friday pizza');

    const handle = await page.getByRole('button', { name: 'Move Friday pizza' }).boundingBox();
    const target = await page.getByRole('listitem').filter({ hasText: 'Order 3' }).boundingBox();
    if (!handle || !target) throw new Error('The cards are not laid out');
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 40, target.y + 40, { steps: 8 });
    await page.mouse.up();
    await card.getByText('Order 3').waitFor();
    await page.reload();
    await card.getByText('Order 3').waitFor();

    await page.getByRole('button', { name: 'Open image 1' }).click();
    // B2.61
    await page.getByRole('dialog').getByRole('img', { name: 'Untitled' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete Friday pizza' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Are you sure you want to delete this image?').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    // B1.3, B6.7
    await expectToast(page, 'Image deleted successfully');
    await page.getByRole('tab', { name: 'Hero Section 2' }).waitFor();
  });

  it('that are pairs need both pictures before they can be sent', async () => {
    const { page } = opened;
    await page.goto('/admin/landing-images');
    await page.getByRole('tab', { name: /Menu Examples/ }).click();
    // B2.68
    await page.getByText('Before/after pairs, shown with a slider', { exact: false }).waitFor();
    // B5.3, B5.4
    await page.getByText('Please select both before and after images').waitFor();
    await page.getByLabel('Before Image', { exact: true }).setInputFiles(sample('wings-before'));
    expect(await page.getByRole('button', { name: 'Upload Pair' }).count()).toBe(0);
    await page.getByLabel('After Image', { exact: true }).setInputFiles(sample('wings'));
    await page.getByRole('button', { name: 'Upload Pair' }).click();
    await expectToast(page, 'Image uploaded successfully');
    await page.getByRole('tab', { name: 'Menu Examples 1' }).waitFor();
    await page.getByRole('button', { name: 'Open image 1' }).click();
    await page.getByRole('slider', { name: /Compare before and after/ }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const images = await shown<LandingImage>('/api/public/landing-images');
    const pair = images.find(({ section }) => section === 'menu');
    // B7.4
    expect(pair).toMatchObject({ type: 'image', displayOrder: 1 });
    for (const url of [pair?.url, pair?.beforeUrl]) {
      const reply = await fetch(cloud.url + url);
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
  });

  it('say what failed, and nothing is lost', async () => {
    const { page, troubles } = opened;
    const before = troubles.list.length;
    await page.goto('/admin/landing-images?section=menu');
    await page.route('**/api/admin/landing-images/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Edit image 1' }).click();
    await page.getByLabel('Title').fill('Never kept');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    // B8.22
    await expectToast(page, 'Failed to update image');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete image 1' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Failed to delete image');
    await page.route('**/api/admin/site-uploads', (route) => route.abort());
    await page.getByLabel('Before Image', { exact: true }).setInputFiles(sample('fries-before'));
    await page.getByLabel('After Image', { exact: true }).setInputFiles(sample('fries'));
    await page.getByRole('button', { name: 'Upload Pair' }).click();
    // B8.20
    await expectToast(page, 'Failed to upload image');
    await page.getByRole('button', { name: 'Upload Pair' }).waitFor();
    await page.route('**/api/admin/landing-images', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Failed to fetch images' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('tab', { name: 'Menu Examples 1' }).waitFor();
    expect(troubles.list.slice(before).filter((trouble) => !/Failed to load resource/.test(trouble))).toEqual(
      [],
    );
  });
});

describe('the menu-pack images', () => {
  it('are asked for in pairs with a platform where one is needed, hidden, activated and deleted', async () => {
    const { page } = opened;
    await page.goto('/admin/menu-pack-images');
    await page.getByRole('heading', { name: 'Menu Pack Image Management' }).waitFor();
    const preview = page.getByRole('link', { name: 'Preview Menu Pack page' });
    // B2.70
    expect(await preview.getAttribute('href')).toBe('/menu-pack');
    // B2.69
    await page.getByText('Two sections of the Menu Pack page', { exact: false }).waitFor();
    // B2.73, B9.21
    await page.getByText('Recommended: 4 sliders.', { exact: false }).waitFor();
    // B2.74, B9.22
    await page.getByText('5 in total.', { exact: false }).waitFor();
    const send = page.getByRole('button', { name: 'Upload Images' });
    await send.click();
    // B5.5
    await eventually(() => page.getByText('Please select both before and after images').count()).toBe(2);
    await page.getByLabel('Before Image', { exact: true }).setInputFiles(sample('burger-before'));
    await page.getByLabel('After Image', { exact: true }).setInputFiles(sample('burger'));
    await page.getByLabel('Section', { exact: true }).selectOption('platform_guide');
    await send.click();
    // B5.6
    await page.getByText('Please select a platform for platform guide images').waitFor();
    await page.getByLabel('Platform', { exact: true }).selectOption('deliveroo');
    await page.getByLabel('Display Order').fill('7');
    await send.click();
    // B2.71, B8.36
    await expectToast(page, 'Images uploaded successfully!');

    const guides = page.getByRole('region', { name: 'Platform guides' });
    // B2.72
    await guides.getByText('1/1 active').waitFor();
    // B5.7
    await guides.getByText('Untitled').waitFor();
    // B2.75
    await guides.getByText('Order 7').waitFor();
    await guides.getByText('Deliveroo', { exact: true }).waitFor();
    await guides.getByRole('button', { name: 'Hide' }).click();
    // B2.76, B4.3, B8.38
    await expectToast(page, 'Image hidden');
    await guides.getByText('0/1 active').waitFor();
    expect(await shown<MenuPackImage>('/api/public/menu-pack-images')).toEqual([]);
    await guides.getByRole('button', { name: 'Activate' }).click();
    // B7.11
    await expectToast(page, 'Image activated');

    await page.route('**/api/admin/menu-pack-images/**', (route) => route.abort());
    const offline = 'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.';
    await guides.getByRole('button', { name: 'Hide' }).click();
    // B8.37
    await expectToast(page, `Failed to update: ${offline}`);
    const remove = async () => {
      await guides.getByRole('button', { name: 'Delete Deliveroo' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    };
    await remove();
    // B8.39
    await expectToast(page, `Delete failed: ${offline}`);
    await page.route('**/api/admin/site-uploads', (route) => route.abort());
    await page.getByLabel('Before Image', { exact: true }).setInputFiles(sample('fries-before'));
    await page.getByLabel('After Image', { exact: true }).setInputFiles(sample('fries'));
    await send.click();
    // B8.35
    await expectToast(page, `Upload failed: ${offline}`);
    await page.unrouteAll();
    await remove();
    // B1.3, B6.7, B8.40
    await expectToast(page, 'Image deleted successfully');
    await guides.getByText('No platform guides yet').waitFor();
    await page.route('**/api/admin/menu-pack-images', (route) => route.abort());
    await page.reload();
    // B8.34
    await expectToast(page, `Failed to fetch images: ${offline}`);
    await page.unrouteAll();
  });
});

describe('prompt tests', () => {
  // B2.78
  it('make both pictures from two prompts, to be zoomed, saved, judged, found again and deleted', async () => {
    const { page, close } = opened;
    await page.goto('/admin/prompt-testing');
    const generate = page.getByRole('button', { name: 'Generate Both Variations' });
    await generate.click();
    // B1.4, B2.77, B2.79, B5.11, B6.8
    await page.getByText('Please upload a test image first').waitFor();
    await page.locator('#photo-input').setInputFiles(sample('pizza-before'));
    await page.getByRole('img', { name: 'Test image' }).waitFor();
    await page.getByText('Choose another image', { exact: true }).waitFor();
    await generate.click();
    // B5.12
    await eventually(() => page.getByText('Please provide product names for both prompts').count()).toBe(2);
    const [a, b] = [
      page.getByRole('region', { name: 'Prompt A' }),
      page.getByRole('region', { name: 'Prompt B' }),
    ];
    await a.getByLabel('Product name').fill('Margherita');
    await a.getByLabel('Filter').selectOption('popcrush');
    await b.getByRole('button', { name: 'Same as A' }).click();
    expect(await b.getByLabel('Product name').inputValue()).toBe('Margherita');
    await b.getByLabel('Filter').selectOption('luxeglow');
    await b.getByLabel('Scene, in your own words').fill('On a marble bar');
    await page.route('**/api/admin/prompt-tests', (route) => route.fulfill({ status: 404 }));
    await generate.click();
    // B8.42
    await expectToast(page, 'Generation failed: Not found');
    await page.unrouteAll();
    await generate.click();
    const working = page.getByRole('button', { name: 'Generating…' });
    await working.waitFor();
    // B4.9
    expect(await working.isDisabled()).toBe(true);
    // B8.43
    await expectToast(page, 'Both variations generated successfully!');

    for (const side of ['Result A', 'Result B']) {
      const card = page.getByRole('article', { name: side });
      await card.getByRole('button', { name: `Zoom into ${side}` }).click();
      // B2.80
      await page.getByRole('dialog', { name: side }).getByRole('img', { name: side }).waitFor();
      await page.keyboard.press('Escape');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: `Download ${side}` }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^platepost-margherita-.*\.jpg$/);
    }
    await page.getByRole('button', { name: 'B is better' }).click();
    await page.getByLabel('What did you learn?').fill('Marble wins');
    await page.getByRole('button', { name: 'Save verdict' }).click();
    await expectToast(page, 'Verdict saved');
    await page.reload();
    const past = page.getByRole('region', { name: 'Past tests' });
    const row = past.getByRole('listitem').filter({ hasText: 'Marble wins' });
    await row.getByText('B is better').waitFor();
    await eventually(() => b.getByLabel('Scene, in your own words').inputValue()).toBe('On a marble bar');
    await row.getByRole('button', { name: 'Delete Margherita' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Test deleted');
    await close();
  });
});
