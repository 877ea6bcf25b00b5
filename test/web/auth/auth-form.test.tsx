import { Amplify } from 'aws-amplify';
import { AuthError, confirmSignIn, confirmSignUp, resendSignUpCode, signIn, signUp } from 'aws-amplify/auth';
import { Suspense } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { AuthForm } from '#web/auth/auth-form.tsx';
import { keepPendingSignUp } from '#web/lib/pending-sign-up.ts';

vi.mock('aws-amplify/auth', async (original) => ({
  ...(await original<typeof import('aws-amplify/auth')>()),
  confirmSignIn: vi.fn(),
  confirmSignUp: vi.fn(),
  resendSignUpCode: vi.fn(),
  signIn: vi.fn(),
  signUp: vi.fn(),
}));
const config = vi.hoisted(() => Promise.resolve({ social: [] }));
vi.mock('#web/lib/config.ts', () => ({ siteConfig: () => config }));

Amplify.configure({
  Auth: {
    Cognito: { userPoolId: 'eu-west-2_Test', userPoolClientId: 'test', loginWith: { email: true } },
  },
});

const done = { isSignedIn: true, nextStep: { signInStep: 'DONE' } } as const;
const confirmed = { isSignUpComplete: true, nextStep: { signUpStep: 'DONE' } } as const;
const codeSent = {
  isSignUpComplete: false,
  nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
} as const;

function refused(name: string, message: string): AuthError {
  return new AuthError({ name, message });
}

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password', { exact: true });
const submit = (name: string) => page.getByRole('button', { name, exact: true });

async function open(tab: 'signIn' | 'signUp' = 'signUp') {
  return renderInApp(
    <Suspense>
      <AuthForm initialTab={tab} />
    </Suspense>,
    { signedIn: false },
  );
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(signIn).mockResolvedValue(done);
  vi.mocked(signUp).mockResolvedValue(codeSent);
  vi.mocked(confirmSignUp).mockResolvedValue(confirmed);
});

describe('signing up', () => {
  test('shows each error under its field and moves the focus to the first', async () => {
    await open();
    await submit('Sign Up').click();
    for (const text of [
      'Please enter your email address',
      'Password must be at least 6 characters long',
      'Please enter your full name',
    ])
      await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(email()).toHaveFocus();
    expect(signUp).not.toHaveBeenCalled();
  });

  test('goes on to the code, and with the code and the password typed before into a session', async () => {
    await open();
    await email().fill(' chef@bistro.example ');
    await password().fill('sup3r-secret');
    await page.getByLabelText('Full name').fill('Ada Cook');
    await submit('Sign Up').click();
    await expect.element(page.getByText(/^Account created successfully!/)).toBeVisible();
    await expect
      .element(page.getByText('We sent a six-digit code to chef@bistro.example. Enter it here to finish.'))
      .toBeVisible();
    await submit('Confirm').click();
    await expect.element(page.getByText('Please enter the code')).toBeVisible();
    await page.getByLabelText('Confirmation code').fill(' 123456 ');
    await submit('Confirm').click();
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'sup3r-secret' }]]);
    expect(confirmSignUp).toHaveBeenCalledWith({
      username: 'chef@bistro.example',
      confirmationCode: '123456',
    });
  });

  test('with the address of an account says so', async () => {
    vi.mocked(signUp).mockRejectedValue(refused('UsernameExistsException', 'User already exists'));
    vi.mocked(resendSignUpCode).mockRejectedValue(refused('InvalidParameterException', 'Is confirmed'));
    await open();
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await page.getByLabelText('Full name').fill('Ada Cook');
    await submit('Sign Up').click();
    await expect
      .element(page.getByText('This email is already registered. Please sign in instead.'))
      .toBeVisible();
    await expect.element(page.getByLabelText('Full name')).toHaveValue('Ada Cook');
  });
});

describe('signing in', () => {
  test('that is refused shows the words of the provider; nothing can be changed while it is sent', async () => {
    let refuse: (error: Error) => void = () => undefined;
    vi.mocked(signIn).mockReturnValue(new Promise((_, reject) => (refuse = reject)));
    await open('signIn');
    await email().fill('chef@bistro.example');
    await password().fill('wrong');
    await submit('Sign In').click();
    await expect.element(email()).toBeDisabled();
    refuse(refused('NotAuthorizedException', 'Incorrect username or password.'));
    await expect.element(page.getByText('Incorrect username or password.')).toBeVisible();
    await expect.element(password()).toHaveValue('wrong');
  });

  test('keeps the address for a sign-up', async () => {
    await open('signIn');
    await email().fill('chef@bistro.example');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect.element(page.getByLabelText('Full name')).toBeVisible();
    await expect.element(email()).toHaveValue('chef@bistro.example');
  });

  test('welcomes', async () => {
    await open('signIn');
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await submit('Sign In').click();
    await expect.element(page.getByText('Welcome back!')).toBeVisible();
  });
});

describe('signing in with an authenticator app', () => {
  test('asks for its code after the password, and again after a wrong one', async () => {
    vi.mocked(signIn).mockResolvedValue({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    });
    vi.mocked(confirmSignIn)
      .mockRejectedValueOnce(refused('CodeMismatchException', 'Invalid code received for user'))
      .mockResolvedValue(done);
    await open('signIn');
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await submit('Sign In').click();
    await page.getByLabelText('Code from the app').fill('000000');
    await submit('Sign In').click();
    await expect.element(page.getByText('Invalid code received for user')).toBeVisible();
    await page.getByLabelText('Code from the app').fill('123456');
    await submit('Sign In').click();
    await expect.element(page.getByText('Welcome back!')).toBeVisible();
    expect(vi.mocked(confirmSignIn).mock.calls.map(([input]) => input.challengeResponse)).toEqual([
      '000000',
      '123456',
    ]);
  });
});

describe('a sign-up that began on the landing page', () => {
  test('asks for its code at once, without signing up again', async () => {
    keepPendingSignUp({ email: 'chef@bistro.example', password: 'sup3r-secret' });
    vi.mocked(confirmSignUp).mockRejectedValueOnce(refused('CodeMismatchException', 'Invalid code.'));
    await open();
    await page.getByLabelText('Confirmation code').fill('000000');
    await submit('Confirm').click();
    await expect.element(page.getByText('Invalid code.')).toBeVisible();
    await page.getByLabelText('Confirmation code').fill('123456');
    await submit('Confirm').click();
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'sup3r-secret' }]]);
    expect(signUp).not.toHaveBeenCalled();
  });

  test('can be left for the sign-in, and is forgotten then', async () => {
    keepPendingSignUp({ email: 'chef@bistro.example', password: 'sup3r-secret' });
    await open();
    await submit('Back to Sign In').click();
    await expect.element(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  });
});
