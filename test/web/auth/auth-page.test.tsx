import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { AuthPage } from '#web/auth/auth-page.tsx';
import { keepAccountEmail } from '#web/lib/account-email.ts';
import { keepWantedPlan, wantedPlan } from '#web/lib/wanted-plan.ts';

vi.mock(import('#web/auth/auth-form.tsx'), () => ({
  AuthForm: ({ email }) => <div>Sign in as {email ?? 'anybody'}</div>,
}));

beforeEach(() => {
  sessionStorage.clear();
  fakeApi({
    getOffer: () => ({ freeCredits: 5, outpaintCredits: 0, specialPackLabel: '', maintenance: 'off' }),
  });
});

test('offers the free credits that staff set', async () => {
  await renderInApp(<AuthPage />, { at: '/auth', signedIn: false });
  const text = 'Sign up to get 5 free AI generations, then choose your plan';
  await expect.element(page.getByText(text)).toBeVisible();
});

test('asks somebody whose session has ended to sign in again, and offers no free credits', async () => {
  await renderInApp(<AuthPage />, { at: '/auth?tab=sign-in&reason=expired', signedIn: false });
  await expect.element(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await expect.element(page.getByText(/^Your session has ended\./)).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Sign in again/);
  expect(page.getByText(/Get Started|Sign up to get/).elements()).toEqual([]);
});

test('knows the email only of somebody who changed how to sign in', async () => {
  keepAccountEmail('chef@bistro.example');
  const { router } = await renderInApp(<AuthPage />, {
    at: '/auth?tab=sign-in&reason=changed',
    signedIn: false,
  });
  await expect.element(page.getByText('Sign in as chef@bistro.example')).toBeVisible();
  await router.navigate('/auth?tab=sign-in');
  await expect.element(page.getByText('Sign in as anybody')).toBeVisible();
});

test('asks somebody who changed how to sign in to sign in again', async () => {
  await renderInApp(<AuthPage />, { at: '/auth?tab=sign-in&reason=changed', signedIn: false });
  await expect.element(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  expect(page.getByText(/Get Started|Sign up to get/).elements()).toEqual([]);
  await expect.element(page.getByText('You changed how you sign in. Please sign in again.')).toBeVisible();
});

describe('a plan that was chosen before', () => {
  test('is named, and can be taken back', async () => {
    const { address } = await renderInApp(<AuthPage />, {
      at: '/auth?tab=sign-in&reason=subscribe&plan=starter',
      signedIn: false,
    });
    const choice = page.getByText('Starter, £9.99 per month');
    await expect.element(choice).toBeVisible();
    await expect.element(page.getByText('Please sign in to subscribe')).toBeVisible();
    expect(address()).toBe('/auth?tab=sign-in&reason=subscribe');
    expect(wantedPlan()).toBe('starter');
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(choice).not.toBeInTheDocument();
    expect(wantedPlan()).toBeUndefined();
  });

  test('in a link is ignored for signed-in users', async () => {
    const { address } = await renderInApp(<AuthPage />, { at: '/auth?plan=pro' });
    await expect.poll(address).toBe('/');
    expect(wantedPlan()).toBeUndefined();
  });

  test('leads to the credits page once the customer is in', async () => {
    keepWantedPlan('starter');
    const { address } = await renderInApp(<AuthPage />, { at: '/auth' });
    await expect.poll(address).toBe('/credits');
    expect(wantedPlan()).toBe('starter');
  });
});
