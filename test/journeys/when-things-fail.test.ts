import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectCredits, expectToast, openSignedIn } from '#test/support/browser.ts';
import { type OwnCloud, sharedCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { startPicture } from '#test/support/make-picture.ts';
import { bulkyPhoto, dishPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { chooseFormat, generate, goToGenerate, innerNext, uploadPhoto } from '#test/support/studio-steps.ts';

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate 2 Variations' });

describe('when the image models fail', () => {
  let cloud: OwnCloud;
  beforeAll(async () => {
    cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 60 });
  });
  afterEach(() => cloud.bedrock.faults.clear());

  // C4.24
  it('a studio generation ends with the user’s own photo, labelled as such, and stays charged', async () => {
    const { page, close } = await openSignedIn(cloud);
    cloud.bedrock.faults.add({ kind: 'error', error: 'ModelErrorException' });
    await goToGenerate(page);
    await generate(page);
    // C8.45
    await page
      .getByRole('alert')
      .getByText('The image model could not make your images, so this is your original photo.')
      .waitFor();
    await page.getByText('Your original photo', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: /^Variation/ }).count()).toBe(1);
    // C8.47
    await expectCredits(page, 1);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('1 image, with all variations', { exact: true }).waitFor();
    await page.getByText('Your original photo').waitFor();
    await close();
  });

  it('a refusal is explained in plain words and refunded, and every choice is kept', async () => {
    const { page, close } = await openSignedIn(cloud, { plan: 'starter' });
    cloud.bedrock.faults.add({ kind: 'refuse', reason: 'Filter reason: prompt' });
    await goToGenerate(page);
    await page.getByRole('button', { name: 'Edit Final Touches' }).click();
    await page.getByRole('textbox', { name: 'Add Promotional Text' }).fill('Two for one');
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await generateButton(page).click();
    const alert = page.getByRole('alert');
    await page.getByRole('heading', { name: "This picture couldn't be made" }).waitFor({ timeout: 60_000 });
    await alert
      .getByText(
        'The image model declined these words. Please change them and try again. Your credit was returned.',
        { exact: true },
      )
      .waitFor();
    await expectCredits(page, 17);
    await page.getByRole('button', { name: 'Change style' }).click();
    await innerNext(page).click();
    await innerNext(page).click();
    expect(await page.getByRole('textbox', { name: 'Add Promotional Text' }).inputValue()).toBe(
      'Two for one',
    );
    cloud.bedrock.faults.clear();
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await generate(page);
    await expectCredits(page, 16);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('1 image, with all variations', { exact: true }).waitFor();
    await close();
  });

  it('the one of two that could be made is shown and refunded', async () => {
    const { page, close } = await openSignedIn(cloud);
    await goToGenerate(page);
    // The first call is refused, whichever it is.
    cloud.bedrock.faults.add({ kind: 'refuse', reason: 'Filter reason: output image' }, { times: 1 });
    await generate(page);
    await page
      .getByRole('alert')
      .getByText(/^Only one of the two images could be made\. .* Your credit was returned\.$/)
      .waitFor();
    expect(await page.getByRole('radio', { name: /^Variation/ }).count()).toBe(1);
    await expectCredits(page, 2);
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await page.getByRole('heading', { name: 'Ready to Publish!' }).waitFor();
    await close();
  });

  it('a menu enhancement is refunded and can be started again', async () => {
    const { page, close } = await openSignedIn(cloud, { plan: 'pro' });
    cloud.bedrock.faults.add({ kind: 'error', error: 'ModelErrorException' });
    await page.goto('/studio?view=menu-enhancer');
    await uploadPhoto(page, dishPhoto('salad'), 'salad.jpg');
    await page.getByRole('radio', { name: /^Just Eat/ }).click();
    await page.getByRole('radio', { name: /^Thumbnail/ }).click();
    const enhance = page.getByRole('button', { name: 'Enhance for Just Eat (1 Credit)' });
    await enhance.click();
    // C8.48
    await page
      .getByRole('alert')
      .getByText('Failed to enhance menu image. Please try again. Your credit was returned.', { exact: true })
      .waitFor({ timeout: 60_000 });
    await expectCredits(page, 42);
    cloud.bedrock.faults.clear();
    await enhance.click();
    await page.getByRole('heading', { name: 'Menu Images Enhanced!' }).waitFor({ timeout: 90_000 });
    await expectCredits(page, 41);
    await close();
  });
});

describe('when the photo is refused', () => {
  it('says why and takes the next one', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.goto('/studio');
    await chooseFormat(page);
    const alert = page.getByRole('alert');
    await uploadPhoto(
      page,
      { bytes: Buffer.from('%PDF-1.7 a menu'), contentType: 'application/pdf' },
      'menu.pdf',
    );
    await alert
      .getByText('This file is not a photo we can read. Please choose a JPG, PNG, WebP or AVIF.')
      .waitFor();
    await uploadPhoto(page, bulkyPhoto(11 * 1024 * 1024), 'huge.jpg');
    await alert.getByText('Your photo is too large (11 MB). Please choose one under 10 MB.').waitFor();
    expect(await page.getByRole('button', { name: 'Choose a look' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add your photo' }).waitFor();

    // The connection breaks while the photo is sent: it waits, and one click sends it again.
    await page.route(/X-Amz-Signature/, (route) => route.abort('internetdisconnected'));
    await uploadPhoto(page, dishPhoto('burger'));
    // C8.35
    await alert
      .getByText(
        'Failed to upload image to storage. We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.',
      )
      .waitFor();
    await page.unroute(/X-Amz-Signature/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => page.getByRole('button', { name: 'Choose a look' }).isEnabled()).toBe(true);
    expect(await alert.count()).toBe(0);
    await page.getByRole('button', { name: 'Choose a look' }).click();
    expect(await page.getByPlaceholder('Enter product name').inputValue()).toBe('House burger');
    await close();
  });
});

describe('when the connection fails', () => {
  it('the studio reports it and continues where it was', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/studio');
    await page.getByText('Couldn’t open your studio').waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await goToGenerate(page);
    await page.getByRole('button', { name: 'Edit Final Touches' }).click();
    await page.getByRole('textbox', { name: 'Add Promotional Text' }).fill('Soup of the day');
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await page.context().setOffline(true);
    await generateButton(page).click();
    await expectToast(page, 'We could not hear back. Press again: you will not be charged twice.');
    await page.getByRole('heading', { name: 'Ready to Generate' }).waitFor();
    await page.context().setOffline(false);
    await generate(page);
    await expectCredits(page, 1);
    await page.getByRole('list', { name: 'Your choices' }).getByText('“Soup of the day”').waitFor();
    await close();
  });

  it('a part that cannot be loaded beside a running generation does not replace the screen', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await goToGenerate(page);
    let refused = 0;
    await page.route('**/assets/ready-offer-*.js', (route) => {
      refused += 1;
      return route.abort();
    });
    await generateButton(page).click();
    await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 60_000 });
    expect(refused).toBeGreaterThan(0);
    await close();
  });

  it('a screen and a dialog whose scripts do not arrive say so, and open once they do', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    const isLate = /\/assets\/(gallery-page|shortcut-help|credits-page)-/;
    await page.route(isLate, (route) => route.abort('internetdisconnected'));
    await page.goto('/studio');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    await page.keyboard.press('?');
    await expectToast(
      page,
      'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.',
    );
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('Still loading. Check your connection', { exact: false }).waitFor();
    await page.unroute(isLate);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('heading', { name: 'Your Generated Images' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.route(isLate, (route) => route.abort('internetdisconnected'));
    await page.getByRole('link', { name: 'Credits' }).first().click();
    await page.getByRole('heading', { name: 'Couldn’t open PlatePost' }).waitFor();
    await page.unroute(isLate);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor();
    await close();
  });

  it('an answer that is lost after the request arrived costs no second credit', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await goToGenerate(page);
    let sent = 0;
    await page.route('**/api/generations', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      const reply = await route.fetch();
      if (sent === 1) await route.abort('connectionreset');
      else await route.fulfill({ response: reply });
    });
    await generate(page);
    expect(sent).toBeGreaterThan(1);
    await expectCredits(page, 1);
    await close();
  });

  it('a laptop that wakes before its network stays signed in', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.goto('/studio?view=gallery');
    await page.getByRole('heading', { name: 'Your Generated Images' }).waitFor();
    // It slept for longer than its token is valid.
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    const isApi = (url: URL) => url.pathname.startsWith('/api/');
    const isIdentity = (url: URL) => url.origin === identity;
    const identity = new URL((await (await page.request.get('/config.json')).json()).issuer).origin;
    let renewals = 0;
    await page.route(isApi, (route) => route.abort('internetdisconnected'));
    await page.route(isIdentity, (route) => {
      renewals += 1;
      return route.abort('internetdisconnected');
    });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await eventually(() => renewals).toBeGreaterThan(0);
    await page.unroute(isApi);
    await page.unroute(isIdentity);
    // The next renewal and call succeed.
    await page.getByRole('link', { name: 'Studio' }).click();
    await goToGenerate(page);
    await generate(page);
    await expectCredits(page, 1);
    await close();
  });

  it('a choice of the favourite that could not be saved is reported', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await goToGenerate(page);
    await generate(page);
    await page.route('**/api/generations/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 404, contentType: 'application/problem+json', json: { code: 'not_found' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Use Selected' }).click();
    // C8.36
    await expectToast(page, 'Failed to save image to your gallery');
    await close();
  });
});

it('a session that ends during a generation asks for a new sign-in, and the generation is found again', async () => {
  const { page, user, close } = await openSignedIn(sharedCloud());
  await goToGenerate(page);
  await page.route('**/api/generations/*', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', json: { message: 'Unauthorized' } }),
  );
  await generateButton(page).click();
  await page.getByText('Your session has ended. Please sign in again; your choices are kept.').waitFor();
  await page.unroute('**/api/generations/*');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
  await expectCredits(page, 1);
  await close();
});

it('without a connection a page says what is missing, and opens by itself later', async () => {
  const { page, close } = await openSignedIn(sharedCloud(), { serviceWorkers: 'allow' });
  await page.goto('/credits');
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('pictures that you ordered are still being made').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor();
  await close();
});

it('a tab follows the sign-out of another, and belongs to the person who signs in there', async () => {
  const cloud = sharedCloud();
  const { page, user, close } = await openSignedIn(cloud);
  const next = await signUpUser(cloud, { fullName: 'Nora Next' });
  await page.goto('/credits');
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Credits & Billing' }).waitFor({ state: 'detached' });
  await other.goto('/auth?tab=sign-in');
  await other.getByLabel('Email').fill(next.email);
  await other.getByLabel('Password', { exact: true }).fill(next.password);
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'You are now signed in with another account.');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByText('Nora Next').waitFor();
  expect(await page.getByText(user.email).count()).toBe(0);
  await close();
});

it('of two tabs that spend the last credit, one generates and the other shows the reason', async () => {
  const cloud = sharedCloud();
  const { page, user, close } = await openSignedIn(cloud);
  await startPicture(user, { itemId: 'fries' });
  const other = await page.context().newPage();
  await Promise.all([goToGenerate(page), goToGenerate(other)]);
  await expectCredits(other, 1);
  await Promise.all([generateButton(page).click(), generateButton(other).click()]);
  const text = 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.';
  const refused = await Promise.any(
    [page, other].map(async (tab) => {
      await tab.getByText(text).waitFor({ timeout: 60_000 });
      return tab;
    }),
  );
  await expectToast(refused, 'Insufficient credits', text);
  // C2.92
  await refused.getByRole('heading', { name: 'Insufficient Credits' }).waitFor();
  // C5.16, C8.29, C8.31
  await refused
    .getByText(
      'You need at least 1 credit to generate 2 variations. Purchase more credits to continue creating amazing content.',
    )
    .waitFor();
  expect(await generateButton(refused).count()).toBe(0);
  const winner = refused === page ? other : page;
  await winner.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
  await expectCredits(winner, 0);
  // The toast's own button and the box lead to the plans.
  await refused
    .getByRole('button', { name: 'Upgrade Plan' })
    .or(refused.getByRole('link', { name: 'Upgrade Plan' }))
    .first()
    .click();
  // C2.93, C6.33
  await refused.waitForURL('**/credits');
  await close();
});
