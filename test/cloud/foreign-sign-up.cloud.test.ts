import { randomUUID } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { codeSentTo, signIn } from '#test/support/sign-up.ts';

let cloud: OwnCloud;
let cognito: CognitoIdentityProviderClient;
let ClientId: string;

beforeAll(async () => {
  cloud = await startOwnCloud(plainModels);
  const { region, awsUrl, accessKey, outputs } = cloud;
  cognito = new CognitoIdentityProviderClient({ region, endpoint: awsUrl, credentials: accessKey });
  ClientId = outputs.UserPoolClientId ?? '';
});

/** A stranger signs the email up, and its owner confirms it while the user pool ends no passwords. */
async function confirmForeign(): Promise<{
  email: string;
  as: (password: string) => ReturnType<typeof signIn>;
}> {
  const email = `${randomUUID()}@test.example`;
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: 'A stranger' },
  ];
  await cognito.send(new SignUpCommand({ ClientId, Username: email, Password: guessed, UserAttributes }));
  const tooMany = new AwsError(400, 'TooManyRequestsException', 'Rate exceeded');
  const fault = cloud.faults.add({
    caller: 'postConfirmation',
    operation: 'AdminSetUserPassword',
    times: 10,
    action: { kind: 'error', error: tooMany },
  });
  const ConfirmationCode = await codeSentTo(cloud, email);
  await expect(
    cognito.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode })),
  ).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  fault.remove();
  return { email, as: (password) => signIn(cloud, { userId: '', email, password }) };
}

const guessed = 'the password of a stranger';
const chosen = 'the password of the owner';

async function reset(email: string): Promise<void> {
  await cognito.send(new ForgotPasswordCommand({ ClientId, Username: email }));
  const ConfirmationCode = await codeSentTo(cloud, email);
  await cognito.send(
    new ConfirmForgotPasswordCommand({ ClientId, Username: email, ConfirmationCode, Password: chosen }),
  );
}

describe('a sign-up that a stranger began, whose password could not be ended', () => {
  // T7.S2
  it('becomes no account of the stranger, and then one of its owner', async () => {
    const { email, as } = await confirmForeign();
    const stranger = await as(guessed);
    for (const _ of [1, 2])
      await expect(stranger.call('getMe')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(as(guessed)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await reset(email);
    expect(await (await as(chosen)).call('getMe')).toMatchObject({
      email,
      fullName: '',
      credits: { available: 2 },
    });
  });

  // T7.S2
  it('is its owner’s after one reset', async () => {
    const { email, as } = await confirmForeign();
    await reset(email);
    expect(await (await as(chosen)).call('getMe')).toMatchObject({
      email,
      fullName: '',
      credits: { available: 2 },
    });
  });
});
