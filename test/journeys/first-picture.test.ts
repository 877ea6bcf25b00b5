import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openPage } from '#test/support/browser.ts';
import { startOwnCloud } from '#test/support/local-cloud.ts';
import { codeSentTo } from '#test/support/sign-up-user.ts';

const photo = join(import.meta.dirname, '..', '..', 'web', 'public', 'samples', 'burger-before.jpg');

it('signs up, makes two pictures of an uploaded photo, downloads one and deletes them', async () => {
  // With pictures of the renderer: the other journeys' are plain.
  const cloud = await startOwnCloud();
  const { page, troubles, close } = await openPage(cloud.url);
  const email = `owner-${Date.now()}@bistro.example`;

  await page.goto('/auth');
  await page.getByText('Sign up to get 2 free AI generations, then choose your plan').waitFor();
  await page.getByLabel('Full name').fill('Ada Cook');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('six-or-more');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page
    .getByText('Account created successfully! Please check your email to verify your account.')
    .first()
    .waitFor();
  await page.getByLabel('Confirmation code').fill(await codeSentTo(cloud, email));
  await page.getByRole('button', { name: 'Confirm' }).click();

  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);

  await page.getByText('Square Feed').click();
  await page.getByRole('button', { name: 'Choose your dish' }).click();
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByRole('button', { name: 'Choose a look' }).click();
  await page.getByPlaceholder('Enter product name').fill('House burger');
  await page.getByRole('button', { name: 'Social Post Food-focused' }).click();
  await page.getByText('Choose Scene Style').waitFor();
  await page.getByRole('button', { name: 'Random' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).last().click();
  await page.getByText('Choose Food Scene').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).last().click();
  await page.getByLabel('Add Promotional Text').fill('Two for one on Tuesdays');
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await page.getByText('1 credit = 2 variations').waitFor();
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await page.getByText('Pick your favourite').waitFor({ timeout: 90_000 });
  await expectCredits(page, 1);

  await page.getByRole('button', { name: 'Use Selected' }).click();
  await page.getByText('Ready to Publish!').waitFor();
  const first = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });

  await page.goto('/studio?view=gallery');
  await page.reload();
  await page.getByRole('button', { name: 'View House burger' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Variation 2' }).click();
  const second = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(await sharp(second).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
  expect(await differenceOf(first, second)).toBeGreaterThan(2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete House burger' }).click();
  await page.getByText('Are you sure you want to delete this image? This action cannot be undone.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Image deleted successfully').waitFor();
  await page.reload();
  await page.getByText('No images yet').waitFor();
  await expectCredits(page, 1);

  expect(troubles.list).toEqual([]);
  await close();
});

async function expectCredits(page: Page, credits: number): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${credits} credits? available`) }).waitFor();
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFile(await download.path());
}

/** Mean difference of two pictures a channel, from 0 to 255. */
async function differenceOf(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((file) => sharp(file).raw().toBuffer()));
  if (!left || left.length !== right?.length) throw new Error('The pictures are of different sizes');
  return left.reduce((sum, value, i) => sum + Math.abs(value - (right[i] ?? 0)), 0) / left.length;
}
