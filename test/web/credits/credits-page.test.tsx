import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Offer } from '#shared/api/site.ts';
import { catalogue, freeUser, starterUser, subscriptionOf } from '#test/support/account-replies.ts';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { CreditsPage } from '#web/credits/credits-page.tsx';
import { keepCheckout } from '#web/lib/checkout-memory.ts';
import { keepWantedPlan } from '#web/lib/wanted-plan.ts';

/** The API as a Starter subscriber meets it. */
function subscriberApi() {
  return fakeApi({
    getMe: () => starterUser,
    checkSubscription: () => subscriptionOf(starterUser),
    allocateCredits: () => ({ allocated: 0, credits: starterUser.credits }),
    getCatalogue: () => catalogue,
    listLedger: () => ({ items: [] }),
  });
}

const offer: Offer = { freeCredits: 2, outpaintCredits: 0, specialPackLabel: '', maintenance: 'off' };

const button = (name: string) => page.getByRole('button', { name, exact: true });
const toast = (title: string) => page.getByRole('status').filter({ hasText: title }).getByText(title);

describe('the credits page', () => {
  // Of phones whose letters are twice as large.
  test.each([160, 195])('has room for large text at %i px', async (width) => {
    await page.viewport(width, 422);
    onTestFinished(() => page.viewport(1280, 800));
    subscriberApi();
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Buy 50 credits')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  test('has room for large letters of a user’s style sheet', async () => {
    await enlargeText();
    subscriberApi();
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Buy 50 credits')).toBeVisible();
    expect(beyondSides()).toEqual([]);
  });

  test.each([320, 344, 360, 375])('keeps the texts of a pack clear of its button at %i px', async (width) => {
    await page.viewport(width, 740);
    onTestFinished(() => page.viewport(1280, 800));
    const api = subscriberApi();
    const packs = catalogue.packs.map((pack) => ({ ...pack, label: 'Bestes Angebot für alle Küchen' }));
    api.answer({ getCatalogue: () => ({ ...catalogue, packs }) });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Buy 50 credits')).toBeVisible();
    const buy = button('Buy 50 credits').element();
    const row = buy.closest('li') ?? document.body;
    const { left, top, bottom } = buy.getBoundingClientRect();
    const end = row.getBoundingClientRect().right + 0.5;
    const isClear = (box: DOMRect) =>
      box.right <= end && (box.right <= left || box.bottom <= top || box.top >= bottom);
    const texts = [...row.children].filter((child) => child !== buy).flatMap(textBoxesIn);
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((box) => !isClear(box))).toEqual([]);
  });

  test('reports the failure and stays unchanged', async () => {
    const api = subscriberApi();
    api.answer({
      createCheckout: () => problem('internal'),
      openPortal: () => problem('internal'),
      createPayment: () => problem('internal'),
    });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await button('Switch to Pro').click();
    // C8.21, C8.24
    await expect.element(toast('Failed to start checkout. Please try again.')).toBeVisible();
    await button('Manage Subscription').click();
    // C8.22
    await expect.element(toast('Failed to open subscription management. Please try again.')).toBeVisible();
    await button('Buy 50 credits').click();
    // C8.23
    await expect.element(toast('Failed to start payment. Please try again.')).toBeVisible();
    await expect.element(button('Buy 50 credits')).toBeEnabled();
    expect(api.requests('createPayment').map(({ body }) => body)).toEqual([
      { priceId: 'price_50', credits: 50 },
    ]);
  });

  // C8.16, C8.17, C8.18
  test.each([
    ['Switch to Pro', 'createCheckout', 'You must be logged in to subscribe'],
    ['Manage Subscription', 'openPortal', 'You must be logged in to manage your subscription'],
    ['Buy 50 credits', 'createPayment', 'You must be logged in to purchase credits'],
  ] as const)('asks for a sign-in when %s finds the session ended', async (press, route, text) => {
    const api = subscriberApi();
    api.answer({ [route]: () => problem('unauthenticated') });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await button(press).click();
    await expect.element(toast(text)).toBeVisible();
  });

  // C8.19
  test.each([
    // Asked again with a new token.
    ['because the session ended', () => problem('unauthenticated'), 'You must be logged in', 2],
    ['because the API fails', () => problem('internal'), 'Your payment couldn’t be checked yet', 1],
  ])('says that a payment cannot be checked %s', async (_, failure, text, times) => {
    const api = subscriberApi();
    api.answer({ verifyPayment: failure });
    const { address } = await renderInApp(<CreditsPage />, {
      at: '/credits?payment_success=true&session_id=cs_test_1',
    });
    await expect.element(toast(text)).toBeVisible();
    const asked = api.requests('verifyPayment').map(({ body }) => body);
    expect(asked).toEqual(Array(times).fill({ sessionId: 'cs_test_1' }));
    expect(address()).toBe('/credits');
  });

  test.each(['online', 'focus'])('checks a payment again by itself after the event: %s', async (event) => {
    const api = subscriberApi();
    api.answer({ verifyPayment: offline });
    await renderInApp(<CreditsPage />, { at: '/credits?payment_success=true&session_id=cs_test_1' });
    await expect.element(toast('Your payment couldn’t be checked yet')).toBeVisible();
    const asked = () => api.requests('verifyPayment').length;
    const before = asked();
    dispatchEvent(new Event(event));
    await expect.poll(asked).toBeGreaterThan(before);
    await expect.element(toast('Your payment couldn’t be checked yet')).toBeVisible();
    api.answer({ verifyPayment: () => ({ success: true, message: '50 credits added' }) });
    // The attempt before this one may not have ended yet.
    await expect
      .poll(() => {
        dispatchEvent(new Event(event));
        return toast('50 credits added').query();
      })
      .toBeVisible();
    const confirmed = asked();
    dispatchEvent(new Event(event));
    await expect.element(toast('50 credits added')).toBeVisible();
    expect(asked()).toBe(confirmed);
  });

  test('opens the checkout of the plan that was chosen before the sign-in, once', async () => {
    keepWantedPlan('starter');
    const api = subscriberApi();
    api.answer({
      getMe: () => freeUser,
      checkSubscription: () => subscriptionOf(freeUser),
      createCheckout: pending,
    });
    const first = await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect
      .poll(() => api.requests('createCheckout').map(({ body }) => body))
      .toEqual([{ priceId: 'price_starter' }]);
    await first.unmount();
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Choose Starter')).toBeEnabled();
    expect(api.requests('createCheckout')).toHaveLength(1);
  });

  test('sells nothing while everything that writes is stopped, and keeps the chosen plan until then', async () => {
    keepWantedPlan('pro');
    const api = subscriberApi();
    api.answer({ getOffer: () => ({ ...offer, maintenance: 'all' }), createCheckout: pending });
    const { client } = await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect
      .element(page.getByRole('heading', { name: 'Nothing can be bought for the moment' }))
      .toBeVisible();
    await expect.element(page.getByRole('region', { name: 'History' })).toBeVisible();
    await expect.element(button('Manage Subscription')).toBeDisabled();
    expect(button('Switch to Pro').elements()).toEqual([]);
    expect(button('Buy 50 credits').elements()).toEqual([]);
    expect(api.requests('createCheckout')).toEqual([]);
    api.answer({ getOffer: () => offer });
    await client.invalidateQueries();
    await expect
      .poll(() => api.requests('createCheckout').map(({ body }) => body))
      .toEqual([{ priceId: 'price_pro' }]);
    await expect.element(button('Buy 50 credits')).toBeVisible();
  });

  test('detects the beginning of maintenance by the refusal of a payment', async () => {
    const api = subscriberApi();
    api.answer({ createPayment: () => problem('maintenance') });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Buy 50 credits')).toBeVisible();
    api.answer({ getOffer: () => ({ ...offer, maintenance: 'all' }) });
    await button('Buy 50 credits').click();
    await expect.element(toast('Failed to start payment. Please try again.')).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Nothing can be bought for the moment' }))
      .toBeVisible();
  });

  test('says so when the chosen plan is paid for already', async () => {
    keepWantedPlan('starter');
    const api = subscriberApi();
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(toast('You already have Starter')).toBeVisible();
    expect(api.requests('createCheckout')).toEqual([]);
  });

  const activated = toast('Subscription activated! Your credits will be updated shortly.');

  test('greets a new plan only after a checkout of this user', async () => {
    const api = fakeApi({
      getMe: () => freeUser,
      checkSubscription: () => subscriptionOf(freeUser),
      getCatalogue: () => catalogue,
      listLedger: () => ({ items: [] }),
    });
    keepCheckout('somebody-else');
    const { address, unmount } = await renderInApp(<CreditsPage />, { at: '/credits?success=true' });
    await expect.poll(() => api.requests('checkSubscription').length).toBeGreaterThan(0);
    await expect.element(button('Choose Starter')).toBeVisible();
    expect(address()).toBe('/credits');
    await expect.element(activated).not.toBeInTheDocument();
    await expect.element(page.getByText('Your plan is being activated…')).not.toBeInTheDocument();
    await unmount();

    keepCheckout('test-user');
    await renderInApp(<CreditsPage />, { at: '/credits?success=true' });
    await expect.element(activated).toBeVisible();
    await expect.element(page.getByText('Your plan is being activated…')).toBeVisible();
  });

  test('greets a new plan that is there already, also where the tab knows of no checkout', async () => {
    subscriberApi();
    await renderInApp(<CreditsPage />, { at: '/credits?success=true' });
    await expect.element(activated).toBeVisible();
  });

  test('does not lead away to a payment page after the user has left it', async () => {
    const api = subscriberApi();
    let answer: () => void = () => undefined;
    api.answer({
      createPayment: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { url: '#a-payment-page' };
      },
    });
    const { unmount } = await renderInApp(<CreditsPage />, { at: '/credits' });
    await button('Buy 50 credits').click();
    await expect.poll(() => api.requests('createPayment').length).toBe(1);
    await unmount();
    answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(location.hash).not.toBe('#a-payment-page');
  });

  test('offers no packs to a user of the Free plan', async () => {
    fakeApi({
      getMe: () => freeUser,
      checkSubscription: () => subscriptionOf(freeUser),
      getCatalogue: () => catalogue,
      listLedger: () => ({ items: [] }),
    });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(button('Choose Starter')).toBeVisible();
    expect(page.getByRole('region', { name: 'Buy Credits' }).elements()).toHaveLength(0);
  });

  test('offers nothing before the account was read', async () => {
    const api = fakeApi({ getMe: pending, checkSubscription: pending });
    await renderInApp(<CreditsPage />, { at: '/credits' });
    await expect.element(page.getByRole('heading', { name: 'Credits & Billing' })).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(0);
    expect(api.requests('getMe')).toHaveLength(1);
  });
});
