import { beforeEach, describe, expect, it } from 'vitest';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { handler as customMessage } from '#lambdas/identity/custom-message.lambda.ts';
import { handler as postConfirmation } from '#lambdas/identity/post-confirmation.lambda.ts';
import { handler as preSignUp } from '#lambdas/identity/pre-sign-up.lambda.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();
beforeEach(db.clear);

/** Cognito's event, as much of it as its documentation names. */
function triggerEvent(triggerSource: string, userAttributes: Record<string, string>, userName = 'ada-sub') {
  return {
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'eu-west-2_pool',
    userName,
    triggerSource,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown', clientId: 'client' },
    request: { userAttributes, codeParameter: '{####}', linkParameter: '', usernameParameter: null },
    response: {},
  } as never;
}

const attributes = { sub: 'ada-sub', email: 'ada@example.com', email_verified: 'true', name: 'Ada Cook' };

describe('post-confirmation', () => {
  it('makes the account and returns the event', async () => {
    const event = triggerEvent('PostConfirmation_ConfirmSignUp', {
      ...attributes,
      'custom:company_name': 'The Ada',
      picture: 'https://photos.example/ada.jpg',
    });
    expect(await postConfirmation(event, lambdaContext)).toBe(event);
    // C3.41, C3.42
    expect(await getAccount('ada-sub')).toMatchObject({
      username: 'ada-sub',
      email: 'ada@example.com',
      fullName: 'Ada Cook',
      companyName: 'The Ada',
      avatarUrl: 'https://photos.example/ada.jpg',
      tier: 'free',
      credits: { freeCreditsLimit: 2, freeCreditsUsed: 0 },
    });
  });

  it('leaves company and picture empty where none were given', async () => {
    await postConfirmation(triggerEvent('PostConfirmation_ConfirmSignUp', attributes), lambdaContext);
    // C3.41
    expect(await getAccount('ada-sub')).toMatchObject({ companyName: '', avatarUrl: '' });
  });

  it('after a forgotten password changes nothing', async () => {
    await postConfirmation(triggerEvent('PostConfirmation_ConfirmSignUp', attributes), lambdaContext);
    const before = await db.allItems();
    const renamed = { ...attributes, name: 'Somebody else' };
    await postConfirmation(triggerEvent('PostConfirmation_ConfirmForgotPassword', renamed), lambdaContext);
    expect(await db.allItems()).toEqual(before);
  });

  it('fails, for Cognito to call it again, when the table is away', async () => {
    const { TABLE_NAME } = process.env;
    process.env.TABLE_NAME = 'absent';
    const event = triggerEvent('PostConfirmation_ConfirmSignUp', attributes);
    await expect(postConfirmation(event, lambdaContext)).rejects.toThrow();
    process.env.TABLE_NAME = TABLE_NAME;
  });
});

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

describe('custom message', () => {
  async function mailOf(occasion: string, name: string) {
    const event = await customMessage(triggerEvent(occasion, { ...attributes, name }), lambdaContext);
    return (event as { response: { emailSubject?: string; emailMessage?: string } }).response;
  }

  it.each([
    ['CustomMessage_SignUp', 'Your PlatePost code'],
    ['CustomMessage_ResendCode', 'Your PlatePost code'],
    ['CustomMessage_ForgotPassword', 'Reset your PlatePost password'],
    ['CustomMessage_UpdateUserAttribute', 'Confirm your email for PlatePost'],
    ['CustomMessage_VerifyUserAttribute', 'Confirm your email for PlatePost'],
  ])('%s has our words and the code', async (occasion, subject) => {
    const { emailSubject, emailMessage } = await mailOf(occasion, 'Ada Cook');
    expect(emailSubject).toBe(subject);
    expect(emailMessage?.match(/\{####\}/g)).toHaveLength(1);
    expect(emailMessage).toContain('Hello Ada Cook,');
  });

  it('leaves other mails as they are', async () => {
    expect(await mailOf('CustomMessage_Authentication', 'Ada')).toEqual({});
  });

  // T7.T2, V1.1.2, V1.2.1, V1.3.7
  it('escapes the name, which anybody may choose', async () => {
    const { emailMessage } = await mailOf('CustomMessage_SignUp', '<b>{####}<b>');
    expect(emailMessage).not.toContain('<b>');
    expect(emailMessage?.match(/\{####\}/g)).toHaveLength(1);
  });

  // T7.T2
  it.each([
    'Win at evil.example',
    'https://evil.example',
    'write to a@b',
    'x'.repeat(81),
    ' ',
  ])('does not greet %s', async (name) => {
    const { emailMessage } = await mailOf('CustomMessage_SignUp', name);
    expect(emailMessage).toContain('<p style="margin:0 0 16px">Hello,</p>');
    expect(emailMessage).not.toContain('evil');
  });

  it('greets a name with an initial', async () => {
    expect((await mailOf('CustomMessage_SignUp', "Ada B. O'Cook")).emailMessage).toContain(
      'Hello Ada B. O&#39;Cook,',
    );
  });

  it('stays under the 20,000 characters that Cognito accepts', async () => {
    expect((await mailOf('CustomMessage_SignUp', '&'.repeat(80))).emailMessage?.length).toBeLessThan(20_000);
  });
});
