import {
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '#src/cognito/operation.ts';
import { preSignUp } from '#src/cognito/triggers.ts';
import type { Pool } from '#src/cognito/user-pool-store.ts';
import { startCognito, type TestCognito, triggerArn } from './cognito-harness.ts';

const password = 'sup3r-secret';
let cognito: TestCognito;
let poolId: string;
let clientId: string;
let counter = 0;
let email: string;

beforeAll(async () => {
  cognito = await startCognito();
  ({ poolId, clientId } = await cognito.createPool({
    LambdaConfig: { PreSignUp: triggerArn, PostConfirmation: triggerArn, CustomMessage: triggerArn },
    VerificationMessageTemplate: { EmailMessage: 'Pool text {####}', EmailSubject: 'Pool subject' },
  }));
});
afterAll(() => cognito.stop());

beforeEach(() => {
  counter += 1;
  email = `person-${counter}@example.com`;
  cognito.events.length = 0;
  cognito.state.trigger = async (event) => event;
});

const signUp = () =>
  cognito.admin.send(
    new SignUpCommand({
      ClientId: clientId,
      Username: email,
      Password: password,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'name', Value: 'Ada Cook' },
      ],
      ClientMetadata: { from: 'landing' },
    }),
  );

const confirm = () =>
  cognito.admin.send(
    new ConfirmSignUpCommand({
      ClientId: clientId,
      Username: email,
      ConfirmationCode: cognito.codeFor(email),
    }),
  );

const status = async () =>
  (await cognito.admin.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }))).UserStatus;

const sources = () => cognito.events.map(({ triggerSource }) => triggerSource);

describe('triggers', () => {
  it('run in the order and with the events of AWS at sign-up and confirmation', async () => {
    const { UserSub } = await signUp();
    await confirm();
    const shared = {
      version: '1',
      region: 'eu-west-2',
      userPoolId: poolId,
      userName: UserSub,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    };
    expect(cognito.events).toEqual([
      {
        ...shared,
        triggerSource: 'PreSignUp_SignUp',
        request: {
          userAttributes: { email, name: 'Ada Cook' },
          validationData: null,
          clientMetadata: { from: 'landing' },
        },
        response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
      },
      {
        ...shared,
        triggerSource: 'CustomMessage_SignUp',
        request: {
          userAttributes: {
            sub: UserSub,
            'cognito:user_status': 'UNCONFIRMED',
            email,
            name: 'Ada Cook',
            email_verified: 'false',
          },
          codeParameter: '{####}',
          linkParameter: '{##Click Here##}',
          usernameParameter: null,
          clientMetadata: { from: 'landing' },
        },
        response: { smsMessage: null, emailMessage: null, emailSubject: null },
      },
      {
        ...shared,
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        request: {
          userAttributes: {
            sub: UserSub,
            'cognito:user_status': 'CONFIRMED',
            email,
            name: 'Ada Cook',
            email_verified: 'true',
          },
        },
        response: {},
      },
    ]);
  });

  it('run when a code is sent again and when a password is reset', async () => {
    await signUp();
    await cognito.admin.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: email }));
    await confirm();
    await cognito.admin.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email }));
    await cognito.admin.send(
      new ConfirmForgotPasswordCommand({
        ClientId: clientId,
        Username: email,
        ConfirmationCode: cognito.codeFor(email),
        Password: 'brand-new',
      }),
    );
    expect(sources()).toEqual([
      'PreSignUp_SignUp',
      'CustomMessage_SignUp',
      'CustomMessage_ResendCode',
      'PostConfirmation_ConfirmSignUp',
      'CustomMessage_ForgotPassword',
      'PostConfirmation_ConfirmForgotPassword',
    ]);
  });

  it('run when an administrator confirms a sign-up', async () => {
    await signUp();
    await cognito.admin.send(new AdminConfirmSignUpCommand({ UserPoolId: poolId, Username: email }));
    expect(sources().at(-1)).toBe('PostConfirmation_ConfirmSignUp');
  });

  it('can refuse a sign-up, and nothing remains of it', async () => {
    cognito.state.trigger = async () => {
      throw new Error('Please use another address');
    };
    await expect(signUp()).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error Please use another address.',
    });
    await expect(status()).rejects.toMatchObject({ name: 'UserNotFoundException' });
    expect(cognito.mailTo(email)).toEqual([]);
  });

  it('that fail after the confirmation are reported, but the user stays confirmed', async () => {
    await signUp();
    cognito.state.trigger = async () => {
      throw new Error('table is away');
    };
    await expect(confirm()).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error table is away.',
    });
    expect(await status()).toBe('CONFIRMED');
  });

  it('can confirm the user at once', async () => {
    cognito.state.trigger = async (event) =>
      event.triggerSource === 'PreSignUp_SignUp'
        ? { ...event, response: { autoConfirmUser: true, autoVerifyEmail: true } }
        : event;
    const answer = await signUp();
    expect(answer.UserConfirmed).toBe(true);
    expect(answer.CodeDeliveryDetails).toBeUndefined();
    expect(await status()).toBe('CONFIRMED');
    expect(sources()).toEqual(['PreSignUp_SignUp', 'PostConfirmation_ConfirmSignUp']);
    expect(cognito.mailTo(email)).toEqual([]);
  });

  it('write the mail, with the code in the place that they choose', async () => {
    cognito.state.trigger = async (event) =>
      event.triggerSource === 'CustomMessage_SignUp'
        ? {
            ...event,
            response: {
              smsMessage: null,
              emailSubject: 'Welcome to the kitchen',
              emailMessage: `<h1>Hello</h1><p>Code: <b>${event.request.codeParameter}</b></p>`,
            },
          }
        : event;
    await signUp();
    const code = cognito.codeFor(email);
    expect(cognito.mailTo(email)).toMatchObject([
      {
        subject: 'Welcome to the kitchen',
        html: `<h1>Hello</h1><p>Code: <b>${code}</b></p>`,
        text: `Hello\nCode: ${code}`,
      },
    ]);
    cognito.state.trigger = async (event) => event;
    await cognito.admin.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: email }));
    expect(cognito.mailTo(email)[0]).toMatchObject({
      subject: 'Pool subject',
      text: `Pool text ${cognito.codeFor(email)}`,
    });
  });

  it('must answer with an event, and with a mail that has the code in it', async () => {
    cognito.state.trigger = async () => undefined;
    await expect(signUp()).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    });
    cognito.state.trigger = async (event) =>
      event.triggerSource === 'CustomMessage_SignUp'
        ? { ...event, response: { emailMessage: 'Welcome!', emailSubject: 'Hi' } }
        : event;
    await expect(signUp()).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  });

  describe('that do not answer', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    const callWith = (invokeFunction: Engine['invokeFunction']) => {
      const pool = { id: poolId, region: 'eu-west-2', settings: { LambdaConfig: { PreSignUp: triggerArn } } };
      return preSignUp({ invokeFunction } as Engine, {
        pool: pool as Pool,
        clientId,
        userName: 'someone',
        source: 'SignUp',
        attributes: { email },
      });
    };

    it('in five seconds are called again, up to three times', async () => {
      let calls = 0;
      const answer = callWith(async (_functionArn, event) => {
        calls += 1;
        return calls < 3 ? new Promise(() => undefined) : event;
      });
      await vi.advanceTimersByTimeAsync(4999);
      expect(calls).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls).toBe(2);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await answer).toEqual({ autoConfirmUser: false, autoVerifyEmail: false });
      expect(calls).toBe(3);
    });

    it('three times over fail the call', async () => {
      let calls = 0;
      const answer = callWith(() => {
        calls += 1;
        return new Promise(() => undefined);
      });
      const refused = expect(answer).rejects.toMatchObject({ name: 'UnexpectedLambdaException' });
      await vi.advanceTimersByTimeAsync(15_000);
      await refused;
      expect(calls).toBe(3);
    });
  });
});
