import { randomUUID } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectCredits, expectToast, openPage } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { codeSentTo } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';

const cloud = sharedCloud();

/** The sign-in page in a browser that accepts the local certificate. */
async function openSignIn(site = cloud.url) {
  const opened = await openPage(site, { ignoreHTTPSErrors: true });
  await opened.page.goto('/auth');
  return opened;
}

/** Goes to the provider and waits for the page that stands in for it. */
async function leaveFor(page: Page, provider: 'Google' | 'Apple'): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await page.getByText(`This page stands in for ${provider} on this machine.`).waitFor();
}

/** Fills in the user at the provider's stand-in. */
async function consentAs(page: Page, email: string, { isVerified = true } = {}): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('has verified this address').setChecked(isVerified);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** The id (Cognito's `sub`) of the signed-in user. */
function userIdIn(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const token = Object.entries(localStorage).find(([name]) => name.endsWith('.accessToken'))?.[1] ?? '';
    return (JSON.parse(atob(token.split('.')[1] ?? '')) as { sub?: string }).sub;
  });
}

it('continues with Google, comes back to the site root with 2 credits, and signs out there too', async () => {
  const { page, troubles, close } = await openSignIn();
  await leaveFor(page, 'Google');
  // V7.6.2
  expect(new URL(page.url()).protocol).toBe('https:');
  await consentAs(page, `${randomUUID()}@test.example`);
  // C2.17, C2.18, C7.6, B7.33, V6.3.3
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);
  await page.reload();
  await expectCredits(page, 2);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  expect(await page.getByRole('region', { name: /^(Password|Authenticator app)$/ }).count()).toBe(0);
  expect(troubles.list).toEqual([]);

  await page.getByRole('button', { name: 'Account menu' }).click();
  // Through the provider's page: a session left there would sign in the next user.
  await Promise.all([
    page.waitForRequest(`${cloud.url}/signed-out`),
    page.getByRole('menuitem', { name: 'Log out' }).click(),
  ]);
  await page.waitForURL(`${cloud.url}/`);
  await expectToast(page, 'Logged out successfully!');
  // V7.6.1
  expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
  expect(troubles.list).toEqual([]);
  await close();
});

it('leads from a chosen plan through Google into its checkout', async () => {
  const { page, close } = await openPage(cloud.url, { ignoreHTTPSErrors: true });
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await leaveFor(page, 'Google');
  await consentAs(page, `${randomUUID()}@test.example`);
  await page.getByRole('button', { name: /^Subscribe for £19.99/ }).waitFor();
  await close();
});

it('continues from the card of the landing page as well', async () => {
  const { page, troubles, close } = await openPage(cloud.url, { ignoreHTTPSErrors: true });
  await page.goto('/landing');
  // The buttons load when the card comes near the screen.
  await page.getByRole('tab', { name: 'Sign In' }).scrollIntoViewIfNeeded();
  await leaveFor(page, 'Google');
  await consentAs(page, `${randomUUID()}@test.example`);
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);
  expect(troubles.list).toEqual([]);
  await close();
});

it('comes back with a message when Apple is left without consent, and with 2 credits when not', async () => {
  // People open the site as localhost or as 127.0.0.1.
  const site = cloud.url.replace('127.0.0.1', 'localhost');
  const { page, troubles, close } = await openSignIn(site);
  await leaveFor(page, 'Apple');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${site}/auth?*`);
  await page.getByText('Signing in with that provider failed.').waitFor();
  await leaveFor(page, 'Apple');
  await consentAs(page, `${randomUUID()}@test.example`);
  // C2.17, C2.18, C7.6, B7.33
  await page.waitForURL(`${site}/`);
  await expectCredits(page, 2);
  expect(troubles.list).toEqual([]);
  await close();
});

// C2.17, B7.33
it('links a provider to the account of the same verified e-mail, which keeps its credits', async () => {
  const fullName = `Owner ${randomUUID()}`;
  const user = await signUpUser(cloud, { plan: 'starter', fullName });
  const { credits } = await user.call('getMe');
  const { page, close } = await openSignIn();
  await leaveFor(page, 'Google');
  await consentAs(page, user.email);
  // Cognito refuses the sign-in that links; the site asks again, and the provider knows who it is.
  await page
    .getByRole('button', { name: /^Continue as/ })
    .filter({ hasText: fullName })
    .click();
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, credits.available);
  expect(await userIdIn(page)).toBe(user.userId);
  await close();
});

// C2.17, B7.33
it('asks for the password first where the provider has not verified the e-mail of an account', async () => {
  const { email, password, userId } = await signUpUser(cloud);
  const { page, close } = await openSignIn();
  await leaveFor(page, 'Google');
  await consentAs(page, email, { isVerified: false });
  await page.waitForURL(`${cloud.url}/auth?*`);
  await page
    .getByText('This email already has an account. Please sign in with your password first.')
    .waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);
  expect(await userIdIn(page)).toBe(userId);
  await close();
});

// T7.S2, C2.17, B7.33
it('is one account, whichever of Google, Apple and a password comes first', async () => {
  const email = `${randomUUID()}@test.example`;
  const google = await openSignIn();
  await leaveFor(google.page, 'Google');
  await consentAs(google.page, email);
  await google.page.waitForURL(`${cloud.url}/`);
  await expectCredits(google.page, 2);
  const userId = await userIdIn(google.page);
  await google.close();

  const { page, close } = await openSignIn();
  await leaveFor(page, 'Apple');
  // Cognito refuses the sign-in that links, and the site asks again.
  await Promise.all([page.waitForRequest(/oauth2\/authorize/), consentAs(page, email)]);
  await page.getByText('This page stands in for Apple on this machine.').waitFor();
  await consentAs(page, email);
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);
  expect(await userIdIn(page)).toBe(userId);
  await close();

  const form = await openSignIn();
  await form.page.getByLabel('Full name').fill('Ada Cook');
  await form.page.getByLabel('Email').fill(email);
  await form.page.getByLabel('Password', { exact: true }).fill('a password of hers');
  await form.page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click();
  await form.page.getByText('This email already has an account. Please continue with Google.').waitFor();
  await form.close();
});

// T7.S2
it('belongs to the owner of the e-mail, not to a stranger who began a sign-up with it', async () => {
  const email = `${randomUUID()}@test.example`;
  const { UserPoolClientId: ClientId = '' } = cloud.outputs;
  const cognito = new CognitoIdentityProviderClient({
    region: cloud.region,
    endpoint: cloud.awsUrl,
    credentials: cloud.accessKey,
  });
  const stranger = { ClientId, Username: email, Password: 'the password of a stranger' };
  await cognito.send(new SignUpCommand(stranger));
  const code = await codeSentTo(cloud, email);

  const { page, close } = await openSignIn();
  await leaveFor(page, 'Google');
  await consentAs(page, email);
  await page.waitForURL(`${cloud.url}/`);
  await expectCredits(page, 2);
  await close();

  const confirm = new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code });
  await expect(cognito.send(confirm)).rejects.toThrow();
  await expect(cognito.send(new SignUpCommand(stranger))).rejects.toThrow('Please continue with Google');
});

// T7.S2
it('makes no account for an e-mail that the provider has not verified', async () => {
  const email = `${randomUUID()}@test.example`;
  const { page, close } = await openSignIn();
  await leaveFor(page, 'Google');
  await consentAs(page, email, { isVerified: false });
  await page.waitForURL(`${cloud.url}/auth?*`);
  await page.getByText('Your email is not verified there').waitFor();
  await close();
  // Its owner can sign up.
  expect((await (await signUpUser(cloud, { email })).call('getMe')).credits.available).toBe(2);
});

// C2.17, B7.33
it('offers no provider where none is set up', async () => {
  const { page, close } = await openPage(cloud.url);
  await page.route('**/config.json', async (route) => {
    const { hostedDomain: _none, ...config } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, social: [] } });
  });
  await page.goto('/auth');
  await page.getByLabel('Full name').waitFor();
  expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
  await close();
});
