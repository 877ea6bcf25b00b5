import { signIn } from 'aws-amplify/auth';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { forgetPendingCode, pendingCode } from '#web/lib/pending-code.ts';
import { LoginDialog } from '#web/pages/frame/login-dialog.tsx';
import { SiteServicesContext } from '#web/pages/frame/services.ts';
import { AccountCard } from '#web/pages/landing/account-card.tsx';

vi.mock('aws-amplify/auth', async (original) => ({
  ...(await original<typeof import('aws-amplify/auth')>()),
  signIn: vi.fn(),
}));
vi.mock('#web/lib/config.ts', () => ({ siteConfig: async () => ({ social: [] }) }));

const openApp = vi.fn();
type SignInForm = readonly [name: string, action: string, form: ReactElement];
const forms: SignInForm[] = [
  ['the Log In dialog', 'Log In', <LoginDialog key="dialog" onClose={() => undefined} />],
  [
    'the card of the landing page',
    'Sign In',
    <AccountCard key="card" tab="signIn" onTab={() => undefined} />,
  ],
];

afterEach(() => {
  vi.clearAllMocks();
  forgetPendingCode();
});

async function send([, action, form]: SignInForm) {
  await renderInApp(
    <SiteServicesContext value={{ openApp, subscribe: async () => undefined }}>{form}</SiteServicesContext>,
    { signedIn: false },
  );
  await page.getByLabelText('Email').fill(' chef@bistro.example ');
  await page.getByLabelText('Password', { exact: true }).fill('sup3r-secret');
  await page.getByRole('button', { name: action, exact: true }).click();
}

test.each(
  forms,
)('%s goes on to the code of the authenticator app, and claims no success', async (...form) => {
  vi.mocked(signIn).mockResolvedValue({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
  });
  await send(form);
  await expect.poll(() => openApp.mock.calls).toEqual([['/auth?tab=sign-in']]);
  // The password need not be typed again, and is not kept.
  expect(pendingCode()).toEqual({ of: 'signIn', email: 'chef@bistro.example', password: '' });
  for (const claim of ['Logged in successfully!', 'Welcome back!'])
    await expect.element(page.getByText(claim)).not.toBeInTheDocument();
});

test.each(forms)('%s says it when a new password must be chosen first', async (...form) => {
  vi.mocked(signIn).mockResolvedValue({ isSignedIn: false, nextStep: { signInStep: 'RESET_PASSWORD' } });
  await send(form);
  await expect
    .element(page.getByText('Please choose a new password first, by “Forgot your password?”'))
    .toBeVisible();
  expect(openApp).not.toHaveBeenCalled();
});

test.each(forms)('%s signs in by the password where no code is asked for', async (...form) => {
  vi.mocked(signIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
  await send(form);
  await expect.poll(() => openApp.mock.calls.length).toBe(1);
});
