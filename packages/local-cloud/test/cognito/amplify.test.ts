import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  SetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCognito, type TestCognito } from './cognito-harness.ts';

/** The site's own library, unchanged, against the engine, so that a browser behaves in the same way. */

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

const register = async (email: string): Promise<void> => {
  await signUp({ username: email, password, options: { userAttributes: { email, name: 'Ada Cook' } } });
  await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
};

const registerAndSignIn = async (email: string): Promise<void> => {
  await register(email);
  await signIn({ username: email, password });
};

/** A code of the right form that is not the one that was sent. */
const wrongCode = (email: string): string => (cognito.codeFor(email) === '000000' ? '000001' : '000000');

describe('sign-up', () => {
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
  });

  it('continues from the confirmation into a session without asking for the password again', async () => {
    const email = 'auto@example.com';
    await signUp({
      username: email,
      password,
      options: { userAttributes: { email }, autoSignIn: true },
    });
    const confirmed = await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
    expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true });
    expect((await fetchUserAttributes()).email).toBe(email);
  });

  it('says when the address is taken, in any case of letters', async () => {
    await register('taken@example.com');
    await expect(signUp({ username: 'Taken@Example.COM', password })).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  // T7.S1, V6.6.2
  it('refuses a wrong code, takes the resent one, and the first one no longer', async () => {
    const email = 'resend@example.com';
    await signUp({ username: email, password, options: { userAttributes: { email } } });
    const first = cognito.codeFor(email);
    await expect(
      confirmSignUp({ username: email, confirmationCode: wrongCode(email) }),
    ).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    // One code in a million repeats the one before it.
    do await resendSignUpCode({ username: email });
    while (cognito.codeFor(email) === first);
    // V6.4.1
    await expect(confirmSignUp({ username: email, confirmationCode: first })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
    await expect(resendSignUpCode({ username: email })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User is already confirmed.',
    });
    // V6.5.1
    await expect(
      confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) }),
    ).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
  });

  it('leads somebody who has not confirmed yet to the confirmation', async () => {
    const email = 'unconfirmed@example.com';
    await signUp({ username: email, password, options: { userAttributes: { email } } });
    expect(await signIn({ username: email, password })).toMatchObject({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    // Only a caller with the right password learns that the account is not confirmed yet.
    await expect(signIn({ username: email, password: 'other-secret' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  it('limits how often a code can be asked for', async () => {
    const email = 'impatient@example.com';
    await signUp({ username: email, password, options: { userAttributes: { email } } });
    for (let count = 0; count < 5; count += 1) await resendSignUpCode({ username: email });
    // T7.S1, V6.3.1, V6.6.3
    await expect(resendSignUpCode({ username: email })).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
  });
});

describe('sign-in', () => {
  it.each([
    'USER_SRP_AUTH',
    'USER_PASSWORD_AUTH',
  ] as const)('gives one answer to a wrong password and to an unknown user (%s)', async (authFlowType) => {
    const email = `wrong-${authFlowType}@example.com`;
    await register(email);
    const answer = {
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    };
    const options = { authFlowType };
    await expect(signIn({ username: email, password: 'not-this-one', options })).rejects.toMatchObject(
      answer,
    );
    await expect(signIn({ username: 'nobody@example.com', password, options })).rejects.toMatchObject(answer);
    expect(await signIn({ username: email, password, options })).toMatchObject({ isSignedIn: true });
  });

  // T7.S1, V6.3.1
  it('locks out after five wrong passwords, for a second and then twice as long each time', async () => {
    const email = 'locked@example.com';
    await register(email);
    for (let count = 1; count <= 10; count += 1) {
      await expect(signIn({ username: email, password: 'not-this-one' })).rejects.toThrow(
        'Incorrect username or password.',
      );
      if (count >= 5 && count < 10) cognito.state.skew += 1000 * 2 ** (count - 5);
    }
    // The lockout of 32 seconds is longer than any busy machine needs for the next sign-in.
    await expect(signIn({ username: email, password })).rejects.toThrow('Password attempts exceeded');
    cognito.state.skew += 32_000;
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
  });

  it('renews tokens with the refresh token and keeps the session they belong to', async () => {
    await registerAndSignIn('refresh@example.com');
    const before = (await fetchAuthSession()).tokens;
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
    expect(String(after?.accessToken)).not.toBe(String(before?.accessToken));
    expect(after?.accessToken.payload.origin_jti).toBe(before?.accessToken.payload.origin_jti);
    expect(after?.accessToken.payload.auth_time).toBe(before?.accessToken.payload.auth_time);
    expect(after?.idToken?.payload.email).toBe('refresh@example.com');
  });

  it('ends the session at sign-out, so that a copied refresh token is worth nothing', async () => {
    await registerAndSignIn('sign-out@example.com');
    const copied = new Map(storage);
    await signOut();
    // V7.4.1
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    for (const [key, value] of copied) storage.set(key, value);
    // V10.4.5, V10.4.9
    await expect(fetchUserAttributes()).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  });

  it('ends every session at a global sign-out, the other device included', async () => {
    const email = 'devices@example.com';
    await registerAndSignIn(email);
    const otherDevice = new Map(storage);
    storage.clear();
    await signIn({ username: email, password });
    await signOut({ global: true });
    for (const [key, value] of otherDevice) storage.set(key, value);
    // T7.E1, V7.4.3
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  });
});

describe('password', () => {
  // V6.4.3
  it('is reset with a mailed code', async () => {
    const email = 'forgot@example.com';
    await register(email);
    expect((await resetPassword({ username: 'FORGOT@example.com' })).nextStep).toMatchObject({
      resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
      codeDeliveryDetails: { destination: 'f***@e***' },
    });
    const code = cognito.codeFor(email);
    await expect(
      confirmResetPassword({
        username: email,
        confirmationCode: wrongCode(email),
        newPassword: 'brand-new',
      }),
    ).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(
      confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'short' }),
    ).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
    await confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'brand-new' });
    await expect(signIn({ username: email, password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect(await signIn({ username: email, password: 'brand-new' })).toMatchObject({ isSignedIn: true });
    await expect(
      confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'used-twice' }),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  it('can be reset for one hour after asking', async () => {
    const email = 'late@example.com';
    await register(email);
    await resetPassword({ username: email });
    cognito.state.skew += 3_600_001;
    // V6.4.1
    await expect(
      confirmResetPassword({
        username: email,
        confirmationCode: cognito.codeFor(email),
        newPassword: 'brand-new',
      }),
    ).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
  });

  // V6.4.3
  it('is not reset for an unknown address, and nobody can tell', async () => {
    const { nextStep } = await resetPassword({ username: 'nobody@example.com' });
    expect(nextStep.codeDeliveryDetails.destination).toBe('n***@e***');
    expect(cognito.mailTo('nobody@example.com')).toEqual([]);
    // T7.I1
    await expect(
      confirmResetPassword({
        username: 'nobody@example.com',
        confirmationCode: '123456',
        newPassword: 'brand-new',
      }),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  // V6.2.2, V6.2.3, V7.5.1
  it('can be changed with the old one', async () => {
    const email = 'change@example.com';
    await registerAndSignIn(email);
    await expect(
      updatePassword({ oldPassword: 'not-this-one', newPassword: 'brand-new' }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' });
    await expect(updatePassword({ oldPassword: password, newPassword: 'tiny' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await updatePassword({ oldPassword: password, newPassword: 'brand-new' });
    await signOut();
    expect(await signIn({ username: email, password: 'brand-new' })).toMatchObject({ isSignedIn: true });
  });
});

describe('own account', () => {
  it('changes its name at once and its address once the code was given', async () => {
    await register('occupied@example.com');
    await registerAndSignIn('old@example.com');
    await updateUserAttributes({ userAttributes: { name: 'Grace Cook' } });
    expect(await fetchUserAttributes()).toMatchObject({
      name: 'Grace Cook',
      email: 'old@example.com',
      email_verified: 'true',
      sub: (await getCurrentUser()).userId,
    });
    await expect(
      updateUserAttributes({ userAttributes: { email: 'Occupied@example.com' } }),
    ).rejects.toMatchObject({ name: 'AliasExistsException' });

    const changed = await updateUserAttributes({ userAttributes: { email: 'new@example.com' } });
    expect(changed.email?.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE');
    expect((await fetchUserAttributes()).email_verified).toBe('false');
    await expect(
      confirmUserAttribute({
        userAttributeKey: 'email',
        confirmationCode: wrongCode('new@example.com'),
      }),
    ).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirmUserAttribute({
      userAttributeKey: 'email',
      confirmationCode: cognito.codeFor('new@example.com'),
    });
    expect((await fetchUserAttributes()).email_verified).toBe('true');
    await signOut();
    expect(await signIn({ username: 'new@example.com', password })).toMatchObject({ isSignedIn: true });
  });

  it('cannot declare its own address verified or write attributes that the pool does not have', async () => {
    await registerAndSignIn('cheat@example.com');
    // T7.T1
    await expect(updateUserAttributes({ userAttributes: { email_verified: 'true' } })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(
      updateUserAttributes({ userAttributes: { 'custom:role': 'super_admin' } }),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('is deleted for good, and the address is free again', async () => {
    const email = 'leaving@example.com';
    await registerAndSignIn(email);
    await deleteUser();
    await expect(signIn({ username: email, password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await register(email);
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
  });
});

describe('an authenticator app', () => {
  let codesTaken = 0;
  /** The code of the next 30 seconds: a code works once. */
  const codeOf = (secret: string): string => {
    codesTaken += 1;
    cognito.state.skew += 30_000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + cognito.state.skew,
    });
  };

  beforeAll(() =>
    cognito.admin.send(
      new SetUserPoolMfaConfigCommand({
        UserPoolId: poolId,
        MfaConfiguration: 'OPTIONAL',
        SoftwareTokenMfaConfiguration: { Enabled: true },
      }),
    ),
  );

  it('is asked for at sign-in once it is set up, and each of its codes works once', async () => {
    const email = 'totp@example.com';
    await registerAndSignIn(email);
    const { sharedSecret } = await setUpTOTP();
    await expect(updateMFAPreference({ totp: 'PREFERRED' })).rejects.toThrow('has not verified');
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toThrow('Code mismatch');
    await verifyTOTPSetup({ code: codeOf(sharedSecret) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();

    const { nextStep } = await signIn({ username: email, password });
    expect(nextStep).toMatchObject({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toThrow('Invalid code received');
    const code = codeOf(sharedSecret);
    expect(await confirmSignIn({ challengeResponse: code })).toMatchObject({ isSignedIn: true });
    await signOut();
    await signIn({ username: email, password });
    await expect(confirmSignIn({ challengeResponse: code })).rejects.toThrow('already been used');
    expect(codesTaken).toBe(2);
  });

  // R9.2
  it('that is lost can be removed by an administrator', async () => {
    const email = 'lost@example.com';
    await registerAndSignIn(email);
    const { sharedSecret } = await setUpTOTP();
    await verifyTOTPSetup({ code: codeOf(sharedSecret) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    await signOut();
    const user = { UserPoolId: poolId, Username: email };
    expect(await cognito.admin.send(new AdminGetUserCommand(user))).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    await cognito.admin.send(
      new AdminSetUserMFAPreferenceCommand({ ...user, SoftwareTokenMfaSettings: { Enabled: false } }),
    );
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
  });
});
