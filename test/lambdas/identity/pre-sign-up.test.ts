import { describe, expect, it } from 'vitest';
import { handler as preSignUp } from '#lambdas/identity/pre-sign-up.lambda.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { attributes, triggerEvent } from './trigger-event.ts';

const aws = awsJsonStub();

describe('pre-sign-up', () => {
  const google = (email_verified: string) =>
    triggerEvent('PreSignUp_ExternalProvider', { email: 'Ada@Example.com', email_verified }, 'google_1234_5');

  function poolHas(status: string, email_verified: string): void {
    aws.answer('ListUsers', () => ({
      Users: [
        {
          Username: 'ada-sub',
          UserStatus: status,
          Attributes: [{ Name: 'email_verified', Value: email_verified }],
        },
      ],
    }));
    aws.answer('AdminLinkProviderForUser', () => ({}));
  }

  it('lets a sign-up with a password pass and asks nobody', async () => {
    const event = triggerEvent('PreSignUp_SignUp', attributes);
    expect(await preSignUp(event, lambdaContext)).toBe(event);
    expect(aws.calls).toEqual([]);
  });

  it('lets a social sign-in with a new e-mail pass', async () => {
    aws.answer('ListUsers', () => ({ Users: [] }));
    await preSignUp(google('true'), lambdaContext);
    expect(aws.calls.map(({ operation }) => operation)).toEqual(['ListUsers']);
  });

  it('links it to the account of the same e-mail when both sides have verified it', async () => {
    poolHas('CONFIRMED', 'true');
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
    poolHas('CONFIRMED', pool);
    // T7.S2, V6.8.1
    await expect(preSignUp(google(provider), lambdaContext)).rejects.toThrow(
      'This email already has an account. Please sign in with your password first.',
    );
    expect(aws.calls.map(({ operation }) => operation)).toEqual(['ListUsers']);
  });

  it('does not link to another social account', async () => {
    poolHas('EXTERNAL_PROVIDER', 'true');
    await preSignUp(google('true'), lambdaContext);
    // T7.S2, V6.3.3, V6.8.1, V10.5.2
    expect(aws.calls.map(({ operation }) => operation)).toEqual(['ListUsers']);
  });

  // T7.T2, V1.2.4
  it('keeps quotes in an e-mail from changing the question', async () => {
    aws.answer('ListUsers', () => awsError('InvalidParameterException'));
    const event = triggerEvent('PreSignUp_ExternalProvider', { email: 'a" or "b@example.com' }, 'google_1');
    await expect(preSignUp(event, lambdaContext)).rejects.toThrow();
    expect(aws.calls[0]?.input.Filter).toBe('email = "a\\" or \\"b@example.com"');
  });
});
