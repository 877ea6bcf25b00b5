import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { eventually, expectToast, openPage } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { codeSentTo } from '#test/support/sign-up.ts';

const photo = join(import.meta.dirname, '..', '..', 'web', 'public', 'samples', 'burger-before.jpg');

it('signs up, makes two pictures of an uploaded photo, downloads one and deletes them', async () => {
  const cloud = sharedCloud();
  const { page, troubles, close } = await openPage(cloud.url);
  const email = `owner-${Date.now()}@bistro.example`;
  const password = 'six-or-more';

  await page.goto('/auth');
  // B2.8, B2.115
  await page.getByText('Sign up to get 2 free AI generations, then choose your plan').waitFor();
  await page.getByText('PlatePost', { exact: true }).waitFor();
  // C2.12, B2.114
  await page.getByRole('heading', { name: 'From plate to post in under 60 seconds' }).waitFor();
  // C2.6, C2.13
  await page.getByRole('heading', { name: 'Get Started' }).waitFor();
  await page.getByLabel('Full name').fill('Ada Cook');
  // C2.14, B2.116
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Sign Up', 'Sign In']);
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Sign Up');
  // C2.15, B7.29, B9.6
  expect(await fieldsOf(page)).toEqual([
    'email, email, required',
    'password, password, required, 6 or more',
    'fullName, text, required',
    'company, text',
  ]);
  await page.getByLabel('Email').fill('no-address');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const refused = await page
    .locator('input:invalid')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name));
  // C5.1, C5.2, C5.3, B7.31
  expect(refused).toEqual(['email', 'password']);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const [signUp] = await Promise.all([
    page.waitForRequest((request) => request.headers()['x-amz-target']?.endsWith('.SignUp') ?? false),
    page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
  const { Username, UserAttributes } = signUp.postDataJSON();
  expect(Username).toBe(email);
  // C3.41, C7.4
  expect(UserAttributes).toHaveLength(2);
  expect(UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'email', Value: email },
      { Name: 'name', Value: 'Ada Cook' },
    ]),
  );
  // C8.5, B8.3
  await page
    .getByText('Account created successfully! Please check your email to verify your account.')
    .first()
    .waitFor();
  await page.getByLabel('Confirmation code').fill(await codeSentTo(cloud, email));
  await page.getByRole('button', { name: 'Confirm' }).click();

  // C7.5, B7.30
  await page.waitForURL(`${cloud.url}/`);
  // C2.19, C5.4, B6.2
  await expectCredits(page, 2);
  const header = page.getByRole('banner');
  expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  const logo = header.getByRole('link', { name: 'PlatePost, to the landing page' });
  // C2.20, B2.14
  expect(await logo.getAttribute('href')).toBe('/landing');

  await page.getByRole('radio', { name: /^Square Feed/ }).click();
  await page.getByRole('button', { name: 'Choose your dish' }).click();
  await page.locator('#photo-input').setInputFiles(photo);
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
  // C2.31
  await page.getByText('1 credit = 2 variations').waitFor();
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await page.getByText('Pick your favourite').waitFor({ timeout: 90_000 });
  await expectCredits(page, 1);

  await page.getByRole('button', { name: 'Use Selected' }).click();
  await page.getByText('Ready to Publish!').waitFor();
  const first = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  // C1.7, C2.32
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });

  await page.goto('/studio?view=gallery');
  // C2.28, C6.2, B6.3
  await page.getByRole('heading', { name: 'Your Generated Images' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'View House burger' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Variation 2' }).click();
  const second = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  // C2.123
  expect(await sharp(second).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
  expect(await differenceOf(first, second)).toBeGreaterThan(2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete House burger' }).click();
  await page.getByText('Are you sure you want to delete this image? This action cannot be undone.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // C8.40
  await page.getByText('Image deleted successfully').waitFor();
  const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await page.locator('[data-scope=toast][data-part=close-trigger]').click();
  await deleted;
  await page.reload();
  // C1.6
  await page.getByText('No images yet').waitFor();
  await expectCredits(page, 1);

  // Only the spinner is shown until the session is known.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/config.json', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  const spinner = page.getByRole('status', { name: 'Loading' });
  // It is drawn again in the same place when the rest of the app has loaded.
  // C2.11, B2.13
  await eventually(async () => (await spinner.boundingBox())?.height).toBe(page.viewportSize()?.height);
  expect(await page.locator('main, header').count()).toBe(0);
  answer();
  await page.getByText('No images yet').waitFor();
  await page.unroute('**/config.json');
  expect(troubles.list).toEqual([]);

  const menu = page.getByRole('button', { name: 'Account menu' });
  await menu.click();
  const items = (await page.getByRole('menuitem').allTextContents()).map((item) => item.trim());
  // C2.1, C2.22, B2.1
  expect(items).toEqual(
    expect.arrayContaining(['Studio', 'Menu Enhancer Pack', 'Credits & Billing', 'Log out']),
  );
  await page.getByRole('menuitem', { name: 'Credits & Billing' }).click();
  await page.waitForURL('**/credits');
  // Signing out works although Cognito does not answer.
  await page.route('**', (route, request) =>
    request.headers()['x-amz-target']?.endsWith('.RevokeToken') ? route.abort() : route.fallback(),
  );
  await menu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  // C7.7, C8.14, C8.15, B7.32
  await expectToast(page, 'Logged out successfully!');
  await menu.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor({ state: 'detached' });
  expect(await menu.count()).toBe(0);

  await page.goto('/auth');
  await page.getByLabel('Full name').fill('Ada Cook');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  // C8.2, B8.1
  await page
    .getByRole('alert')
    .getByText('This email is already registered. Please sign in instead.', { exact: true })
    .waitFor();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  // C2.16, C5.6
  expect(await fieldsOf(page)).toEqual(['email, email, required', 'password, password, required']);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  // C8.7, B8.2
  await page.getByRole('alert').getByText('Incorrect username or password.', { exact: true }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // C7.3, C8.8, B8.5
  await expectToast(page, 'Welcome back!');
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 1);
  await close();
});

/** The fields of the visible form: name, type and constraints. */
function fieldsOf(page: Page): Promise<string[]> {
  return page
    .locator('form input')
    .evaluateAll((inputs: HTMLInputElement[]) =>
      inputs.map(({ name, type, required, minLength }) =>
        [
          name,
          type,
          ...(required ? ['required'] : []),
          ...(minLength > 0 ? [`${minLength} or more`] : []),
        ].join(', '),
      ),
    );
}

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
