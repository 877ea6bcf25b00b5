import { createHash, randomBytes } from 'node:crypto';
import {
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  ConfirmSignUpCommand,
  CreateIdentityProviderCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolDomainCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  SignUpCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCognito, type TestCognito, triggerArn } from './cognito-harness.ts';

const site = 'http://127.0.0.1:5173/';
let cognito: TestCognito;
let poolId: string;
let clientId: string;

beforeAll(async () => {
  cognito = await startCognito();
  ({ poolId, clientId } = await cognito.createPool(
    {},
    {
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      CallbackURLs: [site],
      LogoutURLs: [site],
      SupportedIdentityProviders: ['COGNITO', 'Google', 'SignInWithApple'],
    },
  ));
  await cognito.admin.send(
    new UpdateUserPoolCommand({
      UserPoolId: poolId,
      AutoVerifiedAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 6 } },
      LambdaConfig: { PreSignUp: triggerArn, PostConfirmation: triggerArn },
    }),
  );
  for (const [provider, AttributeMapping] of [
    ['Google', { email: 'email', email_verified: 'email_verified', name: 'name' }],
    ['SignInWithApple', { email: 'email', name: 'name' }],
  ] as const) {
    await cognito.admin.send(
      new CreateIdentityProviderCommand({
        UserPoolId: poolId,
        ProviderName: provider,
        ProviderType: provider,
        ProviderDetails: { client_id: 'x', authorize_scopes: 'openid email' },
        AttributeMapping,
      }),
    );
  }
  await cognito.admin.send(new CreateUserPoolDomainCommand({ UserPoolId: poolId, Domain: 'platepost-test' }));
});
afterAll(() => cognito.stop());

beforeEach(() => {
  cognito.events.length = 0;
  cognito.state.trigger = async (event) => event;
});

const authorizeUrl = (changes: Record<string, string> = {}): URL => {
  const url = new URL('/oauth2/authorize', cognito.origin);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: site,
    response_type: 'code',
    scope: 'openid email aws.cognito.signin.user.admin',
    state: 'some-state',
    identity_provider: 'Google',
    ...changes,
  }).toString();
  return url;
};

/** Goes through the stand-in page as a browser would; resolves with where the site is called back. */
const consent = async (
  email: string,
  options: { verified?: boolean; changes?: Record<string, string> } = {},
): Promise<URLSearchParams> => {
  const page = await fetch(authorizeUrl(options.changes));
  expect(page.status).toBe(200);
  const html = await page.text();
  const query = /name="query" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const provider = /name="provider" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const action = /action="([^"]*)"/.exec(html)?.[1] ?? '';
  const answer = await fetch(new URL(action, cognito.origin), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      query,
      provider,
      email,
      name: 'Sam Example',
      ...((options.verified ?? true) && { email_verified: 'true' }),
    }),
  });
  expect(answer.status).toBe(302);
  const target = new URL(answer.headers.get('location') ?? '');
  expect(target.href.startsWith(site)).toBe(true);
  return target.searchParams;
};

const exchange = async (fields: Record<string, string>) => {
  const response = await fetch(new URL('/oauth2/token', cognito.origin), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: site,
      ...fields,
    }),
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

describe('social sign-in', () => {
  it('makes a user at the first time and knows them the second time', async () => {
    const verifier = randomBytes(64).toString('base64url');
    const changes = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      nonce: 'n-1',
    };
    const back = await consent('sam@example.com', { changes });
    expect(back.get('state')).toBe('some-state');
    const { status, body } = await exchange({ code: back.get('code') ?? '', code_verifier: verifier });
    expect(status).toBe(200);
    const issuer = `${cognito.origin}/${poolId}`;
    const keySet = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(body.id_token ?? '', keySet, { issuer, audience: clientId });
    expect(payload).toMatchObject({
      email: 'sam@example.com',
      email_verified: true,
      name: 'Sam Example',
      nonce: 'n-1',
      'cognito:username': expect.stringMatching(/^google_1\d{20}$/),
      'cognito:groups': [`${poolId}_Google`],
      identities: [{ providerName: 'Google', providerType: 'Google', primary: 'true' }],
    });
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({
      scope: 'openid email aws.cognito.signin.user.admin',
      username: payload['cognito:username'],
    });
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const me = await cognito.admin.send(new GetUserCommand({ AccessToken: body.access_token }));
    expect(me.Username).toBe(payload['cognito:username']);

    const google = payload['cognito:username'];
    expect(cognito.events.map(({ triggerSource, userName }) => [triggerSource, userName])).toEqual([
      ['PreSignUp_ExternalProvider', google],
      ['PostConfirmation_ConfirmSignUp', google],
    ]);
    expect(cognito.events[0]?.request.userAttributes).toEqual({
      email: 'sam@example.com',
      email_verified: 'true',
      name: 'Sam Example',
      'cognito:email_alias': '',
      'cognito:phone_number_alias': '',
    });
    expect(cognito.events[1]?.request.userAttributes).toMatchObject({
      sub: payload.sub,
      'cognito:user_status': 'EXTERNAL_PROVIDER',
    });

    const again = await consent('SAM@example.com');
    const second = await exchange({ code: again.get('code') ?? '' });
    expect(decodeJwt(second.body.id_token ?? '').sub).toBe(payload.sub);
    expect(cognito.events).toHaveLength(2);
    const renewed = await exchange({
      grant_type: 'refresh_token',
      refresh_token: second.body.refresh_token ?? '',
    });
    expect(decodeJwt(renewed.body.access_token ?? '').sub).toBe(payload.sub);

    // As on AWS, such a user is found by user name, not by address.
    const found = await cognito.admin.send(
      new AdminGetUserCommand({ UserPoolId: poolId, Username: String(google) }),
    );
    expect(found.UserStatus).toBe('EXTERNAL_PROVIDER');
    await expect(
      cognito.admin.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: 'sam@example.com' })),
    ).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  it('tells the trigger when nobody verified the address', async () => {
    await consent('unverified@example.com', { verified: false });
    await consent('apple@example.com', { changes: { identity_provider: 'SignInWithApple' } });
    expect(
      cognito.events
        .filter(({ triggerSource }) => triggerSource === 'PreSignUp_ExternalProvider')
        .map(({ request }) => (request.userAttributes as Record<string, string>).email_verified),
    ).toEqual(['false', 'false']);
  });

  it('joins an account that the trigger links, with the one error of AWS on the way', async () => {
    const email = 'linked@example.com';
    const password = 'sup3r-secret';
    const { UserSub } = await cognito.admin.send(
      new SignUpCommand({ ClientId: clientId, Username: email, Password: password }),
    );
    await cognito.admin.send(
      new ConfirmSignUpCommand({
        ClientId: clientId,
        Username: email,
        ConfirmationCode: cognito.codeFor(email),
      }),
    );
    cognito.state.trigger = async (event) => {
      if (event.triggerSource === 'PreSignUp_ExternalProvider') {
        const { Users } = await cognito.admin.send(
          new ListUsersCommand({ UserPoolId: poolId, Filter: `email = "${email}"` }),
        );
        await cognito.admin.send(
          new AdminLinkProviderForUserCommand({
            UserPoolId: poolId,
            DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: Users?.[0]?.Username },
            SourceUser: {
              ProviderName: 'Google',
              ProviderAttributeName: 'Cognito_Subject',
              ProviderAttributeValue: event.userName.split('_')[1],
            },
          }),
        );
      }
      return event;
    };
    const first = await consent(email);
    expect(first.get('code')).toBeNull();
    expect(first.get('error')).toBe('invalid_request');
    expect(first.get('error_description')).toMatch(/^Already found an entry for username google_\d+$/);
    expect(first.get('state')).toBe('some-state');

    const second = await consent(email);
    const { body } = await exchange({ code: second.get('code') ?? '' });
    const claims = decodeJwt(body.id_token ?? '');
    expect(claims).toMatchObject({
      sub: UserSub,
      identities: [{ providerName: 'Google', primary: 'false' }],
    });
    expect(claims).not.toHaveProperty('cognito:groups');
  });

  // As on AWS: addresses of providers' users are not counted, so that only a trigger keeps it at one account.
  it('makes an account for each provider and for a password with one address, if no trigger objects', async () => {
    const email = 'three@example.com';
    const subs = new Set<string | undefined>();
    for (const identity_provider of ['Google', 'SignInWithApple']) {
      const back = await consent(email, { changes: { identity_provider } });
      const { body } = await exchange({ code: back.get('code') ?? '' });
      subs.add(decodeJwt(body.id_token ?? '').sub);
    }
    const signUp = new SignUpCommand({ ClientId: clientId, Username: email, Password: 'sup3r-secret' });
    subs.add((await cognito.admin.send(signUp)).UserSub);
    expect(subs.size).toBe(3);
    const filter = { UserPoolId: poolId, Filter: `email = "${email}"` };
    const { Users = [] } = await cognito.admin.send(new ListUsersCommand(filter));
    expect(Users.map(({ UserStatus }) => UserStatus).toSorted()).toEqual([
      'EXTERNAL_PROVIDER',
      'EXTERNAL_PROVIDER',
      'UNCONFIRMED',
    ]);
  });

  it('joins the account of another provider that the trigger links', async () => {
    const email = 'both@example.com';
    const first = await exchange({ code: (await consent(email)).get('code') ?? '' });
    const google = decodeJwt(first.body.id_token ?? '');
    const [, id] = String(google['cognito:username']).split('_');
    const link = (ProviderAttributeValue: string | undefined, SourceId: string | undefined) =>
      cognito.admin.send(
        new AdminLinkProviderForUserCommand({
          UserPoolId: poolId,
          DestinationUser: { ProviderName: 'Google', ProviderAttributeValue },
          SourceUser: {
            ProviderName: 'SignInWithApple',
            ProviderAttributeName: 'Cognito_Subject',
            ProviderAttributeValue: SourceId,
          },
        }),
      );
    await expect(link('nobody', '000.a.0')).rejects.toMatchObject({ name: 'UserNotFoundException' });
    cognito.state.trigger = async (event) => {
      if (event.triggerSource === 'PreSignUp_ExternalProvider') await link(id, event.userName.split('_')[1]);
      return event;
    };
    const changes = { identity_provider: 'SignInWithApple' };
    expect((await consent(email, { changes })).get('error_description')).toMatch(/^Already found an entry/);
    const { body } = await exchange({ code: (await consent(email, { changes })).get('code') ?? '' });
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({
      sub: google.sub,
      identities: [{ providerName: 'Google' }, { providerName: 'SignInWithApple' }],
    });
  });

  it('tells the site why the trigger refused', async () => {
    cognito.state.trigger = async () => {
      throw new Error('Sign in with your password first');
    };
    const back = await consent('refused@example.com');
    expect(back.get('error_description')).toBe(
      'PreSignUp failed with error Sign in with your password first.',
    );
  });

  it('tells the site when somebody goes back without consent', async () => {
    const answer = await fetch(new URL('/login', cognito.origin), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ query: authorizeUrl().searchParams.toString(), cancel: 'true' }),
    });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.href.startsWith(site)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'Google Error - 400 access_denied',
      state: 'some-state',
    });
  });

  // T7.S3, V10.1.2, V10.2.1, V10.4.2, V10.4.3, V10.4.6
  it('gives no tokens for a code that is used, old, foreign, or not proved', async () => {
    const verifier = randomBytes(64).toString('base64url');
    const changes = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const code = async () => (await consent('codes@example.com', { changes })).get('code') ?? '';
    const refusal = { status: 400, body: { error: 'invalid_grant' } };
    expect(await exchange({ code: await code(), code_verifier: 'something-else' })).toEqual(refusal);
    expect(await exchange({ code: await code() })).toEqual(refusal);
    expect(
      await exchange({
        code: await code(),
        code_verifier: verifier,
        redirect_uri: 'http://127.0.0.1:1/',
      }),
    ).toEqual(refusal);
    const used = await code();
    expect((await exchange({ code: used, code_verifier: verifier })).status).toBe(200);
    expect(await exchange({ code: used, code_verifier: verifier })).toEqual(refusal);
    const old = await code();
    cognito.state.skew += 5 * 60_000;
    expect(await exchange({ code: old, code_verifier: verifier })).toEqual(refusal);
    expect(await exchange({ code: 'never-made' })).toEqual(refusal);
  });

  // T7.S3, V3.7.2, V10.4.1
  it('sends nobody to a site that the client does not name', async () => {
    const elsewhere = await fetch(authorizeUrl({ redirect_uri: 'http://evil.example/' }), {
      redirect: 'manual',
    });
    expect(elsewhere.status).toBe(400);
    expect(await elsewhere.text()).toContain('redirect_mismatch');
    expect((await fetch(authorizeUrl({ client_id: 'nope' }), { redirect: 'manual' })).status).toBe(400);
    const scope = await fetch(authorizeUrl({ scope: 'openid everything' }), { redirect: 'manual' });
    expect(new URL(scope.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope');

    const logout = (target: string) =>
      fetch(
        new URL(`/logout?client_id=${clientId}&logout_uri=${encodeURIComponent(target)}`, cognito.origin),
        { redirect: 'manual' },
      );
    // T1.T2
    expect((await logout(site)).headers.get('location')).toBe(site);
    expect((await logout('http://evil.example/')).status).toBe(400);
  });

  it('grants no scope that the client does not allow', async () => {
    const { UserPoolClient } = await cognito.admin.send(
      new CreateUserPoolClientCommand({
        UserPoolId: poolId,
        ClientName: 'without the user pool API',
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', 'email'],
        CallbackURLs: [site],
        SupportedIdentityProviders: ['Google'],
      }),
    );
    const client_id = UserPoolClient?.ClientId ?? '';
    for (const scope of ['aws.cognito.signin.user.admin', 'openid aws.cognito.signin.user.admin']) {
      const refused = await fetch(authorizeUrl({ client_id, scope }), { redirect: 'manual' });
      expect(new URL(refused.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope');
    }

    const back = await consent('scopes@example.com', { changes: { client_id, scope: 'openid' } });
    const { body } = await exchange({ client_id, code: back.get('code') ?? '' });
    const scopeOf = (token = '') => decodeJwt(token).scope;
    expect(scopeOf(body.access_token)).toBe('openid');
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' };
    expect(scopeOf((await exchange({ client_id, ...renewal })).body.access_token)).toBe('openid');
    const { AuthenticationResult } = await cognito.admin.send(
      new InitiateAuthCommand({
        ClientId: client_id,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: body.refresh_token ?? '' },
      }),
    );
    expect(scopeOf(AuthenticationResult?.AccessToken)).toBe('openid');
    await expect(
      cognito.admin.send(new GetUserCommand({ AccessToken: body.access_token })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('says plainly that the page is a stand-in, and shows input as text', async () => {
    const html = await (await fetch(authorizeUrl({ state: '"><script>alert(1)</script>' }))).text();
    expect(html).toContain('This page stands in for Google on this machine.');
    expect(html).not.toContain('<script');
  });
});
