import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectToast, openSignedIn, waitForHydration } from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { readZip } from '#test/support/read-zip.ts';

// B2.89, V6.2.2
it('the own account: profile, password, a copy of the data, and the end', async () => {
  const { page, user, close } = await openSignedIn(sharedCloud());
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My Account' }).click();
  await page.waitForURL('**/account');

  await page.getByLabel('Full name').fill('');
  await page.getByLabel('Company').fill('Osteria');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Please fill in all required fields').waitFor();
  await page.getByLabel('Full name').fill('Ada Cook');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Profile saved');
  expect(await user.call('getMe')).toMatchObject({ fullName: 'Ada Cook', companyName: 'Osteria' });

  const change = async (current: string, chosen: string, repeated = chosen) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(chosen);
    await page.getByLabel('Repeat the new password').fill(repeated);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change(user.password, 'short');
  await page.getByText('Password must be at least 6 characters long').waitFor();
  await change(user.password, 'long enough', 'something else');
  await page.getByText('Passwords do not match').waitFor();
  await change('not the password', 'long enough');
  await expectToast(page, 'Your password couldn’t be changed', 'Your current password is incorrect');
  await change(user.password, 'long enough');
  await expectToast(page, 'Password changed');

  const downloading = page.waitForEvent('download');
  const exporting = page.getByRole('button', { name: 'Export my data' });
  await exporting.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^platepost-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await download.path()));
  expect([...files.keys()]).toEqual(['data.json']);
  // It was disabled while it worked.
  await expect
    .poll(() => exporting.evaluate((button) => button === document.activeElement), { timeout: 10_000 })
    .toBe(true);
  expect(JSON.parse(String(files.get('data.json')))).toMatchObject({
    profile: { userId: user.userId, email: user.email, fullName: 'Ada Cook' },
    credits: { freeCreditsLimit: 2 },
    ledger: [{ kind: 'free', free: 2 }],
    payments: [],
    generations: [],
  });

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expectToast(page, 'Your account is being deleted');
  await page.waitForURL((url) => url.pathname === '/');
  await expect
    .poll(
      () =>
        user.call('getMe').then(
          () => 'there',
          ({ code }) => code,
        ),
      { timeout: 30_000 },
    )
    .toBe('unauthenticated');
  await close();
});

/**
 * Turns the authenticator app of the signed-in user on, which ends the session.
 * @returns the app, and when it made the code that was used
 */
async function turnOnApp(page: Page): Promise<{ app: TOTP; usedAt: number }> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const key = await page.locator('code').innerText();
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  const usedAt = Date.now();
  await page.getByLabel('Code from the app').fill(app.generate({ timestamp: usedAt }));
  await page.getByRole('button', { name: 'Turn on and sign in again' }).click();
  await expectToast(page, 'Your authenticator app is on', 'Please sign in with your password and a code.');
  await page.waitForURL('**/auth**');
  await page.getByLabel('Email').waitFor();
  return { app, usedAt };
}

// V6.3.2
itInFullRun('an authenticator app is set up, asked for at the next sign-in, and turned off', async () => {
  const { page, user, close } = await openSignedIn(sharedCloud());
  const { app, usedAt } = await turnOnApp(page);
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await page.getByLabel('Email').fill(user.email);
  // As a person types: a greeting gives way to a message of the last second.
  await page.getByLabel('Password', { exact: true }).pressSequentially(user.password, { delay: 80 });
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  // Each code works once; the next one is accepted 30 seconds early.
  await page.getByLabel('Code from the app').fill(app.generate({ timestamp: usedAt + 30_000 }));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Welcome back!');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Your authenticator app is off');
  await close();
});

itInFullRun(
  'with an authenticator app, the landing page goes on to its code, without the password again',
  async () => {
    const { page, user, close } = await openSignedIn(sharedCloud());
    const { app, usedAt } = await turnOnApp(page);
    await page.goto('/landing');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Log In' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(user.email);
    await dialog.getByLabel('Password').fill(user.password);
    await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL('**/auth**');
    const code = page.getByLabel('Code from the app');
    // The one that set the app up.
    await code.fill(app.generate({ timestamp: usedAt }));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('This code was used already. Wait for the next one and try again.').waitFor();
    await code.fill(app.generate({ timestamp: usedAt + 30_000 }));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/account');
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await close();
  },
);
