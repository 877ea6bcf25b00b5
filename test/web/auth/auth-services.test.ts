import { Amplify } from 'aws-amplify';
import { confirmSignUp } from 'aws-amplify/auth';
import { defaultStorage } from 'aws-amplify/utils';
import { startCognito, type TestCognito } from 'local-cloud/test/cognito/cognito-harness.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authMessage, createAuthServices } from '#web/auth/auth-services.ts';

/** Calls of the form to the identity library, against the local Cognito. */

const password = 'sup3r-secret';
const reported = vi.fn();
const authServices = createAuthServices(
  () => '',
  () => undefined,
);
let cognito: TestCognito;

beforeAll(async () => {
  cognito = await startCognito();
  const { poolId, clientId } = await cognito.createPool();
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: cognito.origin },
    },
  });
  vi.stubGlobal('reportError', reported);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await cognito.stop();
});

const register = (email: string) =>
  authServices.handleSignUp({ username: email, password, options: { userAttributes: { email } } });

/** The words under the form after a call that failed. */
async function messageOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => 'nothing',
    (error: Error) => authMessage(error.message),
  );
}

describe('signing up', () => {
  it('with the e-mail of an account is refused, and nobody gets a mail', async () => {
    const email = 'registered@example.com';
    await register(email);
    await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
    const mails = cognito.mailTo(email).length;
    // C5.5, C8.2, B8.1
    expect(await messageOf(register('Registered@Example.com'))).toBe(
      'This email is already registered. Please sign in instead.',
    );
    expect(cognito.mailTo(email)).toHaveLength(mails);
  });

  it('again without having confirmed sends a new code and goes on to the confirmation', async () => {
    const email = 'unconfirmed@example.com';
    await register(email);
    const first = cognito.codeFor(email);
    // C5.5
    expect((await register(email)).nextStep.signUpStep).toBe('CONFIRM_SIGN_UP');
    expect(cognito.codeFor(email)).not.toBe(first);
    await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
  });

  // V6.2.5
  it('with a password of five characters is refused, with six it is not', async () => {
    const trying = (email: string, chosen: string) =>
      authServices.handleSignUp({
        username: email,
        password: chosen,
        options: { userAttributes: { email } },
      });
    // C5.2, B9.6
    expect(await messageOf(trying('short@example.com', '12345'))).toBe(
      'Password did not conform with policy: Password not long enough',
    );
    expect((await trying('short@example.com', '123456')).nextStep.signUpStep).toBe('CONFIRM_SIGN_UP');
  });
});

describe('what goes wrong', () => {
  // C8.4, B8.2
  it('is reported with the text of the identity provider', async () => {
    const signingIn = authServices.handleSignIn({ username: 'nobody@example.com', password });
    // C8.7
    expect(await messageOf(signingIn)).toBe('Incorrect username or password.');
    expect(reported).not.toHaveBeenCalled();
  });

  it('with an invalid address is reported with our text', async () => {
    expect(await messageOf(register('a@b'))).toBe('Please enter a valid email address');
  });

  it('without the provider having said anything is unexpected, and logged', async () => {
    const network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
      throw new RangeError('a bug of ours');
    });
    const signingIn = authServices.handleSignIn({ username: 'nobody@example.com', password });
    expect(await messageOf(signingIn)).toBe('An unexpected error occurred');
    expect(reported).toHaveBeenCalledOnce();
    network.mockRestore();
    // C8.4, B8.4
    expect(authMessage(' ')).toBe('An unexpected error occurred');
    expect(authMessage(undefined)).toBeUndefined();
  });

  it('because the browser has no room left for the session is said in plain words', async () => {
    const email = 'full@example.com';
    await register(email);
    await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
    const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    const storage = vi.spyOn(defaultStorage, 'setItem').mockRejectedValue(full);
    expect(await messageOf(authServices.handleSignIn({ username: email, password }))).toBe(
      'This browser has no room left to keep you signed in. Please free some space and try again.',
    );
    storage.mockRestore();
  });

  it('of the connection is reported as such', async () => {
    reported.mockClear();
    const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await messageOf(register('offline@example.com'))).toBe(
      'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.',
    );
    network.mockRestore();
    expect(reported).not.toHaveBeenCalled();
  });
});
