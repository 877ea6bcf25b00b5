import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { publicPages } from '#shared/public-pages.ts';
import {
  eventually,
  expectToast,
  openPage,
  openSignedIn,
  phone,
  waitForHydration,
} from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { codeSentTo } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';

/** The public pages in a real browser, served by the edge of the shared cloud. */
const { url } = sharedCloud();
const paths = publicPages.map(({ path }) => path);

const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page) => page.locator('#signup');
const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const isInView = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  });

describe('without script', () => {
  // B2.3, B2.112
  it('every page is complete', async () => {
    const { page, close } = await openPage(url, { javaScriptEnabled: false });
    for (const path of paths) {
      await page.goto(path);
      // C2.10, B1.7, B2.12, B6.1
      expect(await page.locator('h1').count(), path).toBe(1);
      const hidden = await page.locator('main').evaluate((main) =>
        [...main.querySelectorAll('h2, h3, h4, p, li, dd, td, figcaption')]
          .filter(
            (element) => element.closest('details') === null && element.closest('[aria-hidden]') === null,
          )
          .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .map((element) => element.textContent),
      );
      // C2.5
      expect(hidden, path).toEqual([]);
    }
    await page.goto('/landing');
    await page.getByText('Do I need a good camera?').click();
    // B2.11, B2.105
    await page.getByText('A phone photo in whatever light you have is enough').waitFor();
    // Without script, links lead to the pages that need it.
    // C6.1
    expect(await page.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth?tab=sign-in');
    await page.goto('/menu-pack');
    for (const name of ['Uber Eats', 'Deliveroo', 'Just Eat', 'DoorDash', 'Grubhub'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    await close();
  });
});

describe('each page', () => {
  it.each([
    ['on a phone, in the dark', { ...phone, colorScheme: 'dark' }],
    ['on a desk, in the light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ] as const)('pleases axe, stays where it is and reports no trouble %s', async (_view, options) => {
    const { page, troubles, close } = await openPage(url, options);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.push(entry.value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of paths) {
      await page.goto(path);
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target.join(' '))}`),
      ).toEqual([]);
      const shift = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
      expect(shift, path).toBeLessThanOrEqual(0.02);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} is not wider than the screen`,
      ).toBeLessThanOrEqual(0);
    }
    expect(troubles.list).toEqual([]);
    await close();
  });
});

describe('navigation', () => {
  // B2.82, B2.84
  it('scrolls to the sections, from other pages too', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/landing');
    await waitForHydration(page);
    const nav = page.getByRole('navigation', { name: 'Sections' });
    for (const [name, id] of [
      ['Features', 'features'],
      ['How it works', 'how-it-works'],
      ['Examples', 'examples'],
      ['Pricing', 'pricing'],
      ['FAQ', 'faq'],
    ] as const) {
      await nav.getByRole('link', { name }).click();
      await eventually(() => isInView(page, id)).toBe(true);
      expect(new URL(page.url()).hash).toBe(`#${id}`);
    }
    await page.goto('/menu-pack');
    await nav.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('**/landing#pricing');
    await eventually(() => isInView(page, 'pricing')).toBe(true);
    await close();
  });

  // B2.83, B9.9
  it('waits 100 ms before it scrolls', async () => {
    const { page, close } = await openPage(url);
    await page.clock.install();
    await page.goto('/landing');
    await waitForHydration(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const top = () => page.evaluate(() => scrollY);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'FAQ' }).click();
    await page.clock.runFor(99);
    expect(await top()).toBe(0);
    await page.clock.runFor(1);
    await eventually(top).toBeGreaterThan(1000);
    await close();
  });

  it('leads from Get Started and Start Free to the sign-up, from the demo button to the examples', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/landing');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Watch 45-sec Demo' }).click();
    // B2.95
    await eventually(() => isInView(page, 'examples')).toBe(true);
    // The card itself starts the sign-in.
    expect(await card(page).getByRole('tab', { selected: true }).textContent()).toBe('Sign In');
    await page.getByRole('link', { name: 'Start Free (2 images)' }).click();
    // B2.94
    await eventually(() => isInView(page, 'signup')).toBe(true);
    // B2.106
    expect(await card(page).getByRole('tab', { selected: true }).textContent()).toBe('Sign Up');
    await page.reload();
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Get Started', exact: true }).click();
    // B2.86
    await card(page).getByLabel('Full name').waitFor();
    await eventually(() => isInView(page, 'signup')).toBe(true);
    await close();
  });

  it('shows the landing page for /, /studio and /credits to visitors, with the address as it was', async () => {
    const { page, close } = await openPage(url);
    for (const address of ['/', '/studio?view=gallery', '/credits?canceled=true']) {
      await page.goto(address);
      // C2.2, C2.4, C6.1, B2.2, B2.5
      await page.getByRole('heading', { level: 1, name: 'From plate to post in under 60 seconds' }).waitFor();
      await waitForHydration(page);
      expect(page.url()).toBe(new URL(address, url).href);
    }
    // The first page needs no script; the others belong to the app.
    const html = async (path: string) => (await fetch(new URL(path, url))).text();
    expect(await html('/')).toContain('From plate to post');
    expect(await html('/studio')).not.toContain('From plate to post in under 60 seconds</h1>');
    await close();
  });

  it('leads from the menu-pack page to the studio, between platforms, and from legal pages back', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/menu-pack');
    await waitForHydration(page);
    const guide = page.locator('#platforms');
    await guide.getByRole('tab', { name: 'Uber Eats' }).focus();
    await page.keyboard.press('ArrowRight');
    // B2.121
    await guide.getByRole('tabpanel', { name: 'Deliveroo' }).getByText('3:2, JPEG and square crop').waitFor();
    expect(await guide.getByRole('tabpanel').count()).toBe(1);
    expect(
      await guide.getByRole('tab', { name: 'Deliveroo' }).evaluate((tab) => tab === document.activeElement),
    ).toBe(true);
    await page.getByRole('link', { name: 'Open the Menu Pack' }).last().click();
    // B2.125
    await page.waitForURL('**/studio?view=menu-enhancer');
    await page.goto('/terms');
    await page.getByRole('link', { name: 'Back to the landing page' }).click();
    // B2.10, B2.128
    await page.waitForURL('**/landing');
    await page.getByRole('link', { name: 'See the Menu Pack' }).click();
    // B2.103
    await page.waitForURL('**/menu-pack');
    await close();
  });
});

describe('cookies', () => {
  const stored = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('platepost.cookie-consent') ?? 'null'));

  it('are asked about until a choice is stored; closing only hides the question', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/landing');
    await waitForHydration(page);
    // B2.108
    expect(await banner(page).getByRole('link').getAttribute('href')).toBe('/cookies');
    await banner(page).getByRole('button', { name: 'Close without choosing' }).click();
    // B2.111
    expect(await banner(page).count()).toBe(0);
    expect(await stored(page)).toBeNull();
    await page.goto('/terms');
    await waitForHydration(page);
    // B2.110
    await banner(page).waitFor();
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    expect(await stored(page)).toEqual({ choice: 'accepted', preferences: true, statistics: true });
    await page.goto('/landing');
    await waitForHydration(page);
    expect(await banner(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await banner(page).getByLabel('Settings').uncheck();
    await banner(page).getByRole('button', { name: 'Save my choice' }).click();
    // B2.109
    expect(await stored(page)).toEqual({ choice: 'customized', preferences: false, statistics: true });
    await page.reload();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    expect(await banner(page).getByLabel('Settings').isChecked()).toBe(false);
    expect(await banner(page).getByLabel('Necessary').isDisabled()).toBe(true);
    await close();
  });

  it.each([
    ['upright', { width: 390, height: 844 }],
    ['on its side', { width: 844, height: 390 }],
    ['that is small, upright', { width: 360, height: 640 }],
    ['that is small, on its side', { width: 740, height: 360 }],
    ['that is smaller, on its side', { width: 667, height: 375 }],
  ])('ask with at most a tenth of the screen of a phone %s', async (_, viewport) => {
    const { page, close } = await openPage(url, { ...phone, viewport });
    await page.goto('/landing');
    const { width = 0, height = 0 } = (await banner(page).boundingBox()) ?? {};
    expect(width * height).toBeGreaterThan(0);
    expect(width * height).toBeLessThanOrEqual((viewport.width * viewport.height) / 10);
    for (const name of ['Accept all', 'Reject all', 'Customise', 'Close without choosing'])
      expect(await banner(page).getByRole('button', { name }).isVisible()).toBe(true);
    await banner(page).getByRole('link', { name: 'Read more' }).waitFor();
    await close();
  });

  it('that were rejected are not kept', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/privacy');
    await waitForHydration(page);
    await page.evaluate(() => localStorage.setItem('platepost.color-mode', 'dark'));
    await banner(page).getByRole('button', { name: 'Reject all' }).click();
    // B2.109
    expect(await stored(page)).toEqual({ choice: 'rejected', preferences: false, statistics: false });
    expect(await page.evaluate(() => localStorage.getItem('platepost.color-mode'))).toBeNull();
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });
});

describe('signing up and in', () => {
  it('signs up on the card, confirms on the sign-in page and arrives in the studio', async () => {
    const { page, close } = await openPage(url);
    const email = `${randomUUID()}@test.example`;
    await page.goto('/landing#signup');
    await waitForHydration(page);
    const submit = card(page).getByRole('button', { name: 'Sign Up' });
    const alert = card(page).getByRole('alert');
    await submit.click();
    // B5.16
    await alert.getByText('Please fill in all required fields').waitFor();
    await card(page).getByLabel('Email').fill(email);
    await card(page).getByLabel('Full name').fill('Robin Cook');
    await card(page).getByLabel('Password', { exact: true }).fill('short');
    await card(page).getByLabel('Confirm password').fill('other');
    await submit.click();
    // B5.17
    await alert.getByText('Passwords do not match').waitFor();
    await card(page).getByLabel('Confirm password').fill('short');
    await submit.click();
    // B5.18
    await alert.getByText('Password must be at least 6 characters long').waitFor();
    await card(page).getByLabel('Password', { exact: true }).fill('long-enough');
    await card(page).getByLabel('Confirm password').fill('long-enough');
    await submit.click();
    // C8.6, B8.7
    await expectToast(page, 'Account created! Check your email to verify your account.');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    await page.getByLabel('Confirmation code').fill(await codeSentTo(sharedCloud(), email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    // B5.19
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    // From now on `/` is the app, before any script runs.
    expect(await page.context().cookies()).toMatchObject([{ name: 'platepost.session', value: '1' }]);
    await close();
  });

  // T7.S2
  it('asks the owner of an email, with which a stranger began a sign-up, for a password of their own', async () => {
    const email = `${randomUUID()}@test.example`;
    const signUp = async (password: string) => {
      const { page, close } = await openPage(url);
      await page.goto('/auth');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Full name').fill('Robin Cook');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.getByLabel('Confirmation code').waitFor();
      return { page, close };
    };
    const stranger = await signUp('of-a-stranger');
    const { page, close } = await signUp('of-the-owner');
    await page.getByLabel('Confirmation code').fill(await codeSentTo(sharedCloud(), email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();

    await stranger.page.getByRole('button', { name: 'Back to Sign In' }).click();
    await stranger.page.getByLabel('Password', { exact: true }).fill('of-a-stranger');
    await stranger.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await stranger.page.getByText('Incorrect username or password.').waitFor();
    await stranger.close();

    await page.getByLabel('Confirmation code').fill(await codeSentTo(sharedCloud(), email));
    await page.getByLabel('New password').fill('of-the-owner');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    await close();
  });

  it('reports an existing account and the refusal of a provider', async () => {
    const { page, close } = await openPage(url);
    const user = await signUpUser(sharedCloud());
    await page.goto('/landing');
    await waitForHydration(page);
    const alert = card(page).getByRole('alert');
    await card(page).getByRole('button', { name: 'Sign In' }).click();
    // B5.20
    await alert.getByText('Please fill in email and password').waitFor();
    await card(page).getByLabel('Email').fill(user.email);
    await card(page).getByLabel('Password').fill('not-the-password');
    await card(page).getByRole('button', { name: 'Sign In' }).click();
    // B8.6
    await alert.getByText('Incorrect username or password.').waitFor();

    await card(page).getByRole('tab', { name: 'Sign Up' }).click();
    await card(page).getByLabel('Email').fill(user.email);
    await card(page).getByLabel('Full name').fill('Robin Cook');
    await card(page).getByLabel('Password', { exact: true }).fill(user.password);
    await card(page).getByLabel('Confirm password').fill(user.password);
    await card(page).getByRole('button', { name: 'Sign Up' }).click();
    // C8.1
    await alert.getByText('An account with this email already exists. Please sign in instead.').waitFor();

    await card(page).getByRole('tab', { name: 'Sign In' }).click();
    await card(page).getByLabel('Email').fill(user.email);
    await card(page).getByLabel('Password').fill(user.password);
    await card(page).getByRole('button', { name: 'Sign In' }).click();
    await expectToast(page, 'Welcome back!');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    // C8.9, B8.8
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  // B2.90, B2.91, B6.12
  it('logs in over the page, shows the menu of a customer, and signs out', async () => {
    const { page, close } = await openPage(url);
    const user = await signUpUser(sharedCloud(), { fullName: 'Pat Pan' });
    await page.goto('/resources');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Log In' }).click();
    await dialog(page).getByRole('button', { name: 'Log In' }).click();
    // B2.85
    await dialog(page).getByRole('alert').getByText('Please fill in email and password').waitFor();
    await dialog(page).getByLabel('Email').fill(user.email);
    await dialog(page).getByLabel('Password').fill('not-the-password');
    await dialog(page).getByRole('button', { name: 'Log In' }).click();
    // B8.9
    await dialog(page).getByText('Incorrect username or password.').waitFor();
    await dialog(page).getByLabel('Password').fill(user.password);
    await dialog(page).getByRole('button', { name: 'Log In' }).click();
    // C8.10
    await notice(page, 'Logged in successfully!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/resources');

    const header = page.getByRole('banner');
    expect(await header.getByRole('link', { name: 'Log In' }).count()).toBe(0);
    // B2.87
    expect(await header.getByRole('link', { name: 'Studio' }).first().getAttribute('href')).toBe('/');
    const menu = header.locator('details', { has: page.getByLabel('Account menu') });
    await menu.getByLabel('Account menu').click();
    await menu.getByText('Pat Pan').waitFor();
    // B2.88
    expect(
      await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/account', '/', '/credits']);
    await menu.getByRole('link', { name: 'Credits 2' }).waitFor();
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    // B8.10, V7.4.4
    await notice(page, 'Logged out successfully!').waitFor();
    await header.getByRole('link', { name: 'Log In' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });

  it('shows the back office to staff, and asks the signed-in for the checkout', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { role: 'admin' });
    await page.goto('/landing');
    await page.getByLabel('Account menu').click();
    const admin = page.getByRole('link', { name: 'Admin Dashboard' });
    // B6.12
    await admin.waitFor();
    // B2.88, B2.91
    expect(await admin.getAttribute('href')).toBe('/admin');
    await page.keyboard.press('Escape');
    await page.route('**/api/billing/checkout', (route) =>
      route.fulfill({ json: { url: new URL('/terms?paid', url).href } }),
    );
    await page.getByRole('button', { name: 'Choose Pro' }).click();
    // B2.104
    await page.waitForURL('**/terms?paid');
    await close();
  });

  // B2.104
  it('leads visitors who choose a plan through the sign-up into its checkout, once', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/landing');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Choose Starter' }).click();
    await page.waitForURL('**/auth?*');
    await page.getByText('Please sign in to subscribe').waitFor();
    await page.getByText('Starter, £9.99 per month').waitFor();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const email = `${randomUUID()}@test.example`;
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('sup3r-secret');
    await page.getByLabel('Full name').fill('Pat Pan');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    // Phones reload the page while the mail is read elsewhere.
    await page.getByLabel('Confirmation code').waitFor();
    await page.reload();
    await page.getByLabel('Confirmation code').fill(await codeSentTo(sharedCloud(), email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByLabel('Password', { exact: true }).fill('sup3r-secret');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: /^Subscribe for £9.99/ }).waitFor();

    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await notice(page, 'Subscription cancelled').waitFor();
    await page.getByRole('button', { name: 'Choose Starter' }).waitFor();
    await page.goto('/landing');
    await page.getByText('Your studio is ready').waitFor();
    await page.getByText('You have 2 credits to use.').waitFor();
    await page.getByText('Current plan').waitFor();
    await close();
  });
});

describe('images that staff chose', () => {
  const image = (id: string, rest: object) => ({
    id,
    url: `/samples/${id}.jpg`,
    renditions: [],
    title: id,
    description: null,
    displayOrder: 0,
    type: 'image',
    beforeUrl: null,
    beforeRenditions: [],
    ...rest,
  });
  const dishes = ['burger', 'fries', 'pizza', 'smoothie', 'salad', 'wings', 'burger-before'];

  it('take the place of the samples: six in the hero, pairs to compare, pictures and films in the carousel', async () => {
    const { page, close } = await openPage(url);
    await page.route('**/api/public/landing-images', (route) =>
      route.fulfill({
        json: {
          images: [
            ...dishes.map((dish) => image(dish, { section: 'hero' })),
            image('fries', { section: 'menu', title: 'Our fries', beforeUrl: '/samples/fries-before.jpg' }),
            image('pizza', { section: 'carousel', title: 'First' }),
            image('wings', { section: 'carousel', title: 'A film', url: '/media/film.mp4' }),
          ],
        },
      }),
    );
    await page.addInitScript(() => {
      // However slow this machine is, the answer comes in time.
      const later = window.setTimeout;
      Object.assign(window, {
        setTimeout: (run: () => void, ms?: number) => (ms === 1000 ? 0 : later(run, ms)),
        seenHeroes: [],
      });
      const look = () => {
        for (const img of document.querySelectorAll('[aria-label="Made with PlatePost"] img'))
          if (img.checkVisibility({ opacityProperty: true })) seenHeroes().add(img.getAttribute('alt') ?? '');
        requestAnimationFrame(look);
      };
      const seen = new Set<string>();
      const seenHeroes = () => Object.assign(window, { seenHeroes: seen }).seenHeroes;
      look();
    });
    await page.goto('/landing');
    const hero = page.getByRole('list', { name: 'Made with PlatePost' });
    await hero.getByRole('img', { name: 'burger', exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [...(window as unknown as { seenHeroes: Set<string> }).seenHeroes]))
      .toEqual(dishes.slice(0, 6));
    // B2.93, B9.7
    expect(
      await hero.getByRole('img').evaluateAll((images) => images.map((img) => img.getAttribute('alt'))),
    ).toEqual(dishes.slice(0, 6));
    const compare = page.getByRole('slider', { name: 'Compare before and after: Our fries' });
    await compare.press('ArrowRight');
    expect(await compare.inputValue()).toBe('51');
    // B2.96
    expect(await page.getByRole('slider', { name: 'Compare before and after: Classic Burger' }).count()).toBe(
      0,
    );
    const rail = page.getByRole('list', { name: 'Sample dishes in our looks' });
    expect(await rail.getByRole('listitem').allInnerTexts()).toEqual(['First', 'A film']);
    // B2.99
    expect(await rail.locator('video').getAttribute('src')).toBe('/media/film.mp4');
    await close();
  });

  // B2.98, B9.8
  it('move on by themselves every three seconds, and rest under the pointer', async () => {
    const { page, close } = await openPage(url, { reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto('/landing');
    await waitForHydration(page);
    const rail = page.getByRole('list', { name: 'Sample dishes in our looks' });
    const left = () => rail.evaluate((element) => element.scrollLeft);
    // Smooth scrolling is up to the browser; this checks only the position.
    await rail.evaluate((element) => {
      element.style.scrollSnapType = 'none';
      element.scrollTo = ((to: ScrollToOptions) => {
        element.scrollLeft = to.left ?? 0;
      }) as typeof element.scrollTo;
    });
    await rail.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForFunction(() => true);
    await eventually(async () => {
      await page.clock.runFor(3000);
      return left();
    }).toBeGreaterThan(100);
    await rail.evaluate((element) => {
      element.scrollLeft = element.scrollWidth;
    });
    await page.clock.runFor(3000);
    expect(await left()).toBe(0);
    await rail.hover();
    await page.clock.runFor(9000);
    expect(await left()).toBe(0);
    await close();
  });

  it('of the menu pack come with their platform; a failure is reported and leaves the samples', async () => {
    const { page, close } = await openPage(url);
    await page.route('**/api/public/menu-pack-images', (route) =>
      route.fulfill({
        json: {
          images: [
            image('pizza', {
              section: 'comparison',
              platform: null,
              title: 'Our pizza',
              beforeUrl: '/samples/pizza-before.jpg',
            }),
            image('wings', {
              section: 'platform_guide',
              platform: 'uber',
              title: 'Wings for Uber Eats',
              beforeUrl: '/samples/wings-before.jpg',
            }),
          ],
        },
      }),
    );
    await page.goto('/menu-pack');
    const difference = page.locator('#difference');
    // B2.120
    await difference.getByRole('slider', { name: 'Compare before and after: Our pizza' }).waitFor();
    expect(await difference.getByRole('slider').count()).toBe(1);
    await page
      .getByRole('tabpanel', { name: 'Uber Eats' })
      .getByRole('slider', { name: 'Compare before and after: Wings for Uber Eats' })
      .waitFor();
    await page.unroute('**/api/public/menu-pack-images');
    await page.route('**/api/public/menu-pack-images', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.reload();
    // B2.126, B8.41
    await notice(page, 'Failed to load images').waitFor();
    expect(await difference.getByRole('slider').count()).toBe(4);
    await close();
  });
});
