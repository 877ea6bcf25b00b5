import { downloadZip } from 'client-zip';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, expectCredits, openSignedIn, phone } from '#test/support/browser.ts';
import { rowsInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { words } from '#web/photos/words.ts';

const photos = (['burger', 'fries', 'salad'] as const).map((name) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: dishPhoto(name).bytes,
}));

async function zip() {
  const files = photos.map(({ name, buffer }) => ({ name: `menu/${name}`, input: buffer }));
  const bytes = await downloadZip(files).arrayBuffer();
  return { name: 'menu.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) };
}

describe('a whole menu', () => {
  it.for([
    { device: 'phone', options: phone, asZip: false },
    ...rowsInFullRun([{ device: 'desktop', options: {}, asZip: true }]),
  ])('goes from three photos, one of them corrected, to three finished dishes, on a $device', async ({
    options,
    asZip,
  }) => {
    const { page, troubles, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...options });
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('link', { name: /^Do the whole menu/ }).click();
    await page.waitForURL('**/studio?view=menu-enhancer&menu=new');
    await page.locator('#menu-photos').setInputFiles(asZip ? [await zip()] : photos);
    await page.getByRole('group', { name: 'Just Eat' }).getByText('Square').click();
    await page.getByRole('group', { name: 'Deliveroo' }).getByText('Menu Picture').click();
    const make = page.getByRole('button', { name: 'Make 3 dishes (3 credits)' });
    await make.waitFor();
    await correct(page, 'Fries');
    // What is uploaded and corrected survives a reload.
    await page.reload();
    await page.getByText('You corrected what we keep.').waitFor();
    await page.getByRole('textbox', { name: 'Name of fries.jpg' }).fill('Rosemary fries');
    await make.click();
    await page.waitForURL(/&menu=[0-9A-Z]{26}$/);
    await page.reload();
    await page.getByText('3 of 3 dishes done').waitFor({ timeout: 90_000 });
    const dishes = page.getByRole('listitem').filter({ hasText: 'Rosemary fries' });
    await eventually(() =>
      dishes.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0);
    // The corrected one, and no other.
    await dishes.getByText('You marked what is kept').waitFor();
    expect(await page.getByText('You marked what is kept').count()).toBe(1);
    await expectCredits(page, 39);
    expect(troubles.list).toEqual([]);
    await close();
  });
});

/** Paints a corner of the photo as kept. */
async function correct(page: Page, dish: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: dish }) });
  const texts = ['Dish found', 'Please check what we keep.', ...Object.values(words.advice)];
  await row.getByText(new RegExp(`^(${texts.join('|')})$`)).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: `What we keep of ${dish}` }).click();
  const dialog = page.getByRole('dialog', { name: 'What we keep' });
  const undo = dialog.getByRole('button', { name: 'Undo' });
  await dialog.getByText(/^Keeps \d+% of the photo/).waitFor();
  const { x = 0, y = 0 } = (await dialog.getByRole('application').boundingBox()) ?? {};
  await page.mouse.move(x + 12, y + 12);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 12, { steps: 4 });
  await page.mouse.up();
  await eventually(() => undo.isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await row.getByText('You corrected what we keep.').waitFor();
}
