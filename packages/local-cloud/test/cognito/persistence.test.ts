import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCognito } from '#src/cognito/cognito.ts';
import { createMailbox } from '#src/mailbox/mailbox.ts';

/** The issuer must not change with the port that a test process happens to get. */
const origin = 'http://127.0.0.1:9';
const password = 'sup3r-secret';
let directory: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platepost-cognito-'));
});

afterEach(async () => {
  running?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const start = async (): Promise<CognitoIdentityProviderClient> => {
  const script = fileURLToPath(new URL('./serve-cognito.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory, origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return new CognitoIdentityProviderClient({
    region: 'eu-west-2',
    endpoint: url.toString().trim(),
    credentials: { accessKeyId: 'TESTKEY', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
};

const kill = async (): Promise<void> => {
  const child = running;
  running = undefined;
  if (!child) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

const codeFor = (email: string) =>
  createMailbox({ directory: join(directory, 'mailbox') }).list(email)[0]?.code ?? '';

describe('after the process was killed', () => {
  it('pools, users, codes, tokens and keys are there as they were answered', async () => {
    let client = await start();
    const { UserPool } = await client.send(
      new CreateUserPoolCommand({
        PoolName: 'kept',
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
      }),
    );
    const created = await client.send(
      new CreateUserPoolClientCommand({
        UserPoolId: UserPool?.Id,
        ClientName: 'site',
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      }),
    );
    const ClientId = created.UserPoolClient?.ClientId;
    const email = 'kept@example.com';
    await client.send(new SignUpCommand({ ClientId, Username: email, Password: `${password}-A1` }));
    await kill();

    client = await start();
    await client.send(
      new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: codeFor(email) }),
    );
    const signIn = async () =>
      (
        await client.send(
          new InitiateAuthCommand({
            ClientId,
            AuthFlow: 'USER_PASSWORD_AUTH',
            AuthParameters: { USERNAME: email, PASSWORD: `${password}-A1` },
          }),
        )
      ).AuthenticationResult;
    const kept = await signIn();
    const revoked = await signIn();
    await client.send(new RevokeTokenCommand({ ClientId, Token: revoked?.RefreshToken }));
    await kill();

    client = await start();
    const me = await client.send(new GetUserCommand({ AccessToken: kept?.AccessToken }));
    expect(me.UserAttributes).toContainEqual({ Name: 'email', Value: email });
    const renewed = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: kept?.RefreshToken }),
    );
    expect(renewed.AuthenticationResult?.AccessToken).toBeTruthy();
    await expect(
      client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: revoked?.RefreshToken })),
    ).rejects.toThrow('Refresh Token has been revoked');
  });

  it('in the middle of many sign-ups, every one that was answered is there and no file is damaged', async () => {
    let client = await start();
    const { UserPool } = await client.send(
      new CreateUserPoolCommand({ PoolName: 'busy', UsernameAttributes: ['email'] }),
    );
    const { UserPoolClient } = await client.send(
      new CreateUserPoolClientCommand({ UserPoolId: UserPool?.Id, ClientName: 'site' }),
    );
    const answered: string[] = [];
    const attempts = Array.from({ length: 40 }, async (_, index) => {
      const Username = `busy-${index}@example.com`;
      const command = new SignUpCommand({
        ClientId: UserPoolClient?.ClientId,
        Username,
        Password: `${password}-A1`,
      });
      const outcome = await client.send(command).catch(() => undefined);
      if (outcome) answered.push(Username);
      if (answered.length === 10) await kill();
    });
    await Promise.all(attempts);
    expect(answered.length).toBeGreaterThanOrEqual(10);

    client = await start();
    for (const Username of answered) {
      await expect(
        client.send(
          new SignUpCommand({
            ClientId: UserPoolClient?.ClientId,
            Username,
            Password: `${password}-A1`,
          }),
        ),
      ).rejects.toMatchObject({ name: 'UsernameExistsException' });
    }
  });
});

describe('a data directory', () => {
  const open = () =>
    createCognito({
      directory: join(directory, 'cognito'),
      origin,
      mailbox: createMailbox({ directory: join(directory, 'mailbox') }),
      invokeFunction: async (_functionArn, event) => event,
    });

  it('has signing keys of its own', async () => {
    const { readFile } = await import('node:fs/promises');
    const keyFile = () => readFile(join(directory, 'cognito', 'signing-keys.json'), 'utf8');
    open();
    const first = await keyFile();
    open();
    expect(await keyFile()).toBe(first);
    await rm(join(directory, 'cognito'), { recursive: true });
    open();
    expect(await keyFile()).not.toBe(first);
  });

  it('with a damaged file is refused with the name of the file', async () => {
    open();
    await writeFile(join(directory, 'cognito', 'pools', 'eu-west-2_broken.json'), '{"id":');
    expect(await readdir(join(directory, 'cognito', 'pools'))).toEqual(['eu-west-2_broken.json']);
    expect(open).toThrow(/eu-west-2_broken\.json is damaged/);
  });
});
