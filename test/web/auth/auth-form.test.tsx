import { Amplify } from 'aws-amplify';
import {
  AuthError,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
} from 'aws-amplify/auth';
import { Suspense } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { brand } from '#shared/brand.ts';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser } from '#test/web/generations/users.ts';
import { AuthForm } from '#web/auth/auth-form.tsx';
import { notify } from '#web/lib/notify.ts';
import { forgetOwnSignUp, keepOwnSignUp } from '#web/lib/own-sign-up.ts';
import { forgetPendingCode, keepPendingCode } from '#web/lib/pending-code.ts';

vi.mock('aws-amplify/auth', async (original) => ({
  ...(await original<typeof import('aws-amplify/auth')>()),
  confirmSignIn: vi.fn(),
  confirmSignUp: vi.fn(),
  confirmResetPassword: vi.fn(),
  resendSignUpCode: vi.fn(),
  resetPassword: vi.fn(),
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
  userId: 'ada-sub',
  nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
} as const;

const resetSent = {
  isPasswordReset: false,
  nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE', codeDeliveryDetails: {} },
} as const;

function refused(name: string, message: string): AuthError {
  return new AuthError({ name, message });
}

const wrongCode = 'This code is incorrect. Please check it, or ask for a new one.';

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password', { exact: true });
const submit = (name: string) => page.getByRole('button', { name, exact: true });

async function open(tab: 'signIn' | 'signUp' = 'signUp', known?: string) {
  return renderInApp(
    <Suspense>
      <AuthForm initialTab={tab} email={known} />
    </Suspense>,
    { signedIn: false },
  );
}

async function signUpAsAda() {
  await open();
  await email().fill('chef@bistro.example');
  await password().fill('sup3r-secret');
  await page.getByLabelText('Full name').fill('Ada Cook');
  await submit('Sign Up').click();
}

/** State after a reload of the page: only the tab's storage is left. */
async function reload({ unmount }: Awaited<ReturnType<typeof open>>) {
  await unmount();
  const stored = { ...sessionStorage };
  forgetPendingCode();
  forgetOwnSignUp();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, String(value));
  expect(JSON.stringify(stored)).not.toMatch(/secret/);
  return open();
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(signIn).mockResolvedValue(done);
  vi.mocked(signUp).mockResolvedValue(codeSent);
  vi.mocked(confirmSignUp).mockResolvedValue(confirmed);
  vi.mocked(resetPassword).mockResolvedValue(resetSent);
  forgetPendingCode();
  forgetOwnSignUp();
  // A greeting yields to what an earlier test has said.
  notify.clear();
});

test('is filled in with the email that is known', async () => {
  await open('signIn', 'chef@bistro.example');
  await expect.element(email()).toHaveValue('chef@bistro.example');
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

  test.each([
    ['', {}],
    [' Trattoria ', { 'custom:company_name': 'Trattoria' }],
  ])('sends the company "%s" only where one is typed', async (company, sent) => {
    await open();
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await page.getByLabelText('Full name').fill('Ada Cook');
    await page.getByLabelText(/^Company/).fill(company);
    await submit('Sign Up').click();
    await expect
      .poll(() => vi.mocked(signUp).mock.calls.map(([{ options }]) => options?.userAttributes))
      .toEqual([{ email: 'chef@bistro.example', name: 'Ada Cook', ...sent }]);
  });

  test('asks for as long a password as the deployment does', async () => {
    const setting = document.createElement('meta');
    setting.name = 'password-min-length';
    setting.content = '12';
    document.head.append(setting);
    onTestFinished(() => setting.remove());
    await open();
    await expect.element(page.getByText('At least 12 characters. Longer is safer.')).toBeVisible();
    await password().fill('sup3r-secre');
    await submit('Sign Up').click();
    await expect.element(page.getByText('Password must be at least 12 characters long')).toBeVisible();
    await password().fill('sup3r-secret');
    await expect
      .element(page.getByText('Password must be at least 12 characters long'))
      .not.toBeInTheDocument();
  });

  test('asks for the code, and then signs in with the password typed before', async () => {
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
    vi.mocked(confirmSignUp).mockRejectedValueOnce(
      refused('CodeMismatchException', 'Invalid verification code'),
    );
    await page.getByLabelText('Confirmation code').fill('000000');
    await submit('Confirm').click();
    await expect.element(page.getByText(wrongCode)).toBeVisible();
    await expect.element(page.getByText(/^Account created successfully!/)).not.toBeInTheDocument();
    await page.getByLabelText('Confirmation code').fill(' 123 4-56 ');
    await submit('Confirm').click();
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'sup3r-secret' }]]);
    expect(confirmSignUp).toHaveBeenCalledWith({
      username: 'chef@bistro.example',
      confirmationCode: '123456',
      options: { clientMetadata: { [ownSignUpKey]: 'ada-sub' } },
    });
  });

  async function signUpWith(typed: string) {
    await email().fill('chef@bistro.example');
    await password().fill(typed);
    await page.getByLabelText('Full name').fill('Ada Cook');
    await submit('Sign Up').click();
    await expect.element(page.getByLabelText('Confirmation code')).toBeVisible();
  }

  async function confirm() {
    await page.getByLabelText('Confirmation code').fill('123456');
    await submit('Confirm').click();
  }

  const otherPassword = () => {
    vi.mocked(signUp).mockRejectedValue(refused('UsernameExistsException', 'User already exists'));
    vi.mocked(resendSignUpCode).mockResolvedValue({});
    vi.mocked(signIn).mockRejectedValue(refused('NotAuthorizedException', 'Incorrect username or password.'));
  };

  test('again in this browser with another password, says after the code that the first one holds', async () => {
    await open();
    await signUpWith('sup3r-secret');
    await submit('Back to Sign In').click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    otherPassword();
    await signUpWith('an0ther-secret');
    await confirm();
    await expect
      .element(
        page.getByText(
          'Your email is confirmed. Please sign in, with your first password if you signed up more than once.',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
    expect(vi.mocked(confirmSignUp).mock.calls).toEqual([
      [
        {
          username: 'chef@bistro.example',
          confirmationCode: '123456',
          options: { clientMetadata: { [ownSignUpKey]: 'ada-sub' } },
        },
      ],
    ]);
    expect(resetPassword).not.toHaveBeenCalled();
  });

  // T7.S2
  test.each([
    ['here', false],
    ['after a reload', true],
  ])('that somebody else began leads %s to the choice of a password, which signs in', async (_, reloads) => {
    otherPassword();
    // Another account that this browser signed up is no proof for this one.
    keepOwnSignUp('waiter@bistro.example', 'bob-sub');
    const rendered = await open();
    await signUpWith('an0ther-secret');
    if (reloads) await reload(rendered);
    await confirm();
    await expect.element(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await expect
      .element(
        page.getByText(
          'Your email is confirmed. Enter the new code we sent to chef@bistro.example and choose a password to sign in.',
        ),
      )
      .toBeVisible();
    expect(vi.mocked(confirmSignUp).mock.calls).toEqual([
      [{ username: 'chef@bistro.example', confirmationCode: '123456' }],
    ]);
    expect(vi.mocked(resetPassword).mock.calls).toEqual([[{ username: 'chef@bistro.example' }]]);
    expect(signIn).not.toHaveBeenCalled();
    await submit('Send a new code').click();
    await expect.element(page.getByText('A new code is on its way')).toBeVisible();
    expect(resetPassword).toHaveBeenCalledTimes(2);
    expect(resendSignUpCode).toHaveBeenCalledTimes(1);

    vi.mocked(signIn).mockResolvedValue(done);
    await page.getByLabelText('Confirmation code').fill('654321');
    await page.getByLabelText('New password').fill('n3w-secret');
    await submit('Save password').click();
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'n3w-secret' }]]);
    expect(vi.mocked(confirmResetPassword).mock.calls).toEqual([
      [{ username: 'chef@bistro.example', confirmationCode: '654321', newPassword: 'n3w-secret' }],
    ]);
  });

  test.each([
    ['', [{ fullName: 'Ada Cook', companyName: 'Bistro' }]],
    ['Grace', []],
  ])('that somebody else began keeps the typed name unless the account has one: "%s"', async (known, sent) => {
    const api = fakeApi({
      getMe: () => ({ ...freeUser, fullName: known }),
      updateMe: () => freeUser,
    });
    otherPassword();
    const rendered = await open();
    await page.getByLabelText(/^Company/).fill('Bistro');
    await signUpWith('an0ther-secret');
    await confirm();
    await expect.element(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await reload(rendered);
    vi.mocked(signIn).mockImplementation(async () => {
      localStorage.setItem('test.tokens', '1');
      return done;
    });
    await page.getByLabelText('Confirmation code').fill('654321');
    await page.getByLabelText('New password').fill('n3w-secret');
    await submit('Save password').click();
    await expect.element(page.getByText('Your password is changed.')).toBeVisible();
    await expect.poll(() => api.requests('getMe').length).toBeGreaterThan(0);
    await expect.poll(() => api.requests('updateMe').map(({ body }) => body)).toEqual(sent);
  });

  test('that somebody else began says why no second code was sent, and can ask for it again', async () => {
    otherPassword();
    vi.mocked(resetPassword).mockRejectedValueOnce(
      refused('LimitExceededException', 'Attempt limit exceeded'),
    );
    const rendered = await open();
    await signUpWith('an0ther-secret');
    await confirm();
    await expect.element(page.getByText('Too many attempts. Please try again later.')).toBeVisible();
    await submit('Send a new code').click();
    await expect.element(page.getByText('A new code is on its way')).toBeVisible();
    // After a reload, the password is still to be chosen.
    await reload(rendered);
    await expect.element(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  });

  test('says that no mail can be sent, not that there were too many attempts', async () => {
    vi.mocked(signUp).mockRejectedValue(
      refused('LimitExceededException', 'Exceeded daily email limit for the operation or the account.'),
    );
    await signUpAsAda();
    await expect
      .element(page.getByText('We cannot send emails right now. Please try again later.'))
      .toBeVisible();
    await expect.element(page.getByLabelText('Full name')).toHaveValue('Ada Cook');
  });

  test('with the address of an account says so', async () => {
    vi.mocked(signUp).mockRejectedValue(refused('UsernameExistsException', 'User already exists'));
    vi.mocked(resendSignUpCode).mockRejectedValue(refused('InvalidParameterException', 'Is confirmed'));
    await signUpAsAda();
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

const appCodeNeeded = {
  isSignedIn: false,
  nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
} as const;
const appCode = () => page.getByLabelText('Code from the app');

describe('signing in with an authenticator app', () => {
  test('asks for its code after the password, and again after a wrong one', async () => {
    vi.mocked(signIn).mockResolvedValue(appCodeNeeded);
    vi.mocked(confirmSignIn)
      .mockRejectedValueOnce(refused('CodeMismatchException', 'Invalid code received for user'))
      .mockResolvedValue(done);
    await open('signIn');
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await submit('Sign In').click();
    await appCode().fill('000000');
    await submit('Sign In').click();
    await expect
      .element(page.getByText('This code is incorrect. Wait for the next one and try again.'))
      .toBeVisible();
    await appCode().fill('123456');
    await submit('Sign In').click();
    await expect
      .poll(() => vi.mocked(confirmSignIn).mock.calls.map(([input]) => input.challengeResponse))
      .toEqual(['000000', '123456']);
  });

  test.each([
    [
      'ExpiredCodeException',
      'Your software token has already been used once.',
      'This code was used already. Wait for the next one and try again.',
    ],
    [
      'NotAuthorizedException',
      'Password attempts exceeded',
      'Too many wrong codes. Please wait a few minutes, go back and sign in again.',
    ],
    [
      'ExpiredCodeException',
      'Your verification code has expired. Please request a new code.',
      'This sign-in has ended. Please go back and sign in again.',
    ],
    ['SignInException', 'An error occurred.', 'This sign-in has ended. Please go back and sign in again.'],
  ])('says in plain words why a code was refused: %s, %s', async (name, theirs, ours) => {
    vi.mocked(confirmSignIn).mockRejectedValueOnce(refused(name, theirs));
    keepPendingCode({ of: 'signIn', email: 'chef@bistro.example', password: '' });
    await open('signIn');
    await appCode().fill('000000');
    await submit('Sign In').click();
    await expect.element(page.getByText(ours)).toBeVisible();
    await expect.element(page.getByText(theirs)).not.toBeInTheDocument();
  });

  test('says who helps when the phone is lost', async () => {
    keepPendingCode({ of: 'signIn', email: 'chef@bistro.example', password: '' });
    await open('signIn');
    await expect.element(page.getByText(/^Lost your phone\? Write to /)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: brand.supportEmail }))
      .toHaveAttribute('href', `mailto:${brand.supportEmail}`);
  });

  test('that began on a public page asks for the code alone, and after a reload for the password again', async () => {
    vi.mocked(confirmSignIn).mockResolvedValue(done);
    keepPendingCode({ of: 'signIn', email: 'chef@bistro.example', password: '' });
    const { unmount } = await open('signIn');
    await expect.element(password()).not.toBeInTheDocument();
    await appCode().fill('123 456');
    await submit('Sign In').click();
    await expect.poll(() => vi.mocked(confirmSignIn).mock.calls).toEqual([[{ challengeResponse: '123456' }]]);
    await expect.element(page.getByText('Welcome back!')).toBeVisible();
    expect(signIn).not.toHaveBeenCalled();
    await unmount();
    await open('signIn');
    await expect.element(password()).toBeVisible();
  });

  test.each([
    ['here', false],
    ['before a reload', true],
  ])('follows a reset that began %s: the password is changed, and the code is next', async (_, isBegun) => {
    vi.mocked(signIn).mockResolvedValue(appCodeNeeded);
    if (isBegun) keepPendingCode({ of: 'reset', email: 'chef@bistro.example', password: '' });
    await open('signIn');
    if (!isBegun) {
      await email().fill('chef@bistro.example');
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await submit('Send code').click();
    }
    await page.getByLabelText('Confirmation code').fill('123456');
    await page.getByLabelText('New password').fill('n3w-secret');
    await submit('Save password').click();
    await expect
      .element(page.getByText('Your password is changed. Now enter the code of your authenticator app.'))
      .toBeVisible();
    vi.mocked(confirmSignIn).mockResolvedValue(done);
    await appCode().fill('654321');
    await submit('Sign In').click();
    await expect.poll(() => vi.mocked(confirmSignIn).mock.calls).toEqual([[{ challengeResponse: '654321' }]]);
    expect(vi.mocked(signIn).mock.calls).toEqual([
      [{ username: 'chef@bistro.example', password: 'n3w-secret' }],
    ]);
  });
});

describe('a sign-up that began on the landing page', () => {
  test('asks for its code at once, without signing up again', async () => {
    keepPendingCode({ of: 'signUp', email: 'chef@bistro.example', password: 'sup3r-secret' });
    keepOwnSignUp('Chef@Bistro.example', 'ada-sub');
    vi.mocked(confirmSignUp).mockRejectedValueOnce(refused('CodeMismatchException', 'Invalid code.'));
    await open();
    await page.getByLabelText('Confirmation code').fill('000000');
    await submit('Confirm').click();
    await expect.element(page.getByText(wrongCode)).toBeVisible();
    await page.getByLabelText('Confirmation code').fill('123456');
    await submit('Confirm').click();
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'sup3r-secret' }]]);
    expect(signUp).not.toHaveBeenCalled();
  });

  test('can be left for the sign-in, and is forgotten then', async () => {
    keepPendingCode({ of: 'signUp', email: 'chef@bistro.example', password: 'sup3r-secret' });
    await open();
    await submit('Back to Sign In').click();
    await expect.element(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a code that is awaited', () => {
  const codeOf = (email: string) =>
    page.getByText(`We sent a six-digit code to ${email}. Enter it here to finish.`);

  async function signUpOnce() {
    const rendered = await open();
    await email().fill('chef@bistro.example');
    await password().fill('sup3r-secret');
    await page.getByLabelText('Full name').fill('Ada Cook');
    await submit('Sign Up').click();
    await expect.element(codeOf('chef@bistro.example')).toBeVisible();
    return rendered;
  }

  test('after a sign-up is still asked for after a reload; the password is then typed again', async () => {
    await reload(await signUpOnce());
    await expect.element(codeOf('chef@bistro.example')).toBeVisible();
    await page.getByLabelText('Confirmation code').fill('123456');
    await submit('Confirm').click();
    await expect.element(page.getByText('Your email is confirmed. Please sign in.')).toBeVisible();
    await expect.element(email()).toHaveValue('chef@bistro.example');
    expect(signUp).toHaveBeenCalledTimes(1);
    expect(confirmSignUp).toHaveBeenCalledWith({
      username: 'chef@bistro.example',
      confirmationCode: '123456',
      options: { clientMetadata: { [ownSignUpKey]: 'ada-sub' } },
    });
    expect(sessionStorage).toHaveLength(0);
  });

  test('of a reset is still asked for after a reload, and signs in with the new password', async () => {
    const rendered = await open('signIn');
    await email().fill('chef@bistro.example');
    await password().fill('wrong-passw0rd');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await submit('Send code').click();
    await expect.element(page.getByLabelText('New password')).toBeVisible();
    await reload(rendered);
    await page.getByLabelText('Confirmation code').fill('123456');
    await page.getByLabelText('New password').fill('n3w-secret');
    await submit('Save password').click();
    await expect
      .poll(() => vi.mocked(confirmResetPassword).mock.calls)
      .toEqual([
        [{ username: 'chef@bistro.example', confirmationCode: '123456', newPassword: 'n3w-secret' }],
      ]);
    await expect
      .poll(() => vi.mocked(signIn).mock.calls)
      .toEqual([[{ username: 'chef@bistro.example', password: 'n3w-secret' }]]);
  });

  test('is no longer asked for when it was left', async () => {
    const rendered = await signUpOnce();
    await submit('Back to Sign In').click();
    await expect.element(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
    await reload(rendered);
    await expect.element(page.getByLabelText('Full name')).toBeVisible();
  });

  test.each([
    ['here', false],
    ['before a reload', true],
  ])('of a sign-up %s is not sent again once the email is confirmed', async (_, reloads) => {
    vi.mocked(resendSignUpCode).mockRejectedValue(
      refused('InvalidParameterException', 'User is already confirmed.'),
    );
    const rendered = await signUpOnce();
    if (reloads) await reload(rendered);
    await submit('Send a new code').click();
    await expect.element(page.getByText('Your email is confirmed. Please sign in.')).toBeVisible();
    await expect.element(submit('Sign In')).toBeVisible();
    await expect.element(email()).toHaveValue('chef@bistro.example');
  });

  test.each([
    [
      refused('NetworkError', 'A network error has occurred.'),
      'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.',
    ],
    [
      refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
      'Too many attempts. Please try again later.',
    ],
    [
      refused('LimitExceededException', 'Exceeded daily email limit for the operation or the account.'),
      'We cannot send emails right now. Please try again later.',
    ],
  ])('that cannot be sent again says so in our words: %s', async (refusal, text) => {
    vi.mocked(resendSignUpCode).mockRejectedValue(refusal);
    vi.mocked(resetPassword).mockRejectedValue(refusal);
    const rendered = await signUpOnce();
    await submit('Send a new code').click();
    await expect.element(page.getByText(text)).toBeVisible();
    // The form after a reload is another one.
    await reload(rendered);
    await submit('Send a new code').click();
    await expect.element(page.getByText(text)).toBeVisible();
  });

  test('that is sent again clears the error of the old one, and is confirmed once it was sent', async () => {
    vi.mocked(confirmSignUp).mockRejectedValue(refused('CodeMismatchException', 'Invalid code.'));
    let send: () => void = () => undefined;
    vi.mocked(resendSignUpCode).mockReturnValue(
      new Promise((resolve) => {
        send = () => resolve({});
      }),
    );
    await signUpOnce();
    await page.getByLabelText('Confirmation code').fill('000000');
    await submit('Confirm').click();
    await expect.element(page.getByText(wrongCode)).toBeVisible();
    await submit('Send a new code').click();
    await expect.element(page.getByText(wrongCode)).not.toBeInTheDocument();
    await expect.element(page.getByText('A new code is on its way')).not.toBeInTheDocument();
    send();
    await expect.element(page.getByText('A new code is on its way')).toBeVisible();
    await submit('Confirm').click();
    await expect.element(page.getByText(wrongCode)).toBeVisible();
  });
});

test('a reset that cannot sign in afterwards says that the password is changed', async () => {
  vi.mocked(signIn).mockRejectedValue(refused('NetworkError', 'A network error has occurred.'));
  keepPendingCode({ of: 'reset', email: 'chef@bistro.example', password: '' });
  await open('signIn');
  await page.getByLabelText('Confirmation code').fill('123456');
  await page.getByLabelText('New password').fill('n3w-secret');
  await submit('Save password').click();
  await expect.element(page.getByText('Your password is changed. Please sign in with it.')).toBeVisible();
  await expect.element(email()).toHaveValue('chef@bistro.example');
});

test('a reset on this page signs in, and says that the password is changed', async () => {
  await open('signIn');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect.element(email()).toHaveFocus();
  await email().fill('chef@bistro.example');
  await submit('Send code').click();
  await expect.element(page.getByLabelText('Confirmation code')).toHaveFocus();
  await page.getByLabelText('Confirmation code').fill('123456');
  await page.getByLabelText('New password').fill('n3w-secret');
  vi.mocked(signIn).mockRejectedValue(refused('NetworkError', 'A network error has occurred.'));
  await submit('Save password').click();
  await expect.element(page.getByText('Your password is changed. Please sign in with it.')).toBeVisible();
  // Without a session, the form for signing in.
  await expect.element(submit('Sign In')).toBeEnabled();
  await submit('Sign In').click();
  await expect
    .element(
      page.getByText('We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.'),
    )
    .toBeVisible();
});

test.each([
  ['', 'Please enter your email address'],
  ['chef@@bistro.example', 'Please enter a valid email address'],
])('an email of "%s" is refused with "%s"', async (typed, text) => {
  await open('signIn');
  await email().fill(typed);
  await password().fill('sup3r-secret');
  await submit('Sign In').click();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByText(/^Please enter .*email/).elements()).toHaveLength(1);
});

test('a new password cannot begin or end with a space', async () => {
  await open();
  for (const typed of ['       ', 'sup3r-secret ']) {
    await password().fill(typed);
    await submit('Sign Up').click();
    await expect.element(page.getByText('Password cannot begin or end with a space')).toBeVisible();
  }
  expect(signUp).not.toHaveBeenCalled();
});

test('a wrong password does not become the new one of a reset', async () => {
  vi.mocked(signIn).mockRejectedValue(refused('NotAuthorizedException', 'Incorrect username or password.'));
  await open('signIn');
  await email().fill('chef@bistro.example');
  await password().fill('wrong-passw0rd');
  await submit('Sign In').click();
  await expect.element(page.getByText('Incorrect username or password.')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect.element(email()).toHaveValue('chef@bistro.example');
  await submit('Send code').click();
  await expect.element(page.getByLabelText('New password')).toHaveValue('');
});
