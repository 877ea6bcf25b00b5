import {
  CreateGroupCommand,
  CreateIdentityProviderCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  type CreateUserPoolCommandInput,
  CreateUserPoolDomainCommand,
  DeleteUserPoolDomainCommand,
  DescribeUserPoolCommand,
  DuplicateProviderException,
  GroupExistsException,
  ListUserPoolClientsCommand,
  ListUserPoolsCommand,
  SetUserPoolMfaConfigCommand,
  UpdateGroupCommand,
  UpdateIdentityProviderCommand,
  UpdateUserPoolClientCommand,
  type UpdateUserPoolClientCommandInput,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { resourceKind } from '../resource-kind.ts';

/**
 * AWS::Cognito::UserPool. Its properties are those of CreateUserPool under the same names; the Cognito engine refuses
 * those that it does not support.
 */
export const userPool = resourceKind({
  schema: z.looseObject({
    UserPoolName: z.string().optional(),
    LambdaConfig: z.record(z.string(), z.string()).default({}),
    MfaConfiguration: z.enum(['OFF', 'OPTIONAL']).default('OFF'),
    EnabledMfas: z.tuple([z.literal('SOFTWARE_TOKEN_MFA')]).optional(),
  }),
  async provision({ UserPoolName, MfaConfiguration, EnabledMfas, ...settings }, { logicalId, cloud }) {
    const { cognito } = cloud;
    const name = UserPoolName ?? cloud.physicalName(logicalId);
    const { UserPools = [] } = await cognito.send(new ListUserPoolsCommand({ MaxResults: 60 }));
    let id = UserPools.find((pool) => pool.Name === name)?.Id;
    if (id === undefined) {
      const input = { PoolName: name, ...settings } as CreateUserPoolCommandInput;
      id = (await cognito.send(new CreateUserPoolCommand(input))).UserPool?.Id;
    } else {
      // The identity of users cannot be changed after the pool's creation.
      const {
        Schema: _schema,
        UsernameAttributes: _attributes,
        UsernameConfiguration: _names,
        ...changeable
      } = settings;
      await cognito.send(new UpdateUserPoolCommand({ UserPoolId: id, ...changeable }));
    }
    await cognito.send(
      new SetUserPoolMfaConfigCommand({
        UserPoolId: id,
        MfaConfiguration,
        ...(EnabledMfas && { SoftwareTokenMfaConfiguration: { Enabled: true } }),
      }),
    );
    const poolArn = cloud.arn('cognito-idp', `userpool/${id}`);
    for (const [trigger, functionArn] of Object.entries(settings.LambdaConfig))
      cloud.triggers.push({ poolArn, functionArn, trigger });
    const issuer = `${cloud.options.awsUrl}/${id}`;
    return {
      ref: String(id),
      attributes: {
        Arn: poolArn,
        UserPoolId: id,
        ProviderURL: issuer,
        ProviderName: issuer.replace('http://', ''),
      },
    };
  },
});

/** AWS::Cognito::UserPoolClient; the engine checks its properties, as those of the pool. */
export const userPoolClient = resourceKind({
  schema: z.looseObject({
    UserPoolId: z.string(),
    ClientName: z.string().optional(),
    CallbackURLs: z.array(z.string()).optional().transform(underBothNames),
    LogoutURLs: z.array(z.string()).optional().transform(underBothNames),
  }),
  async provision({ UserPoolId, ClientName, ...settings }, { logicalId, cloud }) {
    const { cognito } = cloud;
    const name = ClientName ?? cloud.physicalName(logicalId);
    const { UserPoolClients = [] } = await cognito.send(
      new ListUserPoolClientsCommand({ UserPoolId, MaxResults: 60 }),
    );
    let id = UserPoolClients.find((client) => client.ClientName === name)?.ClientId;
    if (id === undefined) {
      const input = { UserPoolId, ClientName: name, ...settings };
      id = (await cognito.send(new CreateUserPoolClientCommand(input))).UserPoolClient?.ClientId;
    } else {
      const { GenerateSecret: _secret, ...changeable } = settings;
      const input: UpdateUserPoolClientCommandInput = {
        UserPoolId,
        ClientId: id,
        ClientName: name,
        ...changeable,
      };
      await cognito.send(new UpdateUserPoolClientCommand(input));
    }
    return { ref: String(id), attributes: { ClientId: id, Name: name } };
  },
});

/** Visitors may use either name of this machine, and sign-in must return them to the same one. */
function underBothNames(urls: string[] | undefined): string[] | undefined {
  return urls?.flatMap((url) =>
    url.startsWith('http://127.0.0.1') ? [url, url.replace('127.0.0.1', 'localhost')] : url,
  );
}

/** AWS::Cognito::UserPoolIdentityProvider: Google or Apple, replaced by a page of this machine. */
export const identityProvider = resourceKind({
  schema: z.strictObject({
    UserPoolId: z.string(),
    ProviderName: z.string(),
    ProviderType: z.enum(['Google', 'SignInWithApple']),
    ProviderDetails: z.record(z.string(), z.string()),
    AttributeMapping: z.record(z.string(), z.string()).default({}),
  }),
  async provision(properties, { cloud }) {
    try {
      await cloud.cognito.send(new CreateIdentityProviderCommand(properties));
    } catch (error) {
      if (!(error instanceof DuplicateProviderException)) throw error;
      const { ProviderType: _type, ...changeable } = properties;
      await cloud.cognito.send(new UpdateIdentityProviderCommand(changeable));
    }
    return { ref: properties.ProviderName, attributes: {} };
  },
});

/** AWS::Cognito::UserPoolDomain: the sign-in pages under a prefix of Cognito's own domain. */
export const userPoolDomain = resourceKind({
  schema: z.strictObject({ UserPoolId: z.string(), Domain: z.string() }),
  async provision({ UserPoolId, Domain }, { cloud }) {
    const { cognito } = cloud;
    const { UserPool } = await cognito.send(new DescribeUserPoolCommand({ UserPoolId }));
    const existing = UserPool?.Domain;
    if (existing !== Domain) {
      if (existing !== undefined)
        await cognito.send(new DeleteUserPoolDomainCommand({ UserPoolId, Domain: existing }));
      await cognito.send(new CreateUserPoolDomainCommand({ UserPoolId, Domain }));
    }
    // The template appends `.auth.<region>.amazoncognito.com` to the prefix and uses the host of the result, which
    // ends at the slash.
    return { ref: `${cloud.options.signInHost}/`, attributes: {} };
  },
});

/** AWS::Cognito::UserPoolGroup. */
export const userPoolGroup = resourceKind({
  schema: z.strictObject({
    UserPoolId: z.string(),
    GroupName: z.string(),
    Description: z.string().optional(),
    Precedence: z.int().optional(),
  }),
  async provision(properties, { cloud }) {
    try {
      await cloud.cognito.send(new CreateGroupCommand(properties));
    } catch (error) {
      if (!(error instanceof GroupExistsException)) throw error;
      await cloud.cognito.send(new UpdateGroupCommand(properties));
    }
    return { ref: properties.GroupName, attributes: {} };
  },
});
