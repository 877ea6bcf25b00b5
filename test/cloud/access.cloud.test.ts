import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { openSigningKeys } from 'local-cloud/cognito/signing-keys.ts';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import { routes } from '#shared/api/routes.ts';
import { filters } from '#shared/domain/filters.ts';
import { formats } from '#shared/domain/formats.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { itInFullRun, rowsInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { pushDevice } from '#test/support/push-device.ts';
import { codeSentTo, type TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { urlOf } from '#web/lib/api-client.ts';
import { expectBalance } from './books.ts';
import { ended, type GenerationRequest, menuGeneration, start, studioGeneration } from './generations.ts';
import { leaksIn } from './logs.ts';
import { expectNoInsides, expectProblem, send } from './send.ts';

let free: TestUser;
let starter: TestUser;
let pro: TestUser;

beforeAll(async () => {
  free = await signUpUser(sharedCloud());
  starter = await signUpUser(sharedCloud(), { plan: 'starter' });
  pro = await signUpUser(sharedCloud(), { plan: 'pro' });
});

/** Every route with plausible parameters; bodies are left out, because access comes before them. */
const entries = Object.entries(routes).map(([name, route]) => ({
  name,
  access: route.access as string,
  method: route.method,
  path: urlOf(route.path, {
    params: Object.fromEntries(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, ulid()]),
    ),
  }),
  hasBody: 'body' in route,
}));
const guarded = entries.filter(({ access }) => access !== 'public');
const staffed = entries.filter(({ access }) => access === 'admin' || access === 'superAdmin');

function call({ method, path, hasBody }: (typeof entries)[number], token?: string) {
  return send(sharedCloud(), { method, path, token, ...(hasBody && { body: '{}' }) });
}

describe('a token', () => {
  /** Signed with the pool's own key, so that only the changed claim can be the reason for the refusal. */
  async function resigned(change: Record<string, unknown>): Promise<string> {
    const { access } = openSigningKeys(join(dirname(sharedCloud().logs), 'cognito', 'signing-keys.json'));
    return new SignJWT({ ...decodeJwt(free.accessToken), ...change })
      .setProtectedHeader({ alg: 'RS256', kid: access.kid })
      .sign(access.privateKey);
  }

  /** A token of another customer's pool in the same region. */
  async function foreignToken(): Promise<string> {
    const { region, awsUrl, accessKey } = sharedCloud();
    const cognito = new CognitoIdentityProviderClient({ region, endpoint: awsUrl, credentials: accessKey });
    const { UserPool } = await cognito.send(
      new CreateUserPoolCommand({
        PoolName: 'foreign',
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
      }),
    );
    const UserPoolId = UserPool?.Id ?? '';
    const { UserPoolClient } = await cognito.send(
      new CreateUserPoolClientCommand({
        UserPoolId,
        ClientName: 'foreign',
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      }),
    );
    const ClientId = UserPoolClient?.ClientId ?? '';
    const email = `${ulid().toLowerCase()}@test.example`;
    const password = 'Foreign-dish-2026!';
    await cognito.send(new SignUpCommand({ ClientId, Username: email, Password: password }));
    const ConfirmationCode = await codeSentTo(sharedCloud(), email);
    await cognito.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode }));
    const signedIn = await srpSignIn(cognito, {
      userPoolId: UserPoolId,
      clientId: ClientId,
      email,
      password,
    });
    return signedIn.AccessToken ?? '';
  }

  const [now, stranger] = [
    () => Math.floor(Date.now() / 1000),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each<[string, () => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that has expired', () => resigned({ exp: now() - 60, iat: now() - 3660 })],
    ...rowsInFullRun<[string, () => Promise<string | undefined>]>([
      ['that is none', async () => 'none'],
      ['of a foreign pool', foreignToken],
      ['that names another issuer', () => resigned({ iss: 'https://cognito-idp.eu-west-2.amazonaws.com/x' })],
      ['for another client', () => resigned({ client_id: 'another' })],
      [
        'whose user was swapped',
        async () => {
          const [header, , signature] = free.accessToken.split('.');
          return `${header}.${base64({ ...decodeJwt(free.accessToken), sub: pro.userId })}.${signature}`;
        },
      ],
      [
        'signed with a key of one’s own under the pool’s key id',
        () =>
          new SignJWT(decodeJwt(free.accessToken))
            .setProtectedHeader({ alg: 'RS256', kid: decodeProtectedHeader(free.accessToken).kid ?? '' })
            .sign(stranger.privateKey),
      ],
      [
        'that says it needs no signature',
        async () => `${base64({ alg: 'none' })}.${base64(decodeJwt(free.accessToken))}.`,
      ],
      [
        'signed with the public key as a shared secret',
        async () => {
          const { access } = openSigningKeys(
            join(dirname(sharedCloud().logs), 'cognito', 'signing-keys.json'),
          );
          const pem = access.publicKey.export({ type: 'spki', format: 'pem' });
          const text = `${base64({ alg: 'HS256', kid: access.kid })}.${base64(decodeJwt(free.accessToken))}`;
          return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
        },
      ],
    ]),
  ])('%s opens nothing', async (_what, tokenOf) => {
    const token = await tokenOf();
    for (const entry of guarded) {
      const reply = await call(entry, token);
      // C6.4, C6.5, C6.7, T2.S1, V3.5.1, V3.5.2, V7.2.1, V9.1.1, V9.1.2, V9.1.3, V9.2.1, V9.2.3, V10.3.1,
      // V14.2.1
      expect(reply.status, entry.name).toBe(401);
      // API Gateway's own reply, which cannot be changed; the site understands it.
      expect(reply.text).toBe('{"message":"Unauthorized"}');
    }
  });

  it('of the pool itself opens the account (control of the refusals above)', async () => {
    const reply = await send(sharedCloud(), { method: 'GET', path: '/api/me', token: await resigned({}) });
    expect({ status: reply.status, userId: reply.body?.userId }).toEqual({
      status: 200,
      userId: free.userId,
    });
  });

  it('for identity instead of access opens nothing', async () => {
    // T2.S1, V9.2.2
    for (const entry of guarded) expectProblem(await call(entry, free.idToken), 401, 'unauthenticated');
  });
});

describe('routes for staff', () => {
  it('exist', () => {
    expect(staffed.length).toBeGreaterThanOrEqual(2);
  });

  it('refuse every customer, whatever the plan', async () => {
    // B6.18, T1.E1, T2.E1, V8.2.1
    for (const entry of staffed)
      for (const user of [free, starter, pro])
        expectProblem(await call(entry, user.accessToken), 403, 'forbidden');
  });

  it('refuse a token that claims a group which the table does not confirm', async () => {
    const { access } = openSigningKeys(join(dirname(sharedCloud().logs), 'cognito', 'signing-keys.json'));
    const token = await new SignJWT({
      ...decodeJwt(free.accessToken),
      'cognito:groups': ['super_admin', 'admin'],
    })
      .setProtectedHeader({ alg: 'RS256', kid: access.kid })
      .sign(access.privateKey);
    // B6.18, T2.E1, V8.3.1, V10.3.2
    for (const entry of staffed) expectProblem(await call(entry, token), 403, 'forbidden');
  });
});

/** Sends the request without the site; expects a refusal, no charge and no generation. */
async function expectRefused(
  user: TestUser,
  request: GenerationRequest,
  status: number,
  code: string,
): Promise<void> {
  const [before, gallery] = await Promise.all([
    user.call('getMe'),
    user.call('listGenerations', { query: {} }),
  ]);
  const body = JSON.stringify(request);
  const reply = await send(sharedCloud(), {
    method: 'POST',
    path: '/api/generations',
    token: user.accessToken,
    body,
  });
  expectProblem(reply, status, code);
  await expectBalance(user, before.credits.available);
  expect((await user.call('listGenerations', { query: {} })).items).toEqual(gallery.items);
  await expect(user.call('getGeneration', { params: { generationId: request.id } })).rejects.toMatchObject({
    code: 'not_found',
  });
}

// T2.T4, V2.2.2, V2.2.3, V2.3.1, V2.3.2, V8.3.1
describe('a plan’s limits, past the site', () => {
  const lockedFormats = formats.map(({ id }) => id).filter((id) => id !== 'square_feed');
  const open = ['popcrush', 'luxeglow', 'flamerush', 'frostbite'];
  const lockedFilters = filters.map(({ id }) => id).filter((id) => !open.includes(id));
  const scenes = [
    ...influencerScenes.map((scene) => ({ path: 'ugc' as const, ...scene })),
    ...foodScenes.map((scene) => ({ path: 'social' as const, ...scene })),
  ];

  it('cover all formats, filters and scenes', () => {
    expect([lockedFormats.length, lockedFilters.length, scenes.length]).toEqual([3, 12, 62]);
  });

  it('lock every other format to Free and Starter', async () => {
    for (const user of [free, starter])
      for (const formatId of lockedFormats)
        await expectRefused(user, studioGeneration({ studio: { formatId } }), 403, 'format_locked');
  });

  itInFullRun('lock every other filter to Starter, and every plain filter to Free', async () => {
    for (const id of lockedFilters)
      await expectRefused(starter, studioGeneration({ studio: { filter: { id } } }), 403, 'filter_locked');
    for (const { id } of filters)
      await expectRefused(free, studioGeneration({ studio: { filter: { id } } }), 403, 'random_only');
  });

  itInFullRun(
    'lock every scene but the first five of each path to Starter, and every plain scene to Free',
    async () => {
      for (const { path, id, index } of scenes.filter((scene) => scene.index >= 5 || scene.index === 0)) {
        const request = () => studioGeneration({ studio: { creationPath: path, scene: { id } } });
        if (index >= 5) await expectRefused(starter, request(), 403, 'scene_locked');
        if (index % 10 === 0) await expectRefused(free, request(), 403, 'random_only');
      }
    },
  );

  it.each<[string, () => TestUser, GenerationRequest]>([
    [
      'a scene of one’s own to Free',
      () => free,
      studioGeneration({ studio: { scene: { text: 'On the moon' } } }),
    ],
    ['instructions to Free', () => free, studioGeneration({ studio: { customPrompt: 'Add steam' } })],
    ['instructions to Starter', () => starter, studioGeneration({ studio: { customPrompt: 'Add steam' } })],
    ['avatars to Free', () => free, studioGeneration({ studio: { avatarGender: 'female' } })],
    ['avatars to Starter', () => starter, studioGeneration({ studio: { avatarEthnicity: 'asian' } })],
    ['menu pictures to Free', () => free, menuGeneration()],
    ['menu pictures to Starter', () => starter, menuGeneration()],
  ])('lock %s', async (_what, user, request) => {
    await expectRefused(user(), request, 403, 'feature_locked');
  });

  // V2.2.3, V11.4.1, V11.4.3
  it('refuse a pick that is forged, foreign, or made for something else', async () => {
    const pick = (user: TestUser, look: 'filter' | 'scene', creationPath: 'ugc' | 'social') =>
      user.call('pickRandom', { body: { look, creationPath } });
    const { token } = await pick(free, 'filter', 'social');
    const [payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, id: 'synthwave' })).toString('base64url');
    const foreign = (await pick(starter, 'filter', 'social')).token;
    const otherPath = (await pick(free, 'filter', 'ugc')).token;
    const scene = (await pick(free, 'scene', 'social')).token;
    const tokens = [
      `${altered}.${signature}`,
      `${payload}.AAAA`,
      payload,
      'x',
      '.',
      foreign,
      otherPath,
      scene,
    ];
    // T2.S2
    for (const forged of tokens)
      await expectRefused(
        free,
        studioGeneration({ studio: { filter: { pick: forged } } }),
        400,
        'pick_invalid',
      );
    for (const forged of [`${altered}.${signature}`, foreign, token])
      await expectRefused(
        free,
        studioGeneration({ studio: { scene: { pick: forged } } }),
        400,
        'pick_invalid',
      );
  });

  it('let Free use its own pick (control of the refusals above)', async () => {
    const { id, token } = await free.call('pickRandom', { body: { look: 'filter', creationPath: 'social' } });
    expect(open).toContain(id);
    const generationId = await start(free, studioGeneration({ studio: { filter: { pick: token } } }));
    expect(await ended(free, generationId)).toMatchObject({
      state: 'done',
      watermarked: true,
      studio: { filter: { id } },
    });
    await expectBalance(free, 1);
  });
});

describe('a share page', () => {
  // T4.I1
  it('is gone at once when it is revoked, with its picture, also where the edge has just served both', async () => {
    const id = await start(pro);
    await ended(pro, id);
    const { url } = sharedCloud();
    const share = () => pro.call('createShare', { params: { generationId: id }, body: { variation: 0 } });
    const addressesOf = async ({ path }: { path: string }) => {
      const picture = /<figure>\s*<img src="([^"]+)"/.exec(await (await fetch(`${url}${path}`)).text())?.[1];
      return [`${url}${path}`, `${url}${picture}`];
    };
    const statusesOf = (addresses: string[]) =>
      Promise.all(addresses.map(async (address) => (await fetch(address)).status));

    const first = await share();
    const addresses = await addressesOf(first);
    expect(await statusesOf(addresses)).toEqual([200, 200]);
    await pro.call('revokeShare', { params: { shareId: first.shareId } });
    expect(await statusesOf(addresses)).toEqual([404, 403]);

    const others = await addressesOf(await share());
    expect(others).not.toEqual(addresses);
    expect(await statusesOf(others)).toEqual([200, 200]);
    await pro.call('deleteGeneration', { params: { generationId: id } });
    expect(await statusesOf(others)).toEqual([404, 403]);
  });
});

describe('what belongs to somebody else', () => {
  // C6.6
  it('is answered as if it did not exist, and stays as it was', async () => {
    const uploadId = await uploadPhoto(pro, dishPhoto('fries'));
    const id = await start(pro, studioGeneration({ source: { type: 'upload', uploadId } }));
    const before = await ended(pro, id);
    const params = { generationId: id };
    const share = await pro.call('createShare', { params, body: { variation: 0 } });
    const own = await pro.call('getGeneration', { params });

    await expectRefused(
      starter,
      studioGeneration({ source: { type: 'upload', uploadId } }),
      409,
      'upload_missing',
    );
    const source = { type: 'generation' as const, generationId: id, variation: 0 };
    await expectRefused(starter, studioGeneration({ source }), 404, 'not_found');
    const path = `/api/generations/${id}`;
    const attempts: [string, string, object | undefined][] = [
      ['GET', path, undefined],
      ['PATCH', path, { cover: 1 }],
      ['POST', `${path}/downloads`, { variation: 0 }],
      ['POST', `${path}/shares`, { variation: 0 }],
    ];
    const token = starter.accessToken;
    for (const [method, target, body] of attempts) {
      const reply = await send(sharedCloud(), {
        method,
        path: target,
        token,
        body: body && JSON.stringify(body),
      });
      expectProblem(reply, 404, 'not_found');
    }
    for (const target of [path, `/api/shares/${share.shareId}`]) {
      const reply = await send(sharedCloud(), { method: 'DELETE', path: target, token });
      expect([204, 404]).toContain(reply.status);
      expectNoInsides(reply.text);
    }
    expect(await pro.call('getGeneration', { params })).toEqual(own);
    const [first, ...others] = before.variations;
    expect(own).toEqual({ ...before, variations: [{ ...first, shareId: share.shareId }, ...others] });
    expect((await fetch(sharedCloud().url + share.path)).status).toBe(200);
    const cursor = Buffer.from(
      JSON.stringify({ pk: `USER#${pro.userId}`, sk: `GENERATION#${id}0` }),
    ).toString('base64url');
    const listed = await send(sharedCloud(), {
      method: 'GET',
      path: `/api/generations?cursor=${cursor}`,
      token,
    });
    expect(listed.text).not.toContain(id);
  });
});

describe('a sign-up that a stranger began with somebody’s e-mail', () => {
  // T7.S2, V7.4.3
  it('leaves the stranger nothing once its owner confirms it, and a reset ends all sessions and devices', async () => {
    const { region, awsUrl, accessKey, outputs } = sharedCloud();
    const { UserPoolId: userPoolId = '', UserPoolClientId: ClientId = '' } = outputs;
    const cognito = new CognitoIdentityProviderClient({ region, endpoint: awsUrl, credentials: accessKey });
    const email = `${randomUUID()}@test.example`;
    const guessed = 'the password of a stranger';
    const signIn = (password: string) =>
      srpSignIn(cognito, { userPoolId, clientId: ClientId, email, password });
    const reset = async (Password: string) => {
      await cognito.send(new ForgotPasswordCommand({ ClientId, Username: email }));
      const ConfirmationCode = await codeSentTo(sharedCloud(), email);
      await cognito.send(
        new ConfirmForgotPasswordCommand({ ClientId, Username: email, ConfirmationCode, Password }),
      );
    };
    const renew = (token = '') =>
      cognito.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: token },
        }),
      );
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'name', Value: 'A stranger' },
    ];
    await cognito.send(new SignUpCommand({ ClientId, Username: email, Password: guessed, UserAttributes }));
    await expect(signIn(guessed)).rejects.toThrow();
    // The owner signs up, too, gets a code, and confirms.
    const code = await codeSentTo(sharedCloud(), email);
    await cognito.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code }));
    await expect(signIn(guessed)).rejects.toMatchObject({ name: 'NotAuthorizedException' });

    const chosen = 'the password of the owner';
    await reset(chosen);
    const owner = await signIn(chosen);
    const me = await send(sharedCloud(), { method: 'GET', path: '/api/me', token: owner.AccessToken ?? '' });
    expect(me.body).toMatchObject({ email, fullName: '' });
    const found = await cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }));
    expect(found.UserAttributes?.find(({ Name }) => Name === 'name')?.Value ?? '').toBe('');

    await renew(owner.RefreshToken);
    const token = owner.AccessToken ?? '';
    const { subscription } = pushDevice(`${sharedCloud().url}/_local/push/201/${randomUUID()}`);
    const device = JSON.stringify(subscription);
    await send(sharedCloud(), { method: 'POST', path: '/api/me/devices', token, body: device });
    const devices = async () =>
      (await send(sharedCloud(), { method: 'GET', path: '/api/me/notifications', token })).body?.devices;
    expect(await devices()).toHaveLength(1);
    await reset('another password of the owner');
    await expect(renew(owner.RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(signIn(chosen)).rejects.toThrow();
    expect(await devices()).toEqual([]);
  });
});

describe('after all tests of this file', () => {
  it('the logs contain no secrets', async () => {
    const words = ['On the moon', 'Add steam', 'Classic Burger'];
    // T2.I1, T6.I1, V14.2.4, V16.2.5
    expect(await leaksIn(sharedCloud().logs, [free, starter, pro], words)).toEqual([]);
  });
});
