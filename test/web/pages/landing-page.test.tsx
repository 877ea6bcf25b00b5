import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LandingImage } from '#shared/api/site.ts';
import { fakeApi, offline } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { LandingPage } from '#web/pages/landing/landing-page.tsx';

vi.mock('#web/lib/config.ts', () => ({ siteConfig: async () => ({ social: [] }) }));

afterEach(() => {
  vi.useRealTimers();
});

const image = (section: LandingImage['section'], title: string): LandingImage => ({
  id: title,
  section,
  title,
  url: '/samples/burger.jpg',
  renditions: [],
  description: null,
  displayOrder: 1,
  type: 'image',
  beforeUrl: section === 'menu' ? '/samples/fries.jpg' : null,
  beforeRenditions: [],
});

const hero = page.getByRole('list', { name: 'Made with PlatePost' });
const pairs = page.getByRole('heading', { name: 'Same dish, better light' });
const isOpen = () => document.documentElement.classList.contains('choosing');

const getOffer = () =>
  ({ freeCredits: 2, outpaintCredits: 0, specialPackLabel: 'Best Value', maintenance: 'off' }) as const;

describe('the landing page', () => {
  test('has room for large letters of a user’s style sheet', async () => {
    await enlargeText();
    fakeApi({ listLandingImages: () => ({ images: [] }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(beyondSides()).toEqual([]);
    const badge = page.getByText('Every look').element().getBoundingClientRect();
    const plan = page.getByRole('heading', { name: 'Pro', exact: true }).element().getBoundingClientRect();
    expect(plan.top).toBeGreaterThanOrEqual(badge.bottom);
    const price = document.createRange();
    price.selectNodeContents(page.getByRole('cell', { name: '£34.99' }).element());
    expect(price.getClientRects()).toHaveLength(1);
  });

  test.each([
    [
      2,
      'Start Free (2 images)',
      '2 free credits, no card needed. One credit makes two variations.',
      '2 free credits, 4 pictures, no card.',
    ],
    [
      1,
      'Start Free (2 images)',
      '1 free credit, no card needed. One credit makes two variations.',
      '1 free credit, 2 pictures, no card.',
    ],
    [
      3,
      'Start Free',
      '3 free credits, no card needed. One credit makes two variations.',
      '3 free credits, 6 pictures, no card.',
    ],
    [0, 'Get Started', 'One credit makes two variations.', 'Create an account, then choose your plan.'],
  ])('offers %i free credits', async (freeCredits, start, note, lead) => {
    fakeApi({ listLandingImages: () => ({ images: [] }), getOffer: () => ({ ...getOffer(), freeCredits }) });
    await renderInApp(<LandingPage />, { signedIn: false });
    await expect.element(page.getByText(note, { exact: true })).toBeVisible();
    await expect.element(page.getByText(lead)).toBeVisible();
    await expect
      .element(page.getByRole('main').getByRole('link', { name: start, exact: true }).first())
      .toBeVisible();
    const asked = page.getByText('What can I do with the free credits?').elements();
    expect(asked).toHaveLength(freeCredits > 0 ? 1 : 0);
  });

  test('has room for large text', async () => {
    // Of a phone whose letters are twice as large.
    await page.viewport(195, 422);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({ listLandingImages: () => ({ images: [] }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    const banner = page.getByRole('banner');
    await banner.getByLabelText('Menu', { exact: true }).first().click();
    const parts = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('main').getByRole('link', { name: 'Start Free (2 images)' }).first(),
      banner.getByRole('link', { name: 'Get Started' }),
      banner.getByRole('link', { name: 'How it works' }),
    ];
    for (const part of parts) {
      await expect.element(part).toBeVisible();
      const { left, right } = part.element().getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(195);
    }
  });

  test('opens Sign Up where the Get Started of another page leads', async () => {
    onTestFinished(() => history.replaceState(history.state, '', location.pathname));
    history.replaceState(history.state, '', '#signup');
    fakeApi({ listLandingImages: () => ({ images: [] }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    const signUp = page.getByRole('tab', { name: 'Sign Up' });
    await expect.element(signUp).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    location.hash = '#faq';
    await expect.poll(() => location.hash).toBe('#faq');
    await expect.element(signUp).toHaveAttribute('aria-selected', 'false');
    location.hash = '#signup';
    await expect.element(signUp).toHaveAttribute('aria-selected', 'true');
  });

  test('offers nothing for free to a user who is signed in', async () => {
    fakeApi({ listLandingImages: () => ({ images: [] }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: true });
    const main = page.getByRole('main');
    await expect.element(main.getByRole('link', { name: 'Open the studio' }).first()).toBeVisible();
    expect(main.getByRole('link', { name: 'Start Free (2 images)' }).elements()).toEqual([]);
    await expect.element(main.getByText('no card needed')).not.toBeInTheDocument();
  });

  test('shows no picture of the hero before it knows whether staff chose others', async () => {
    let answer = (_: { images: LandingImage[] }) => {};
    const images = new Promise<{ images: LandingImage[] }>((resolve) => {
      answer = resolve;
    });
    fakeApi({ listLandingImages: () => images, getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    expect(isOpen()).toBe(true);
    answer({ images: [image('hero', 'Our pie')] });
    await expect.element(hero.getByRole('img', { name: 'Our pie' })).toBeVisible();
    expect(hero.getByRole('listitem').elements()).toHaveLength(1);
    expect(isOpen()).toBe(false);
  });

  test('plays a video that staff chose for the hero, without sound', async () => {
    const video: LandingImage = { ...image('hero', 'Our pie'), type: 'video', url: '/media/pie.mp4' };
    fakeApi({ listLandingImages: () => ({ images: [video] }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    const shown = hero.getByLabelText('Our pie');
    await expect.element(shown).toHaveAttribute('src', video.url);
    expect(shown.element()).toMatchObject({ tagName: 'VIDEO', muted: true, loop: true });
  });

  test('keeps our own pictures after a lost connection, which is no error of the site', async () => {
    const errors = vi.fn((event: Event) => event.preventDefault());
    addEventListener('error', errors);
    onTestFinished(() => removeEventListener('error', errors));
    fakeApi({ listLandingImages: offline, getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    await expect.poll(isOpen).toBe(false);
    expect(hero.getByRole('listitem').elements()).toHaveLength(6);
    expect(errors).not.toHaveBeenCalled();
  });

  test('keeps the pictures that were seen when the answer is late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let answer = (_: { images: LandingImage[] }) => {};
    const images = new Promise<{ images: LandingImage[] }>((resolve) => {
      answer = resolve;
    });
    fakeApi({ listLandingImages: () => images, getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOpen()).toBe(false);
    answer({ images: [image('hero', 'Our pie'), image('carousel', 'Our cake')] });
    await expect.element(page.getByText('Our cake')).toBeInTheDocument();
    expect(hero.getByRole('listitem').elements()).toHaveLength(6);
    expect(hero.getByRole('img', { name: 'Our pie' }).elements()).toEqual([]);
  });

  test.each([
    ['nothing was chosen', [], true],
    ['pairs were chosen', [image('menu', 'Our pair')], true],
    ['other images were chosen, but no pairs', [image('hero', 'Our pie')], false],
  ])('has its comparisons, unless: %s', async (_, images, isThere) => {
    fakeApi({ listLandingImages: () => ({ images }), getOffer });
    await renderInApp(<LandingPage />, { signedIn: false });
    await expect.poll(isOpen).toBe(false);
    expect(pairs.elements()).toHaveLength(isThere ? 1 : 0);
  });
});
