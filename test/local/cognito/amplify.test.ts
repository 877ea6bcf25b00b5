import { Amplify } from 'aws-amplify';
import { confirmSignUp, fetchAuthSession, getCurrentUser, signIn, signOut, signUp } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCognito, type TestCognito } from './cognito-harness.ts';

/** The site's own library, unchanged, against the engine: what works here is what a browser does. */

const password = 'sup3r-secret';
let cognito: TestCognito;
let poolId: string;
let clientId: string;
const storage = new Map<string, string>();

beforeAll(async () => {
  cognito = await startCognito();
  ({ poolId, clientId } = await cognito.createPool());
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: cognito.origin },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
});

afterAll(() => cognito.stop());

beforeEach(() => storage.clear());

describe('sign-up to sign-out', () => {
  it('signs up, confirms with the mailed code, signs in by SRP, and holds verifiable tokens', async () => {
    const email = 'Ada@Example.com';
    const started = await signUp({
      username: email,
      password,
      options: { userAttributes: { email, name: 'Ada Cook', 'custom:company_name': 'Trattoria' } },
    });
    expect(started.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { destination: 'A***@E***', deliveryMedium: 'EMAIL', attributeName: 'email' },
    });
    expect(cognito.codeFor(email)).toMatch(/^\d{6}$/);
    expect(await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) })).toMatchObject({
      isSignUpComplete: true,
    });

    expect(await signIn({ username: 'ada@example.COM', password })).toMatchObject({ isSignedIn: true });
    const { tokens } = await fetchAuthSession();
    const issuer = `${cognito.origin}/${poolId}`;
    const keySet = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const access = await jwtVerify(String(tokens?.accessToken), keySet, { issuer });
    const id = await jwtVerify(String(tokens?.idToken), keySet, { issuer, audience: clientId });
    expect(access.protectedHeader).toMatchObject({ alg: 'RS256' });
    expect(access.protectedHeader.kid).not.toBe(id.protectedHeader.kid);
    expect(access.payload).toMatchObject({
      token_use: 'access',
      client_id: clientId,
      scope: 'aws.cognito.signin.user.admin',
      sub: (await getCurrentUser()).userId,
      username: access.payload.sub,
      event_id: expect.any(String),
      origin_jti: expect.any(String),
      jti: expect.any(String),
      auth_time: expect.any(Number),
    });
    expect(access.payload).not.toHaveProperty('email');
    expect(access.payload).not.toHaveProperty('aud');
    expect(access.payload.exp).toBe((access.payload.iat ?? 0) + 3600);
    expect(id.payload).toMatchObject({
      token_use: 'id',
      email,
      email_verified: true,
      name: 'Ada Cook',
      'custom:company_name': 'Trattoria',
      'cognito:username': id.payload.sub,
      origin_jti: access.payload.origin_jti,
    });
    expect(id.payload).not.toHaveProperty('cognito:groups');

    await signOut();
    expect((await fetchAuthSession()).tokens).toBeUndefined();
  });
});
