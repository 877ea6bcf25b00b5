import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eventually, expectToast, openPage, openSignedIn, phone } from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import {
  chooseFormat,
  choosePath,
  chooseSample,
  downloaded,
  generate,
  goToGenerate,
  innerNext,
} from '#test/support/studio-steps.ts';

async function goToPublish(page: Page): Promise<void> {
  await goToGenerate(page);
  await generate(page);
  await page.getByRole('button', { name: 'Use Selected' }).click();
  await page.getByRole('heading', { name: 'Ready to Publish!' }).waitFor();
}

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download', exact: true });

describe('publishing', () => {
  it('downloads, then offers to share on a page that can be taken down again', async () => {
    const cloud = sharedCloud();
    const { page, troubles, close } = await openSignedIn(cloud, {
      plan: 'starter',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await goToPublish(page);
    // C2.103
    await page.getByText('Square Feed · 1080 × 1080 · JPEG').waitFor();
    const file = await downloaded(page, () => downloadButton(page).click());
    // C1.7
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    // C8.38
    await expectToast(page, 'Image saved to photos!');
    const dialog = page.getByRole('dialog', { name: 'Share it' });
    // C2.104, C2.106
    for (const target of ['X', 'Facebook', 'Instagram', 'WhatsApp']) {
      await dialog.getByRole('button', { name: target, exact: true }).waitFor();
    }
    // The networks cannot be reached; this checks only the addresses.
    await page
      .context()
      .route(/x\.com|facebook\.com|wa\.me|instagram\.com/, (route) => route.fulfill({ body: '' }));
    const tab = async (target: string) => {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: target, exact: true }).click(),
      ]);
      await popup.waitForURL(/x\.com|facebook\.com|wa\.me|instagram\.com/);
      const url = new URL(popup.url());
      await popup.close();
      return url;
    };
    const x = await tab('X');
    expect(x.href).toMatch(/^https:\/\/x\.com\/intent\/post/);
    const shared = x.searchParams.get('url') ?? '';
    // C1.8
    expect(shared).toMatch(new RegExp(`^${cloud.url}/s/[\\w-]{20,}$`));
    expect(x.searchParams.get('text')).toBe('Classic Burger, made with PlatePost');
    // C2.33
    expect((await tab('Facebook')).searchParams.get('u')).toBe(shared);
    expect((await tab('WhatsApp')).searchParams.get('text')).toContain(shared);
    const [saved] = await Promise.all([page.waitForEvent('download'), tab('Instagram')]);
    expect(await sharp(await saved.path()).metadata()).toMatchObject({ format: 'jpeg', width: 1080 });

    // Anybody sees the page; it has a card, the picture and no script.
    const visitor = await openPage(cloud.url);
    await visitor.page.goto(shared);
    await visitor.page.getByRole('heading', { name: 'Classic Burger' }).waitFor();
    const picture = visitor.page.getByRole('img', { name: 'Classic Burger' });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400);
    const card = visitor.page.locator('meta[property="og:image"]');
    expect(await card.getAttribute('content')).toBe(`${cloud.url}${await picture.getAttribute('src')}`);
    expect(await visitor.page.locator('script').count()).toBe(0);

    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shared);
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expectToast(page, 'Sharing stopped. The page is gone.');
    await visitor.page.reload();
    await visitor.page.getByText('This image is not shared any more').waitFor();
    await visitor.close();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    expect(troubles.list).toEqual([]);

    // The link cannot be had: the picture opens in a tab instead; offline not even that.
    await page.route('**/downloads', (route) => route.abort());
    const [opened] = await Promise.all([page.waitForEvent('popup'), downloadButton(page).click()]);
    await opened.waitForURL('**/media/**');
    await opened.close();
    // C8.50
    await expectToast(page, 'Opened image in a new tab. Use "Save As…" if download was blocked.');
    await page.context().setOffline(true);
    await downloadButton(page).click();
    // C8.51
    await expectToast(page, 'Failed to save image');
    await page.context().setOffline(false);

    // Deleted meanwhile, as by another tab.
    await page.route('**/api/generations/*', async (route) => {
      const reply = await route.fetch();
      const generation = (await reply.json()) as object;
      await route.fulfill({ response: reply, json: { ...generation, variations: [] } });
    });
    await page.reload();
    // C2.102
    await page.getByRole('heading', { name: 'Ready to Publish!' }).waitFor();
    await downloadButton(page).click();
    // C8.49
    await expectToast(page, 'No image to download');
    await close();
  });

  itInFullRun('delivers Google Display at 300 × 250, and the large file beside it', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    await page.goto('/studio');
    await chooseFormat(page, 'Google Display');
    await chooseSample(page);
    await choosePath(page, 'ugc');
    await innerNext(page).click();
    await innerNext(page).click();
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await generate(page);
    await page.getByRole('button', { name: 'Use Selected' }).click();
    const small = await downloaded(page, () => downloadButton(page).click());
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 250 });
    await page.getByRole('button', { name: 'Not now' }).click();
    const large = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download large (1200 × 1000)' }).click(),
    );
    expect(await sharp(large).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 1000 });
    await close();
  });

  itInFullRun('hands the picture itself to another app on a phone, and nothing becomes public', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), phone);
    await page.addInitScript(() => {
      // Headless Chromium has no other apps to share with.
      const handed: { name: string; type: string; size: number }[] = [];
      Object.assign(window, { handed });
      navigator.canShare = () => true;
      navigator.share = async (data) => {
        for (const { name, type, size } of data?.files ?? []) handed.push({ name, type, size });
      };
    });
    const shares: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/shares')) shares.push(request.url());
    });
    await goToPublish(page);
    await page.getByText('Free pictures carry a small watermark. Starter and Pro have none.').waitFor();
    await page.getByRole('button', { name: 'Send the picture' }).click();
    const handed = () =>
      page.evaluate(
        () => (window as unknown as { handed: { name: string; type: string; size: number }[] }).handed,
      );
    await eventually(handed).toHaveLength(1);
    const [file] = await handed();
    // The file that a download gives.
    expect(file).toMatchObject({
      name: expect.stringMatching(/^platepost-classic-burger-.*-1080x1080\.jpg$/),
      type: 'image/jpeg',
    });
    expect(file?.size).toBeGreaterThan(10_000);
    expect(shares).toEqual([]);
    await close();
  });
});
