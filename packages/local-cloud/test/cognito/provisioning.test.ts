import {
  CreateGroupCommand,
  CreateIdentityProviderCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  CreateUserPoolDomainCommand,
  DescribeUserPoolCommand,
  GetUICustomizationCommand,
  ListUserPoolClientsCommand,
  ListUserPoolsCommand,
  UpdateUserPoolClientCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCognito, type TestCognito, triggerArn } from './cognito-harness.ts';

let cognito: TestCognito;
beforeAll(async () => {
  cognito = await startCognito();
});
afterAll(() => cognito.stop());

describe('user pools', () => {
  it('take the settings of the stack and describe them again', async () => {
    const { UserPool } = await cognito.admin.send(
      new CreateUserPoolCommand({
        PoolName: 'stack',
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        AutoVerifiedAttributes: ['email'],
        Policies: {
          PasswordPolicy: {
            MinimumLength: 6,
            RequireLowercase: false,
            RequireNumbers: false,
            RequireSymbols: false,
            RequireUppercase: false,
            TemporaryPasswordValidityDays: 3,
          },
        },
        Schema: [
          { Name: 'email', Mutable: true, Required: true },
          {
            Name: 'company_name',
            AttributeDataType: 'String',
            Mutable: true,
            StringAttributeConstraints: { MaxLength: '200' },
          },
        ],
        AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
        EmailVerificationMessage: 'Your code is {####}',
        EmailVerificationSubject: 'Your code',
        SmsVerificationMessage: 'Your code is {####}',
        VerificationMessageTemplate: {
          DefaultEmailOption: 'CONFIRM_WITH_CODE',
          EmailMessage: 'Your code is {####}',
          EmailSubject: 'Your code',
          SmsMessage: 'Your code is {####}',
        },
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
        LambdaConfig: { PreSignUp: triggerArn, PostConfirmation: triggerArn, CustomMessage: triggerArn },
        EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
        UserPoolAddOns: { AdvancedSecurityMode: 'OFF' },
        UserPoolTier: 'ESSENTIALS',
        DeletionProtection: 'ACTIVE',
      }),
    );
    expect(UserPool?.Id).toMatch(/^eu-west-2_[a-zA-Z0-9]{9}$/);
    expect(UserPool?.Arn).toBe(`arn:aws:cognito-idp:eu-west-2:000000000000:userpool/${UserPool?.Id}`);

    const described = await cognito.admin.send(new DescribeUserPoolCommand({ UserPoolId: UserPool?.Id }));
    expect(described.UserPool).toMatchObject({
      Name: 'stack',
      Policies: { PasswordPolicy: { MinimumLength: 6, TemporaryPasswordValidityDays: 3 } },
      LambdaConfig: { PreSignUp: triggerArn, PostConfirmation: triggerArn, CustomMessage: triggerArn },
      DeletionProtection: 'ACTIVE',
      UserPoolTier: 'ESSENTIALS',
      EstimatedNumberOfUsers: 0,
    });
    expect(described.UserPool?.CreationDate).toBeInstanceOf(Date);

    expect(described.UserPool?.SchemaAttributes?.map(({ Name }) => Name)).toEqual([
      'email',
      'custom:company_name',
    ]);

    await cognito.admin.send(
      new UpdateUserPoolCommand({ UserPoolId: UserPool?.Id, AutoVerifiedAttributes: ['email'] }),
    );
    const updated = await cognito.admin.send(new DescribeUserPoolCommand({ UserPoolId: UserPool?.Id }));
    expect(updated.UserPool).toMatchObject({ Name: 'stack', UsernameAttributes: ['email'] });
    // What an update leaves out goes back to its default, the policy and the triggers too.
    expect(updated.UserPool?.Policies?.PasswordPolicy?.MinimumLength).toBe(8);
    expect(updated.UserPool?.LambdaConfig).toBeUndefined();
    await expect(
      cognito.admin.send(new DescribeUserPoolCommand({ UserPoolId: 'eu-west-2_none' })),
    ).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'User pool eu-west-2_none does not exist.',
    });
  });

  it('are listed page by page', async () => {
    for (const PoolName of ['one', 'two', 'three']) await cognito.createPool({ PoolName });
    const names: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await cognito.admin.send(new ListUserPoolsCommand({ MaxResults: 2, NextToken }));
      names.push(...(page.UserPools ?? []).map(({ Name }) => Name));
      NextToken = page.NextToken;
    } while (NextToken);
    expect(names).toEqual(expect.arrayContaining(['one', 'two', 'three']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('refuse what the engine does not implement, by name', async () => {
    const base = { PoolName: 'x', UsernameAttributes: ['email'] } as const;
    const create = (settings: object) =>
      cognito.admin.send(new CreateUserPoolCommand({ ...base, UsernameAttributes: ['email'], ...settings }));
    await expect(create({ MfaConfiguration: 'ON' })).rejects.toThrow(/MfaConfiguration/);
    await expect(create({ DeviceConfiguration: { ChallengeRequiredOnNewDevice: true } })).rejects.toThrow(
      /DeviceConfiguration is not implemented by the local Cognito/,
    );
    await expect(create({ LambdaConfig: { PreTokenGeneration: triggerArn } })).rejects.toThrow(
      /LambdaConfig.PreTokenGeneration is not implemented/,
    );
    await expect(cognito.createPool({ UsernameAttributes: undefined })).rejects.toThrow(/UsernameAttributes/);
  });
});

describe('clients and groups', () => {
  it('are created, changed and listed', async () => {
    const { poolId } = await cognito.createPool();
    const created = await cognito.admin.send(
      new CreateUserPoolClientCommand({
        UserPoolId: poolId,
        ClientName: 'spa',
        GenerateSecret: false,
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        PreventUserExistenceErrors: 'ENABLED',
        EnableTokenRevocation: true,
        AllowedOAuthFlowsUserPoolClient: false,
        SupportedIdentityProviders: ['COGNITO'],
        AccessTokenValidity: 60,
        IdTokenValidity: 60,
        RefreshTokenValidity: 43_200,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      }),
    );
    const ClientId = created.UserPoolClient?.ClientId;
    expect(ClientId).toMatch(/^[a-z0-9]{26}$/);
    const { UserPoolClient } = await cognito.admin.send(
      new UpdateUserPoolClientCommand({ UserPoolId: poolId, ClientId, AccessTokenValidity: 2 }),
    );
    expect(UserPoolClient).toMatchObject({
      ClientName: 'spa',
      AccessTokenValidity: 2,
      PreventUserExistenceErrors: 'LEGACY',
    });
    expect(UserPoolClient).not.toHaveProperty('ClientSecret');
    const listed = await cognito.admin.send(new ListUserPoolClientsCommand({ UserPoolId: poolId }));
    expect(listed.UserPoolClients?.map(({ ClientName }) => ClientName)).toEqual(['site', 'spa']);
    await expect(
      cognito.admin.send(
        new CreateUserPoolClientCommand({ UserPoolId: poolId, ClientName: 'x', GenerateSecret: true }),
      ),
    ).rejects.toThrow(/GenerateSecret/);

    const { Group } = await cognito.admin.send(
      new CreateGroupCommand({ UserPoolId: poolId, GroupName: 'admin', Precedence: 1 }),
    );
    expect(Group).toMatchObject({ GroupName: 'admin', Precedence: 1, UserPoolId: poolId });
    await expect(
      cognito.admin.send(new CreateGroupCommand({ UserPoolId: poolId, GroupName: 'admin' })),
    ).rejects.toMatchObject({ name: 'GroupExistsException' });
  });

  it('accept Google, Apple and a domain', async () => {
    const { poolId } = await cognito.createPool();
    for (const provider of ['Google', 'SignInWithApple'] as const) {
      await cognito.admin.send(
        new CreateIdentityProviderCommand({
          UserPoolId: poolId,
          ProviderName: provider,
          ProviderType: provider,
          ProviderDetails: { client_id: 'x', authorize_scopes: 'openid email' },
          AttributeMapping: { email: 'email' },
        }),
      );
    }
    await cognito.admin.send(
      new CreateUserPoolDomainCommand({ UserPoolId: poolId, Domain: 'platepost-test' }),
    );
    const { UserPool } = await cognito.admin.send(new DescribeUserPoolCommand({ UserPoolId: poolId }));
    expect(UserPool?.Domain).toBe('platepost-test');
    // Cognito makes a group for each provider by itself.
    for (const provider of ['Google', 'SignInWithApple'])
      await expect(
        cognito.admin.send(
          new CreateGroupCommand({ UserPoolId: poolId, GroupName: `${poolId}_${provider}` }),
        ),
      ).rejects.toMatchObject({ name: 'GroupExistsException' });
  });
});

describe('the wire', () => {
  const post = (target: string, body: string, headers: Record<string, string> = {}) =>
    fetch(cognito.origin, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
        ...headers,
      },
      body,
    });

  it('refuses an operation that it does not implement instead of pretending', async () => {
    const { poolId } = await cognito.createPool();
    await expect(
      cognito.admin.send(new GetUICustomizationCommand({ UserPoolId: poolId })),
    ).rejects.toMatchObject({
      name: 'InvalidAction',
      message: 'The local Cognito does not implement GetUICustomization.',
    });
  });

  it('lets only signed callers administrate', async () => {
    const { poolId } = await cognito.createPool();
    for (const target of ['AdminGetUser', 'ListUsers', 'CreateUserPool', 'AdminDeleteUser']) {
      const response = await post(target, JSON.stringify({ UserPoolId: poolId, Username: 'x' }));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
    }
  });

  it('answers broken requests with errors of the API', async () => {
    const broken = await post('SignUp', '{"ClientId":');
    expect(broken.status).toBe(400);
    expect(broken.headers.get('x-amzn-errortype')).toBe('SerializationException:');
    const incomplete = await post('SignUp', '{}');
    expect(await incomplete.json()).toMatchObject({
      __type: 'InvalidParameterException',
      message: expect.stringContaining("Value at 'ClientId' failed to satisfy constraint"),
    });
    const unknownClient = await post('InitiateAuth', '{"ClientId":"nope","AuthFlow":"USER_SRP_AUTH"}');
    expect(await unknownClient.json()).toMatchObject({
      __type: 'ResourceNotFoundException',
      message: 'User pool client nope does not exist.',
    });
  });

  it('lets any site call it from the browser', async () => {
    const preflight = await fetch(cognito.origin, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-amz-target,x-amz-user-agent',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-target');
    const failed = await post('SignUp', '{}', { origin: 'http://127.0.0.1:5173' });
    expect(failed.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('publishes the keys and the discovery document of each pool', async () => {
    const { poolId } = await cognito.createPool();
    const issuer = `${cognito.origin}/${poolId}`;
    const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
    const keySet = (await (await fetch(discovery.jwks_uri)).json()) as { keys: Record<string, string>[] };
    expect(keySet.keys).toHaveLength(2);
    for (const key of keySet.keys) {
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) });
      expect(key).not.toHaveProperty('d');
    }
    expect((await fetch(`${cognito.origin}/eu-west-2_none/.well-known/jwks.json`)).status).toBe(404);
  });
});
