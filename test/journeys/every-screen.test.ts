import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicPages } from '#shared/public-pages.ts';
import { openPage, openSignedIn, waitForHydration } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';
import { darkPhoto, dishPhoto } from '#test/support/photos.ts';
import {
  chooseFormat,
  choosePath,
  downloaded,
  innerNext,
  look,
  uploadPhoto,
} from '#test/support/studio-steps.ts';
import { paths } from '#web/paths.ts';

/**
 * Visits every screen of the product and checks each with axe, light on a desktop and dark on a phone. `npm run
 * make:screenshots` sets SCREENSHOTS to a folder: then each is also photographed, in all eight combinations.
 */
const folder = process.env.SCREENSHOTS;
/** Eight screenshots of each screen take longer. */
const timeout = folder === undefined ? 300_000 : 900_000;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const landscape = { width: 844, height: 390 };
const tablet = { width: 820, height: 1180 };
const views = [
  { view: 'desktop-light', size: desktop, mode: 'light', checked: true },
  { view: 'phone-dark', size: phone, mode: 'dark', checked: true },
  { view: 'desktop-dark', size: desktop, mode: 'dark', checked: false },
  { view: 'phone-light', size: phone, mode: 'light', checked: false },
  { view: 'landscape-light', size: landscape, mode: 'light', checked: false },
  { view: 'landscape-dark', size: landscape, mode: 'dark', checked: false },
  { view: 'tablet-light', size: tablet, mode: 'light', checked: false },
  { view: 'tablet-dark', size: tablet, mode: 'dark', checked: false },
] as const;

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><ellipse cx="40" cy="20" rx="38" ry="18" fill="#2f6b3c"/><path d="M20 20h40" stroke="#f2a93b" stroke-width="6"/></svg>',
);

let shown = 0;

/**
 * Checks the page in its present state with axe, and photographs it if wanted, in every view; restores the view
 * afterwards.
 */
async function show(page: Page, name: string): Promise<void> {
  shown += 1;
  const number = String(shown).padStart(2, '0');
  // A message lies over the header of a phone, and over a dialog's close button, for some seconds.
  await page.locator('[data-scope=toast][data-part=root]').waitFor({ state: 'detached' });
  for (const { view, size, mode, checked } of views) {
    if (!checked && folder === undefined) continue;
    await page.setViewportSize(size);
    await setMode(page, mode);
    if (folder !== undefined) {
      await picturesAreThere(page);
      await page.screenshot({
        path: join(folder, `${number}-${name}-${view}.png`),
        animations: 'disabled',
        caret: 'initial',
      });
    }
    if (checked) expect(await seriousProblems(page), `${name}, ${view}`).toEqual([]);
  }
  await page.setViewportSize(desktop);
  await setMode(page, 'light');
}

/** Waits until every visible picture is decoded. */
async function picturesAreThere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      // A lazy picture outside of the screen is not loaded; waiting for its decoding would never end.
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    });
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
  });
}

async function setMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.evaluate((wanted) => {
    const root = document.documentElement;
    root.classList.remove('light', 'dark');
    root.classList.add(wanted);
    root.style.background = '';
  }, mode);
}

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // No screen has frames, so axe does not need a second page to collect results.
    .setLegacyMode(true)
    // Reporting what passed would take as long as the checks.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any }) => `${id}: ${target.join(' ')}: ${any.map(({ message }) => message).join(' ')}`,
      ),
    );
}

/** Addresses of single generations. */
const aGeneration = /\/api\/generations\/[^/?]+$/;

/** Answers as if the generation had failed. */
async function failed(route: Route): Promise<void> {
  const generation: object = await (await route.fetch()).json();
  await route.fulfill({
    json: {
      ...generation,
      state: 'failed',
      variations: [],
      message: 'Failed to enhance menu image. Please try again. Your credit was returned.',
    },
  });
}

describe('axe finds nothing serious', () => {
  beforeAll(() => {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  });
  const onDesktop = { viewport: desktop };

  it('where nobody is signed in', { timeout }, async () => {
    const { page, close } = await openPage(sharedCloud().url, onDesktop);
    await page.goto('/auth');
    await page.getByLabel('Full name').waitFor();
    await show(page, 'sign-up');
    await page.goto('/auth?plan=pro');
    await page.getByText('Pro', { exact: false }).first().waitFor();
    await page.getByLabel('Full name').waitFor();
    await show(page, 'sign-up-for-plan');
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByLabel('Email').fill('nobody@bistro.example');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('alert').waitFor();
    await show(page, 'sign-in-refused');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await show(page, 'reset-password');
    await page.getByLabel('Email').fill('nobody@bistro.example');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('New password', { exact: true }).waitFor();
    await show(page, 'reset-code');
    await page.getByRole('button', { name: 'Back to Sign In' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full name').fill('Robin Cook');
    await page.getByLabel('Email').fill(`${randomUUID()}@test.example`);
    await page.getByLabel('Password', { exact: true }).fill('long-enough');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await show(page, 'sign-up-code');
    await page.goto('/resources');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'log-in');
    await page.goto('/nowhere');
    await page.getByText('This page is not on the menu').waitFor();
    await show(page, 'not-found');
    await close();
  });

  it('in the studio of a Pro user', { timeout }, async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...onDesktop });
    await page.goto('/studio?view=gallery');
    await page.getByText('No images yet').waitFor();
    await show(page, 'gallery-empty');

    await page.goto('/studio');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    await show(page, 'format');
    await chooseFormat(page, 'Story Vertical');
    await page.getByRole('heading', { name: 'What is on the plate?' }).waitFor();
    await show(page, 'dish');
    await uploadPhoto(page, await darkPhoto());
    await page.getByText('This photo is dark.', { exact: false }).waitFor();
    await page.getByText(/^We found your dish/).waitFor();
    await show(page, 'dish-with-photo');
    await page.getByRole('button', { name: 'What we keep' }).click();
    await page.getByText(/^Keeps \d+% of the photo/).waitFor();
    await show(page, 'what-we-keep');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Choose a look' }).click();
    await page.getByRole('heading', { name: 'What shall we make?' }).waitFor();
    await show(page, 'choice');
    await page.getByRole('button', { name: /^Professional touch-up/ }).click();
    await look(page, 'Studio Light').click();
    await show(page, 'professional');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await choosePath(page, 'ugc');
    await page.getByRole('heading', { name: 'Choose Filter Style' }).waitFor();
    await show(page, 'filter');
    await innerNext(page).click();
    await page.getByRole('radiogroup', { name: 'Choose Influencer Scene' }).getByRole('radio').nth(2).click();
    await show(page, 'scene');
    await innerNext(page).click();
    await page.getByLabel('Add Promotional Text').fill('Two for one on Tuesdays');
    await show(page, 'final-touches');
    await page.getByText('Font, colour and logo').click();
    await page.getByRole('radio', { name: 'Oswald' }).waitFor();
    await show(page, 'promo-look');
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await page.getByRole('heading', { name: 'Ready to Generate' }).waitFor();
    await show(page, 'generate');
    await page.getByRole('button', { name: 'Start Over' }).click();
    await page.getByRole('alertdialog').waitFor();
    await show(page, 'start-over');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
    await page.getByText('Reading your photo').waitFor();
    await show(page, 'generating');
    await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
    await show(page, 'results');
    await page.getByRole('button', { name: /^(Edit the|Add) words$/ }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'change-the-words');
    await page.getByRole('button', { name: 'Add your logo' }).click();
    await page.getByText('You have no logo yet.').waitFor();
    await show(page, 'brand-kit');
    await page
      .getByRole('dialog', { name: 'Brand kit' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
    await page.getByRole('img', { name: 'Your logo on white' }).waitFor();
    await show(page, 'brand-kit-with-logo');
    await page.getByRole('dialog', { name: 'Brand kit' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Show your logo' }).click();
    await show(page, 'words-with-logo');
    await page.getByRole('button', { name: 'Show your logo' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Write the post' }).click();
    await page.getByRole('button', { name: 'Write it for me' }).click();
    await page.getByRole('button', { name: 'Write another one' }).waitFor();
    await show(page, 'post');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Not my dish?' }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'not-my-dish');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.route(aGeneration, failed);
    await page.reload();
    await page.getByRole('heading', { name: "This picture couldn't be made" }).waitFor();
    await show(page, 'failed');
    await page.unroute(aGeneration);
    await page.reload();
    await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor();
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await page.getByRole('heading', { name: 'Ready to Publish!' }).waitFor();
    await show(page, 'publish');
    await downloaded(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
    await page.getByRole('dialog').waitFor();
    await show(page, 'share');
    const [made] = (await user.call('listGenerations', { query: {} })).items;
    const { shareId } = await user.call('createShare', {
      params: { generationId: made?.id ?? '' },
      body: { variation: 0, title: 'House burger' },
    });
    await page.goto(`/s/${shareId}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await show(page, 'share-page');
    await close();
  });

  it('in the menu pack, the gallery and the credits of a Pro user', { timeout }, async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...onDesktop });
    await makePicture(user, { choices: { formatId: 'story_vertical', filter: { id: 'liquidgold' } } });
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('button', { name: 'Add a menu photo' }).waitFor();
    await show(page, 'menu-pack-first');
    const styles = page.getByRole('group', { name: 'House styles' });
    await styles.getByRole('button', { name: 'Save this look' }).click();
    await page.getByLabel('Name of the style').fill('House');
    await page.getByLabel('Begin new pictures with it').uncheck({ force: true });
    await show(page, 'style-save');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await styles.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'style-manage');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await uploadPhoto(page, dishPhoto('salad'), 'garden-salad.jpg');
    await page.getByRole('radio', { name: /^Uber Eats/ }).click();
    await page.getByRole('radio', { name: /^Menu Picture/ }).click();
    await page.getByText('garden salad', { exact: false }).first().waitFor();
    await show(page, 'menu-pack');
    await page.getByRole('button', { name: 'Enhance for Uber Eats (1 Credit)' }).click();
    await page.getByText('Reading your photo').waitFor();
    await show(page, 'menu-running');
    await page.getByRole('heading', { name: 'Menu Images Enhanced!' }).waitFor({ timeout: 90_000 });
    await show(page, 'menu-compare');
    await page.route(aGeneration, failed);
    await page.reload();
    await page.getByText('Failed to enhance menu image.', { exact: false }).waitFor();
    await show(page, 'menu-failed');
    await page.unroute(aGeneration);

    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('2 images').waitFor();
    await show(page, 'gallery');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await show(page, 'gallery-choosing');
    await page.getByRole('button', { name: 'Download ZIP' }).click();
    await page.getByRole('dialog', { name: /^Download/ }).waitFor();
    await show(page, 'gallery-pack');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^View / })
      .last()
      .click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'gallery-view');
    await page.getByRole('button', { name: 'File check and approval record' }).click();
    await page.getByText('A picture is approved when').waitFor();
    await show(page, 'gallery-approval');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Delete / })
      .last()
      .click();
    await page.getByRole('alertdialog').waitFor();
    await show(page, 'gallery-delete');
    await page.keyboard.press('Escape');
    await page.goto('/credits');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await show(page, 'credits');
    await page.route('**/api/public/offer', (route) =>
      route.fulfill({
        json: { freeCredits: 2, outpaintCredits: 0, specialPackLabel: '', maintenance: 'all' },
      }),
    );
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('heading', { name: 'We are working on PlatePost' }).waitFor();
    await show(page, 'maintenance');
    await page.goto('/credits');
    await page.getByRole('heading', { name: 'Nothing can be bought for the moment' }).waitFor();
    await show(page, 'credits-maintenance');
    await close();
  });

  it('of a whole menu', { timeout }, async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...onDesktop });
    await page.goto(paths.wholeMenu());
    await page.getByRole('button', { name: 'Add your photos' }).waitFor();
    await show(page, 'whole-menu-first');
    const files = (['burger', 'fries'] as const).map((name) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: dishPhoto(name).bytes,
    }));
    const notPhoto = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await page.locator('#menu-photos').setInputFiles([...files, notPhoto]);
    await page.getByRole('group', { name: 'Uber Eats' }).getByText('Menu Picture').click();
    await page.getByText('Make the first dish first').click();
    const make = page.getByRole('button', { name: 'Make the first of 2 dishes (1 credit)' });
    await make.waitFor();
    await show(page, 'whole-menu');
    await page.getByRole('button', { name: 'Name from a list' }).click();
    await page.getByLabel('List of names').fill('House burger\nRosemary fries');
    await show(page, 'whole-menu-names');
    await page.getByRole('button', { name: 'Use these names' }).click();
    await page.getByRole('button', { name: 'Look of Rosemary fries' }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'whole-menu-look');
    await page.keyboard.press('Escape');
    await make.click();
    await page.getByText('Do you like House burger?').waitFor({ timeout: 90_000 });
    await page.getByRole('button', { name: 'Change the look' }).click();
    await show(page, 'whole-menu-approval');
    await page.getByRole('button', { name: /^(Others|The other) in this look/ }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await show(page, 'whole-menu-running');
    await page.getByText('2 of 2 dishes done').waitFor({ timeout: 90_000 });
    await show(page, 'whole-menu-done');
    await page.getByRole('button', { name: 'View House burger' }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'whole-menu-dish');
    await page.goto(paths.wholeMenu());
    await page.getByRole('heading', { name: 'Earlier menus' }).waitFor();
    await show(page, 'whole-menu-earlier');
    await close();
  });

  it('where a Free plan ends', { timeout }, async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), onDesktop);
    await page.goto('/studio');
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    await page.getByText('Upgrade to unlock more formats').waitFor();
    await show(page, 'format-locked');
    await chooseFormat(page);
    await page.getByRole('radio', { name: /^Pepperoni Pizza/ }).click();
    await page.getByRole('button', { name: 'Choose a look' }).click();
    await choosePath(page, 'social');
    await page.getByRole('heading', { name: 'Choose Scene Style' }).waitFor();
    await show(page, 'filter-locked');
    await innerNext(page).click();
    await show(page, 'scene-locked');
    await innerNext(page).click();
    await show(page, 'final-touches-locked');
    await page.route('**/api/me', async (route) => {
      const me = await user.call('getMe');
      await route.fulfill({ json: { ...me, credits: { ...me.credits, available: 0 } } });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await show(page, 'no-credits-on-return');
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await page.getByText('Insufficient Credits').waitFor();
    await show(page, 'no-credits');
    await page.goto('/credits');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await show(page, 'credits-free');
    await page.goto('/studio?view=menu-enhancer');
    await page.getByText('Menu Enhancer Pack is Pro only').first().waitFor();
    await show(page, 'menu-pack-locked');
    await close();
  });

  // Axe sees them in public-pages.test.ts.
  it.runIf(folder)('on the public pages', { timeout }, async () => {
    const { page, close } = await openPage(sharedCloud().url, onDesktop);
    for (const { path } of publicPages) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await show(page, path.slice(1));
    }
    await close();
  });

  it('for staff, and the own account', { timeout }, async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { ...onDesktop, role: 'super_admin' });
    const screens = [
      'overview',
      'users',
      'content',
      'landingImages',
      'menuPackImages',
      'promptTesting',
      'financial',
      'analytics',
      'settings',
    ] as const;
    for (const screen of screens) {
      await page.goto(paths.admin[screen]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.chakra-skeleton').first().waitFor({ state: 'detached' });
      await show(page, `admin-${screen}`);
    }
    await page.goto(paths.admin.users);
    await page.getByRole('button', { name: `Adjust credits: ${user.email}` }).click();
    await page.getByRole('dialog').waitFor();
    await show(page, 'admin-adjust-credits');
    await page.goto(paths.account);
    await page.getByRole('heading', { name: 'Password' }).waitFor();
    await show(page, 'account');
    await close();
  });
});
