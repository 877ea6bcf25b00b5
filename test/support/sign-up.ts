import { randomUUID } from 'node:crypto';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import { comeBackTo, ownSignUpKey } from '#shared/domain/sign-in.ts';
import { createApiClient } from '#web/lib/api-client.ts';
import type { CloudAddress } from './cloud-address.ts';

/** The parts of a cloud's address that a sign-up needs. */
export type SignUpCloud = Pick<CloudAddress, 'url' | 'awsUrl' | 'region' | 'outputs' | 'accessKey'>;

/** A user who has confirmed the e-mail address. */
export interface Registered {
  userId: string;
  email: string;
  password: string;
}

export interface TestUser extends Registered {
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** The site's own typed client: `call('getMe')`. Throws ApiError. */
  call: ReturnType<typeof createApiClient>;
}

/** Time after which a user signs in again; access tokens are valid for an hour. */
const sessionMs = 45 * 60_000;

/** The newest code that was sent to an address. */
export async function codeSentTo(cloud: Pick<CloudAddress, 'url'>, email: string): Promise<string> {
  const reply = await fetch(`${cloud.url}/_local/mail.json?to=${encodeURIComponent(email)}`);
  const [newest] = (await reply.json()) as { code?: string }[];
  if (newest?.code === undefined) throw new Error(`No code was sent to ${email}`);
  return newest.code;
}

function cognitoOf({ region, awsUrl, accessKey }: SignUpCloud): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({ region, endpoint: awsUrl, credentials: accessKey });
}

/**
 * Signs up and confirms with the code from the mailbox, as in the browser. With `despiteTriggers`, an error of
 * the trigger after the confirmation is ignored: the address is confirmed by then.
 */
export async function register(
  cloud: SignUpCloud,
  options: { email?: string; fullName?: string; despiteTriggers?: boolean } = {},
): Promise<Registered> {
  const email = options.email ?? `${randomUUID()}@test.example`;
  const password = `dish-${randomUUID()}`;
  const { UserPoolId = '', UserPoolClientId = '' } = cloud.outputs;
  const cognito = cognitoOf(cloud);
  try {
    const { UserSub = '' } = await cognito.send(
      new SignUpCommand({
        ClientId: UserPoolClientId,
        Username: email,
        Password: password,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'name', Value: options.fullName ?? 'Test Person' },
        ],
      }),
    );
    const ConfirmationCode = await codeSentTo(cloud, email);
    const confirmation = {
      ClientId: UserPoolClientId,
      Username: email,
      ConfirmationCode,
      ClientMetadata: { [ownSignUpKey]: UserSub },
    };
    await cognito.send(new ConfirmSignUpCommand(confirmation)).catch((error: Error) => {
      if (!options.despiteTriggers || !/Lambda/.test(error.name)) throw error;
    });
    const { UserAttributes } = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    const userId = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
    return { userId, email, password };
  } finally {
    cognito.destroy();
  }
}

/** Signs in as the browser does. */
export async function signIn(cloud: SignUpCloud, person: Registered): Promise<TestUser> {
  const { UserPoolId: userPoolId = '', UserPoolClientId: clientId = '' } = cloud.outputs;
  const begin = async () => {
    const cognito = cognitoOf(cloud);
    const { email, password } = person;
    const tokens = await srpSignIn(cognito, { userPoolId, clientId, email, password });
    cognito.destroy();
    return { since: Date.now(), ...tokens };
  };
  const first = await begin();
  let session = first;
  return {
    ...person,
    accessToken: first.AccessToken ?? '',
    idToken: first.IdToken ?? '',
    refreshToken: first.RefreshToken ?? '',
    call: createApiClient({
      fetch: (path, init) => fetch(new URL(String(path), cloud.url), init),
      accessToken: async () => {
        if (Date.now() - session.since > sessionMs) session = await begin();
        return session.AccessToken ?? '';
      },
    }),
  };
}

/** A new access token of a session, as the browser asks for one. */
export async function renewToken(cloud: SignUpCloud, { refreshToken }: TestUser): Promise<string> {
  const cognito = cognitoOf(cloud);
  try {
    const { AuthenticationResult } = await cognito.send(
      new InitiateAuthCommand({
        ClientId: cloud.outputs.UserPoolClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    );
    return AuthenticationResult?.AccessToken ?? '';
  } finally {
    cognito.destroy();
  }
}

/**
 * Signs in with a provider by the page that stands in for it, as somebody who has verified the address there. Resolves
 * to the access token, or why there is none.
 */
export async function signInWith(
  { url, awsUrl, outputs }: SignUpCloud,
  provider: 'Google' | 'SignInWithApple',
  email: string,
): Promise<{ accessToken: string } | { refusal: string }> {
  const site = { client_id: outputs.UserPoolClientId ?? '', redirect_uri: `${url}${comeBackTo.signedIn}` };
  const post = (path: string, form: Record<string, string>) =>
    fetch(new URL(path, awsUrl), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    });
  const query = new URLSearchParams({ ...site, response_type: 'code', identity_provider: provider });
  const answer = await post('/login', {
    ...{ query: query.toString(), provider, email, name: 'Test Person' },
    email_verified: 'true',
  });
  const back = new URL(answer.headers.get('location') ?? '', url).searchParams;
  const code = back.get('code');
  if (code === null) return { refusal: back.get('error_description') ?? `status ${answer.status}` };
  const tokens = await post('/oauth2/token', { ...site, grant_type: 'authorization_code', code });
  const { access_token: accessToken } = (await tokens.json()) as { access_token: string };
  return { accessToken };
}
