import { describe, expect, it } from 'vitest';
import { handler as preSignUp } from '#lambdas/identity/pre-sign-up.lambda.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { attributes, triggerEvent } from './trigger-event.ts';

const aws = awsJsonStub();

describe('pre-sign-up', () => {
  const google = (email_verified: string) =>
    triggerEvent('PreSignUp_ExternalProvider', { email: 'Ada@Example.com', email_verified }, 'google_1234_5');
  const password = () => triggerEvent('PreSignUp_SignUp', attributes);

  interface Known {
    readonly status: string;
    readonly verified?: string;
    readonly username?: string;
    /** Seconds since 1970. */
    readonly createdAt?: number;
  }

  /** The pool has these users with the e-mail. `statusNow`: the state of a listed user when it is read by itself. */
  function poolHas(users: readonly Known[], statusNow?: string): void {
    aws.answer('ListUsers', () => ({
      Users: users.map(({ status, verified = 'true', username = 'ada-sub', createdAt = 1 }) => ({
        Username: username,
        UserStatus: status,
        UserCreateDate: createdAt,
        Attributes: [{ Name: 'email_verified', Value: verified }],
      })),
    }));
    aws.answer('AdminGetUser', () => ({ Username: 'ada-sub', UserStatus: statusNow ?? 'UNCONFIRMED' }));
    aws.answer('AdminDeleteUser', () => ({}));
    aws.answer('AdminLinkProviderForUser', () => ({}));
  }

  const operations = () => aws.calls.map(({ operation }) => operation);
  const linkedTo = () =>
    aws.calls.find(({ operation }) => operation === 'AdminLinkProviderForUser')?.input.DestinationUser;

  it('lets a sign-up with a password and a new e-mail pass', async () => {
    poolHas([]);
    const event = password();
    expect(await preSignUp(event, lambdaContext)).toBe(event);
    expect(operations()).toEqual(['ListUsers']);
  });

  // T7.S2, V6.8.1
  it.each([
    ['Google', 'google_1'],
    ['Apple', 'signinwithapple_000.1'],
  ])('refuses a password for the e-mail of an account that signs in with %s', async (name, username) => {
    poolHas([{ status: 'EXTERNAL_PROVIDER', username }]);
    await expect(preSignUp(password(), lambdaContext)).rejects.toThrow(
      `This email already has an account. Please continue with ${name}.`,
    );
  });

  // T7.S2, V6.8.1
  it('removes a sign-up that nobody confirmed when the owner of its e-mail comes with a provider', async () => {
    poolHas([{ status: 'UNCONFIRMED', verified: 'false' }]);
    await preSignUp(google('true'), lambdaContext);
    expect(operations()).toEqual(['ListUsers', 'AdminGetUser', 'AdminDeleteUser']);
    expect(aws.calls[2]?.input).toEqual({ UserPoolId: 'eu-west-2_pool', Username: 'ada-sub' });
  });

  it('keeps one that was confirmed a moment ago', async () => {
    poolHas([{ status: 'UNCONFIRMED', verified: 'false' }], 'CONFIRMED');
    await preSignUp(google('true'), lambdaContext);
    expect(operations()).toEqual(['ListUsers', 'AdminGetUser']);
  });

  // T7.S2, V6.3.3, V6.8.1
  it('makes no account for an e-mail that the provider has not verified, and removes nobody’s', async () => {
    for (const users of [[], [{ status: 'UNCONFIRMED', verified: 'false' }]]) {
      poolHas(users);
      await expect(preSignUp(google('false'), lambdaContext)).rejects.toThrow(
        'Your email is not verified there, so we cannot tell that it is yours.',
      );
    }
    expect(new Set(operations())).toEqual(new Set(['ListUsers']));
  });

  it('makes no account without an e-mail', async () => {
    const nameless = triggerEvent('PreSignUp_ExternalProvider', { name: 'Ada' }, 'google_1');
    await expect(preSignUp(nameless, lambdaContext)).rejects.toThrow('We need your email');
    expect(aws.calls).toEqual([]);
  });

  it('lets a social sign-in with a new e-mail pass', async () => {
    poolHas([]);
    await preSignUp(google('true'), lambdaContext);
    expect(operations()).toEqual(['ListUsers']);
  });

  it('links it to the account of the same e-mail when both sides have verified it', async () => {
    poolHas([{ status: 'CONFIRMED' }]);
    await preSignUp(google('true'), lambdaContext);
    expect(aws.calls).toEqual([
      {
        operation: 'ListUsers',
        input: { UserPoolId: 'eu-west-2_pool', Filter: 'email = "ada@example.com"' },
      },
      {
        operation: 'AdminLinkProviderForUser',
        input: {
          UserPoolId: 'eu-west-2_pool',
          DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'ada-sub' },
          SourceUser: {
            ProviderName: 'Google',
            ProviderAttributeName: 'Cognito_Subject',
            ProviderAttributeValue: '1234_5',
          },
        },
      },
    ]);
  });

  // V6.3.3
  it.each([
    ['the provider', 'false', 'true'],
    ['the pool', 'true', 'false'],
  ])('refuses when %s has not verified the e-mail', async (_who, provider, pool) => {
    poolHas([{ status: 'CONFIRMED', verified: pool }]);
    // T7.S2, V6.8.1
    await expect(preSignUp(google(provider), lambdaContext)).rejects.toThrow(
      'This email already has an account. Please sign in with your password first.',
    );
    expect(operations()).toEqual(['ListUsers']);
  });

  // T7.S2, V6.3.3, V6.8.1, V10.5.2
  it('links it to an account that has another provider, only when both sides have verified the e-mail', async () => {
    const apple = { status: 'EXTERNAL_PROVIDER', username: 'signinwithapple_000.1.0' };
    poolHas([apple]);
    await preSignUp(google('true'), lambdaContext);
    expect(linkedTo()).toEqual({ ProviderName: 'SignInWithApple', ProviderAttributeValue: '000.1.0' });
    aws.calls.length = 0;
    for (const [provider, pool] of [
      ['false', 'true'],
      ['true', 'false'],
    ] as const) {
      poolHas([{ ...apple, verified: pool }]);
      await expect(preSignUp(google(provider), lambdaContext)).rejects.toThrow('Please continue with Apple.');
    }
    expect(linkedTo()).toBeUndefined();
  });

  it('prefers the account with a password, then the oldest', async () => {
    const apple = { status: 'EXTERNAL_PROVIDER', username: 'signinwithapple_1', createdAt: 5 };
    poolHas([{ ...apple, username: 'google_2', createdAt: 9 }, apple]);
    await preSignUp(google('true'), lambdaContext);
    expect(linkedTo()).toMatchObject({ ProviderAttributeValue: '1' });
    aws.calls.length = 0;
    poolHas([apple, { status: 'CONFIRMED', createdAt: 7 }]);
    await preSignUp(google('true'), lambdaContext);
    expect(linkedTo()).toMatchObject({ ProviderName: 'Cognito', ProviderAttributeValue: 'ada-sub' });
  });

  // T7.T2, V1.2.4
  it.each([
    'a" or "b@example.com',
    '"ada"@example.com',
    'ada(x)@example.com',
    'ada@example.com.',
    'ad\u00ada@example.com',
  ])('refuses %j, another spelling of an e-mail or a part of the question, without asking the pool', async (email) => {
    const withPassword = triggerEvent('PreSignUp_SignUp', { ...attributes, email });
    await expect(preSignUp(withPassword, lambdaContext)).rejects.toThrow(
      'Please enter a valid email address',
    );
    const social = triggerEvent('PreSignUp_ExternalProvider', { email, email_verified: 'true' }, 'google_1');
    await expect(preSignUp(social, lambdaContext)).rejects.toThrow(
      'Your email there has a form that we do not accept. Please sign up with another email and a password.',
    );
    expect(aws.calls).toEqual([]);
  });

  it.each([
    'ada+lovelace@example.com',
    "ada.o'brien@mail.example.co.uk",
    'ada@xn--mnchen-3ya.example',
  ])('lets %s sign up, with a password or a provider', async (email) => {
    poolHas([]);
    for (const event of [
      triggerEvent('PreSignUp_SignUp', { ...attributes, email }),
      triggerEvent('PreSignUp_ExternalProvider', { email, email_verified: 'true' }, 'google_1'),
    ])
      expect(await preSignUp(event, lambdaContext)).toBe(event);
    expect(aws.calls[0]?.input.Filter).toBe(`email = "${email}"`);
  });
});
