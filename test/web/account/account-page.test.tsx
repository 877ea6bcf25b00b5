import { useQueryClient } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Task } from '#shared/api/task.ts';
import { deviceIdOf } from '#shared/domain/push-services.ts';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { pushBrowser } from '#test/support/push-browser.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { freeUser } from '#test/web/generations/users.ts';
import { AccountPage } from '#web/account/account-page.tsx';
import { meQuery } from '#web/lib/account.ts';
import { accountEmail } from '#web/lib/account-email.ts';
import {
  addAuthenticatorApp,
  changePassword,
  hasAuthenticatorApp,
  isSignedInByPassword,
  removeAuthenticatorApp,
} from '#web/lib/cognito.ts';

const fullName = () => page.getByLabelText('Full name');
const save = () => page.getByRole('button', { name: 'Save Changes' });

/** The clicks of a double click that is faster than a render. */
function pressTwice(button: Locator): void {
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
}

describe('the account page', () => {
  test('says that it could not be loaded, and loads again', async () => {
    const api = fakeApi({ getMe: () => problem('forbidden') });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load your account' })).toBeVisible();
    api.answer({ getMe: () => freeUser });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(fullName()).toHaveValue('Ada Cook');
  });

  test('has room for large text', async () => {
    // Of a small phone whose letters are twice as large.
    await page.viewport(160, 320);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(fullName()).toBeVisible();
    await document.fonts.ready;
    expect(document.documentElement.scrollWidth).toBe(160);
  });

  test('breaks headings between words where letters are twice as large', async () => {
    await page.viewport(195, 422);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    const [app, notifications] = ['Authenticator app', 'Notifications'].map((name) =>
      page.getByRole('heading', { name }),
    );
    if (!app || !notifications) throw new Error('There are no headings');
    await expect.element(app).toBeVisible();
    await document.fonts.ready;
    expect(textBoxesIn(app.element())).toHaveLength(2);
    expect(textBoxesIn(notifications.element())).toHaveLength(1);
  });

  test('says that the kind of sign-in could not be read, and reads it again', async () => {
    fakeApi({ getMe: () => freeUser });
    vi.mocked(isSignedInByPassword).mockRejectedValueOnce(new Error('NetworkError'));
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(page.getByText('Your password settings couldn’t be loaded')).toBeVisible();
    await expect.element(fullName()).toHaveValue('Ada Cook');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByLabelText('Current password')).toBeVisible();
  });

  test('keeps staff from deleting their account', async () => {
    fakeApi({ getMe: () => ({ ...freeUser, role: 'admin' }) });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(page.getByText(/^An account with an admin role cannot be deleted\./)).toBeVisible();
    expect(page.getByRole('button', { name: 'Delete account' }).elements()).toHaveLength(0);
  });
});

describe('the profile', () => {
  test('without a name shows the error under the field and moves the focus there', async () => {
    const api = fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(save()).toBeDisabled();
    await fullName().fill('  ');
    await save().click();
    await expect.element(page.getByText('Please fill in all required fields')).toBeVisible();
    await expect.element(fullName()).toHaveFocus();
    await expect.element(fullName()).toHaveAttribute('aria-invalid', 'true');
    expect(api.requests('updateMe')).toEqual([]);
  });

  test('keeps a pasted text that is too long, and says so', async () => {
    const api = fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    const kitchen = page.getByLabelText(/^Kind of kitchen/);
    await kitchen.fill('x'.repeat(70));
    await save().click();
    await expect.element(page.getByText('Kind of kitchen too long')).toBeVisible();
    await expect.element(kitchen).toHaveValue('x'.repeat(70));
    expect(api.requests('updateMe')).toEqual([]);
  });

  test('says what the restaurant is, for its posts', async () => {
    const api = fakeApi({
      getMe: () => freeUser,
      updateMe: ({ body }) => ({
        ...freeUser,
        kitchen: body.kitchen ?? '',
        about: body.about ?? '',
      }),
    });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByLabelText(/^Kind of kitchen/).fill('Italian');
    await page.getByLabelText(/^About your restaurant/).fill('By the harbour since 1990');
    await save().click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.requests('updateMe').map(({ body }) => body)).toEqual([
      { kitchen: 'Italian', about: 'By the harbour since 1990' },
    ]);
    await expect.element(save()).toBeDisabled();
  });

  test('keeps the focus on the button that saved it, which then sends nothing', async () => {
    const api = fakeApi({
      getMe: () => freeUser,
      updateMe: ({ body }) => ({ ...freeUser, kitchen: body.kitchen ?? '' }),
    });
    await renderInApp(<AccountPage brandKit={null} />);
    const kitchen = page.getByLabelText(/^Kind of kitchen/);
    await kitchen.fill('Italian');
    await save().click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await expect.element(save()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await kitchen.click();
    await userEvent.keyboard('{Enter}');
    expect(api.requests('updateMe')).toHaveLength(1);
  });

  test('sends only what was changed here, and shows what another device saved', async () => {
    const api = fakeApi({
      getMe: () => freeUser,
      updateMe: ({ body }) => ({ ...freeUser, fullName: 'Grace Baker', companyName: body.companyName ?? '' }),
    });
    await renderInApp(<AccountPage brandKit={null} />);
    const company = page.getByLabelText(/^Company/);
    await company.fill('Harbour');
    await save().click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.requests('updateMe').map(({ body }) => body)).toEqual([{ companyName: 'Harbour' }]);
    await expect.element(fullName()).toHaveValue('Grace Baker');
    await company.fill('Pier');
    await save().click();
    await expect.poll(() => api.requests('updateMe').at(-1)?.body).toEqual({ companyName: 'Pier' });
  });

  test('shows what another tab has saved meanwhile, except where something is typed', async () => {
    const api = fakeApi({ getMe: () => freeUser, updateMe: () => freeUser });
    const elsewhere = { ...freeUser, fullName: 'Grace Baker', companyName: 'Harbour' };
    function Tab() {
      const client = useQueryClient();
      return (
        <>
          <AccountPage brandKit={null} />
          <button type="button" onClick={() => client.setQueryData(meQuery.queryKey, elsewhere)}>
            Saved elsewhere
          </button>
        </>
      );
    }
    await renderInApp(<Tab />);
    const company = page.getByLabelText(/^Company/);
    await company.fill('Pier');
    await page.getByRole('button', { name: 'Saved elsewhere' }).click();
    await expect.element(fullName()).toHaveValue('Grace Baker');
    await expect.element(company).toHaveValue('Pier');
    await fullName().fill('Ada Cook');
    await save().click();
    await expect
      .poll(() => api.requests('updateMe').at(-1)?.body)
      .toEqual({ fullName: 'Ada Cook', companyName: 'Pier' });
  });

  test('cannot be changed while it is being sent, and keeps what was typed when that fails', async () => {
    const api = fakeApi({ getMe: () => freeUser, updateMe: pending });
    await renderInApp(<AccountPage brandKit={null} />);
    await fullName().fill(' Grace Baker ');
    await save().click();
    await expect.element(fullName()).toBeDisabled();
    expect(api.requests('updateMe').map(({ body }) => body)).toEqual([{ fullName: 'Grace Baker' }]);
  });

  test('is saved also when the first reply was lost', async () => {
    const replies = [offline];
    const api = fakeApi({
      getMe: () => freeUser,
      updateMe: () => replies.shift()?.() ?? { ...freeUser, fullName: 'Grace Baker' },
    });
    await renderInApp(<AccountPage brandKit={null} />);
    await fullName().fill('Grace Baker');
    await save().click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.requests('updateMe').map(({ body }) => body)).toEqual([
      { fullName: 'Grace Baker' },
      { fullName: 'Grace Baker' },
    ]);
    expect(page.getByText('Your profile couldn’t be saved').elements()).toEqual([]);
  });

  test('that was refused tells why and keeps what was typed', async () => {
    fakeApi({ getMe: () => freeUser, updateMe: () => problem('busy', 'Please try again in a minute') });
    await renderInApp(<AccountPage brandKit={null} />);
    await fullName().fill('Grace Baker');
    await save().click();
    await expect.element(page.getByText('Your profile couldn’t be saved')).toBeVisible();
    await expect.element(page.getByText('Please try again in a minute')).toBeVisible();
    await expect.element(fullName()).toHaveValue('Grace Baker');
    await expect.element(save()).toHaveFocus();
  });
});

describe('a profile that was not saved', () => {
  const about = () => page.getByLabelText(/^About your restaurant/);
  const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

  async function typeAndLeave(): Promise<void> {
    const { unmount } = await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(save()).toBeDisabled();
    expect(isGuarded()).toBe(false);
    await fullName().fill('');
    await about().fill('By the harbour');
    await expect.element(save()).toBeEnabled();
    expect(isGuarded()).toBe(true);
    await unmount();
  }

  test('is there again after the page was left, until it is saved', async () => {
    fakeApi({
      getMe: () => freeUser,
      updateMe: ({ body }) => ({ ...freeUser, fullName: body.fullName ?? '', about: body.about ?? '' }),
    });
    await typeAndLeave();
    const { unmount } = await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(about()).toHaveValue('By the harbour');
    await expect.element(fullName()).toHaveValue('');
    await fullName().fill('Grace');
    await save().click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await unmount();
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(about()).toHaveValue('');
  });

  test('leaves what another device changed since', async () => {
    const api = fakeApi({ getMe: () => freeUser, updateMe: () => freeUser });
    const { unmount } = await renderInApp(<AccountPage brandKit={null} />);
    await about().fill('By the harbour');
    await expect.element(save()).toBeEnabled();
    await unmount();
    api.answer({ getMe: () => ({ ...freeUser, fullName: 'Grace Baker' }) });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(about()).toHaveValue('By the harbour');
    await expect.element(fullName()).toHaveValue('Grace Baker');
    await save().click();
    await expect
      .poll(() => api.requests('updateMe').map(({ body }) => body))
      .toEqual([{ about: 'By the harbour' }]);
  });

  test('can be discarded', async () => {
    fakeApi({ getMe: () => freeUser });
    await typeAndLeave();
    const { unmount } = await renderInApp(<AccountPage brandKit={null} />);
    const discard = page.getByRole('button', { name: 'Discard changes' });
    await discard.click();
    await expect.element(about()).toHaveValue('');
    await expect.element(discard).not.toBeInTheDocument();
    await expect.element(save()).toBeDisabled();
    await unmount();
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(fullName()).toHaveValue('Ada Cook');
    await expect.element(about()).toHaveValue('');
  });

  test('is not shown to another user', async () => {
    const api = fakeApi({ getMe: () => freeUser });
    await typeAndLeave();
    api.answer({ getMe: () => ({ ...freeUser, userId: 'another-user', fullName: 'Bob' }) });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(fullName()).toHaveValue('Bob');
    await expect.element(about()).toHaveValue('');
  });
});

describe('the password', () => {
  test('needs the current one, six characters and the same twice', async () => {
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await expect.element(page.getByText('Please fill in all required fields')).toBeVisible();
    await expect.element(page.getByText('Password must be at least 6 characters long')).toBeVisible();
    await page.getByLabelText('Current password').fill('sup3r-secret');
    await page.getByLabelText('New password', { exact: true }).fill('sup3r-new');
    await page.getByLabelText('Repeat the new password').fill('sup3r-other');
    await expect.element(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabelText('Repeat the new password').fill('sup3r-new');
    await change.click();
    await expect.element(page.getByText('Password changed')).toBeVisible();
    await expect.element(page.getByText('Other devices are signed out.')).toBeVisible();
    await expect.element(page.getByLabelText('Current password')).toHaveValue('');
  });

  test.each([
    ['nowhere', 'Please sign in again with your new password.'],
    ['everywhere', 'Other devices couldn’t be signed out. To sign them out, change it once more.'],
  ] as const)('change is confirmed also if the user is then signed in %s', async (outcome, text) => {
    vi.mocked(changePassword).mockResolvedValueOnce(outcome);
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByLabelText('Current password').fill('sup3r-secret');
    await page.getByLabelText('New password', { exact: true }).fill('sup3r-new');
    await page.getByLabelText('Repeat the new password').fill('sup3r-new');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.element(page.getByText('Password changed')).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    // For the sign-in form.
    expect(accountEmail()).toBe(freeUser.email);
  });
});

describe('a password', () => {
  const changeTo = async (
    current: string,
    chosen: string,
    press: (button: Locator) => Promise<void> | void = (button) => button.click(),
  ) => {
    const api = fakeApi({ getMe: () => freeUser, removeOtherDevices: () => undefined });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByLabelText('Current password').fill(current);
    await page.getByLabelText('New password', { exact: true }).fill(chosen);
    await page.getByLabelText('Repeat the new password').fill(chosen);
    await press(page.getByRole('button', { name: 'Change password' }));
    return api;
  };

  test('cannot begin or end with a space', async () => {
    vi.mocked(changePassword).mockClear();
    await changeTo('sup3r-secret', ' sup3r-new');
    await expect.element(page.getByText('Password cannot begin or end with a space')).toBeVisible();
    expect(changePassword).not.toHaveBeenCalled();
  });

  test('that is changed ends notifications on other devices', async () => {
    vi.mocked(changePassword).mockImplementationOnce(async (_current, _chosen, work) => {
      await work('the-token');
      return 'nowhere';
    });
    const browser = pushBrowser();
    await browser.subscribe();
    const api = await changeTo('sup3r-secret', 'sup3r-new');
    await expect.element(page.getByText('Password changed')).toBeVisible();
    const kept = await deviceIdOf(browser.subscription()?.endpoint ?? '');
    expect(api.requests('removeOtherDevices')).toMatchObject([{ query: { kept } }]);
  });

  test('is changed once by a double click', async () => {
    vi.mocked(changePassword).mockClear();
    await changeTo('sup3r-secret', 'sup3r-new', pressTwice);
    await expect.element(page.getByText('Password changed')).toBeVisible();
    expect(changePassword).toHaveBeenCalledTimes(1);
  });

  test('that may have changed is said to, and what was typed stays', async () => {
    vi.mocked(changePassword).mockResolvedValueOnce('unknown');
    await changeTo('sup3r-secret', 'sup3r-new');
    await expect.element(page.getByText('Your password may have changed')).toBeVisible();
    await expect.element(page.getByLabelText('Current password')).toHaveValue('sup3r-secret');
  });

  test.each([
    [
      'InvalidParameterException',
      "Value at 'previousPassword' failed to satisfy constraint",
      'Your current password is incorrect',
    ],
    ['NotAuthorizedException', 'Incorrect username or password.', 'Your current password is incorrect'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'Too many attempts. Please try again later.'],
    ['LimitExceededException', 'Attempt limit exceeded', 'Too many attempts. Please try again later.'],
  ])('that was not changed says why: %s, %s', async (name, theirs, ours) => {
    vi.mocked(changePassword).mockRejectedValueOnce(Object.assign(new Error(theirs), { name }));
    await changeTo('sup3r-secret ', 'sup3r-new');
    await expect.element(page.getByText(ours)).toBeVisible();
  });
});

describe('the authenticator app', () => {
  const refusal = Object.assign(new Error('Code mismatch'), { name: 'EnableSoftwareTokenMFAException' });

  test('is set up with its key and a first code; a wrong code can be typed again', async () => {
    vi.mocked(addAuthenticatorApp).mockRejectedValueOnce(refusal);
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.element(page.getByText('KEYO FTHE APP')).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Authenticator app' })).toHaveFocus();
    const code = page.getByLabelText('Code from the app');
    const turnOn = page.getByRole('button', { name: 'Turn on and sign in again' });
    await code.fill('12');
    await turnOn.click();
    await expect.element(page.getByText('Please enter the six-digit code')).toBeVisible();
    await code.fill('000000');
    await turnOn.click();
    await expect.element(page.getByText(/^This code is incorrect\./)).toBeVisible();
    // In the form, where it covers nothing.
    const panel = page.getByRole('region', { name: 'Authenticator app' });
    await expect.element(panel.getByText(/^This code is incorrect\./)).toBeVisible();
    await code.fill(' 123 456 ');
    await turnOn.click();
    await expect.element(page.getByText('Your authenticator app is on')).toBeVisible();
    expect(vi.mocked(addAuthenticatorApp).mock.calls).toEqual([['000000'], ['123456']]);
  });

  test('is shown as it is after a change whose reply was lost', async () => {
    const lost = Object.assign(new Error('A network error has occurred.'), { name: 'NetworkError' });
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabelText('Code from the app').fill('123456');
    vi.mocked(addAuthenticatorApp).mockRejectedValueOnce(lost);
    vi.mocked(hasAuthenticatorApp).mockResolvedValueOnce(true);
    await page.getByRole('button', { name: 'Turn on and sign in again' }).click();
    await expect.element(page.getByText(/^On: signing in/)).toBeVisible();
    vi.mocked(removeAuthenticatorApp).mockRejectedValueOnce(lost);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect.element(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  });

  test('that is on can be turned off, once that is confirmed', async () => {
    vi.mocked(hasAuthenticatorApp).mockResolvedValueOnce(true);
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    const question = page.getByRole('alertdialog', { name: 'Turn off the authenticator app' });
    await page.getByRole('button', { name: 'Turn off' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(removeAuthenticatorApp).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await question.getByRole('button', { name: 'Turn off' }).click();
    await expect.element(page.getByText('Your authenticator app is off')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  });
});

describe('after a sign-in by Google or Apple', () => {
  test('neither password nor authenticator app is offered', async () => {
    vi.mocked(isSignedInByPassword).mockResolvedValueOnce(false);
    fakeApi({ getMe: () => freeUser });
    await renderInApp(<AccountPage brandKit={null} />);
    await expect.element(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
    expect(page.getByRole('region', { name: 'Password' }).elements()).toHaveLength(0);
    expect(page.getByRole('region', { name: 'Authenticator app' }).elements()).toHaveLength(0);
  });
});

describe('deleting the account', () => {
  test('waits for its own address', async () => {
    const api = fakeApi({ getMe: () => freeUser, deleteMe: () => problem('busy') });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog');
    const remove = dialog.getByRole('button', { name: 'Delete account' });
    await dialog.getByLabelText('Type ada@bistro.example to confirm').fill('ada@bistro');
    await expect.element(remove).toBeDisabled();
    await dialog.getByLabelText('Type ada@bistro.example to confirm').fill(' Ada@Bistro.example');
    await remove.click();
    await expect.element(page.getByText('Your account couldn’t be deleted')).toBeVisible();
    expect(api.requests('deleteMe')).toHaveLength(3);
  });

  const started: Task = {
    taskId: 'deletion-1',
    kind: 'deletion',
    state: 'queued',
    createdAt: '2026-11-30T10:00:00.000Z',
    finishedAt: null,
    files: [],
  };

  test('is asked for once by a double click', async () => {
    const api = fakeApi({ getMe: () => freeUser, deleteMe: () => started });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabelText('Type ada@bistro.example to confirm').fill('ada@bistro.example');
    pressTwice(dialog.getByRole('button', { name: 'Delete account' }));
    await expect.element(page.getByText('Your account is being deleted')).toBeVisible();
    expect(api.requests('deleteMe')).toHaveLength(1);
  });

  test('is told also when the reply was lost', async () => {
    const replies = [offline];
    fakeApi({ getMe: () => freeUser, deleteMe: () => replies.shift()?.() ?? started });
    await renderInApp(<AccountPage brandKit={null} />);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabelText('Type ada@bistro.example to confirm').fill('ada@bistro.example');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect.element(page.getByText('Your account is being deleted')).toBeVisible();
  });
});
