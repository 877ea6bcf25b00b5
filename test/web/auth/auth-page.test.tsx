import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { AuthPage } from '#web/auth/auth-page.tsx';
import { keepWantedPlan, wantedPlan } from '#web/lib/wanted-plan.ts';

vi.mock(import('#web/auth/auth-form.tsx'), () => ({ AuthForm: () => <div /> }));

beforeEach(() => sessionStorage.clear());

describe('a plan that was chosen before', () => {
  test('is named, and can be taken back', async () => {
    keepWantedPlan('starter');
    await renderInApp(<AuthPage />, { at: '/auth?tab=sign-in&reason=subscribe', signedIn: false });
    const choice = page.getByText('Starter, £9.99 per month');
    await expect.element(choice).toBeVisible();
    await expect.element(page.getByText('Please sign in to subscribe')).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(choice).not.toBeInTheDocument();
    expect(wantedPlan()).toBeUndefined();
  });

  test('leads to the credits page once the customer is in', async () => {
    keepWantedPlan('starter');
    const { address } = await renderInApp(<AuthPage />, { at: '/auth' });
    await expect.poll(address).toBe('/credits');
    expect(wantedPlan()).toBe('starter');
  });
});
