import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { attributeName } from './attributes.ts';
import { CognitoError } from './cognito-error.ts';
import { operation, timestamp } from './operation.ts';
import {
  createUserPoolClientInput,
  createUserPoolInput,
  passwordPolicyOf,
  updateUserPoolClientInput,
  updateUserPoolInput,
} from './pool-settings.ts';
import type { Client, Group, Pool } from './user-pool-store.ts';

const defaultRegion = 'us-east-1';
/** The account that all resources of the local cloud belong to. */
const accountId = '000000000000';

const alphanumeric = (characters: string, length: number): string =>
  Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('');

const lowercase = 'abcdefghijklmnopqrstuvwxyz0123456789';

const describePool = (pool: Pool, users: number) => {
  const { PoolName, Schema, ...settings } = pool.settings;
  return {
    ...settings,
    Id: pool.id,
    Name: PoolName,
    Arn: pool.arn,
    Policies: { ...settings.Policies, PasswordPolicy: passwordPolicyOf(pool.settings) },
    SchemaAttributes: (Schema ?? []).map((attribute) => ({
      ...attribute,
      Name: attributeName(attribute.Name),
    })),
    MfaConfiguration: settings.MfaConfiguration ?? 'OFF',
    UsernameConfiguration: { CaseSensitive: false },
    ...(pool.domain && { Domain: pool.domain }),
    EstimatedNumberOfUsers: users,
    CreationDate: timestamp(pool.createdAt),
    LastModifiedDate: timestamp(pool.modifiedAt),
  };
};

const describeClient = (client: Client) => ({
  ...client.settings,
  ClientId: client.id,
  CreationDate: timestamp(client.createdAt),
  LastModifiedDate: timestamp(client.modifiedAt),
});

export const describeGroup = (pool: Pool, group: Group) => ({
  GroupName: group.name,
  UserPoolId: pool.id,
  ...(group.description !== undefined && { Description: group.description }),
  ...(group.precedence !== undefined && { Precedence: group.precedence }),
  CreationDate: timestamp(group.createdAt),
  LastModifiedDate: timestamp(group.modifiedAt),
});

export const findGroup = (pool: Pool, name: string): Group => {
  const group = pool.groups.find((candidate) => candidate.name === name);
  if (group) return group;
  throw new CognitoError('ResourceNotFoundException', 'Group not found.');
};

const clientOf = (pool: Pool, clientId: string): Client => {
  const client = pool.clients.find(({ id }) => id === clientId);
  if (client) return client;
  throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
};

const poolId = z.object({ UserPoolId: z.string() });
const createUserPool = operation('signed', createUserPoolInput, async (engine, settings, call) => {
  const region = call.region ?? defaultRegion;
  const mixed = `${lowercase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
  const id = `${region}_${alphanumeric(mixed, 9)}`;
  const pool: Pool = {
    id,
    arn: `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`,
    region,
    settings,
    clients: [],
    groups: [],
    identityProviders: [],
    createdAt: engine.now(),
    modifiedAt: engine.now(),
  };
  await engine.store.savePool(pool);
  return { UserPool: describePool(pool, 0) };
});

const updateUserPool = operation('signed', updateUserPoolInput, async (engine, input) => {
  const { UserPoolId, PoolName, ...changed } = input;
  const pool = engine.store.pool(UserPoolId);
  pool.settings = {
    PoolName: PoolName ?? pool.settings.PoolName,
    UsernameAttributes: pool.settings.UsernameAttributes,
    UsernameConfiguration: pool.settings.UsernameConfiguration,
    Schema: pool.settings.Schema,
    ...changed,
  };
  pool.modifiedAt = engine.now();
  await engine.store.savePool(pool);
  return {};
});

const describeUserPool = operation('signed', poolId, async (engine, { UserPoolId }) => {
  const pool = engine.store.pool(UserPoolId);
  return { UserPool: describePool(pool, engine.store.users(pool).length) };
});

const listUserPools = operation(
  'signed',
  z.object({ MaxResults: z.int().min(1).max(60), NextToken: z.string().optional() }),
  async (engine, { MaxResults, NextToken }) => {
    const pools = engine.store.pools();
    const from = Number(NextToken ?? 0);
    const end = from + MaxResults;
    return {
      UserPools: pools.slice(from, end).map((pool) => ({
        Id: pool.id,
        Name: pool.settings.PoolName,
        LambdaConfig: pool.settings.LambdaConfig ?? {},
        CreationDate: timestamp(pool.createdAt),
        LastModifiedDate: timestamp(pool.modifiedAt),
      })),
      ...(end < pools.length && { NextToken: String(end) }),
    };
  },
);

const createUserPoolClient = operation('signed', createUserPoolClientInput, async (engine, input) => {
  const { GenerateSecret, ...settings } = input;
  const pool = engine.store.pool(settings.UserPoolId);
  const client: Client = {
    id: alphanumeric(lowercase, 26),
    settings,
    createdAt: engine.now(),
    modifiedAt: engine.now(),
  };
  pool.clients.push(client);
  await engine.store.savePool(pool);
  return { UserPoolClient: describeClient(client) };
});

const updateUserPoolClient = operation('signed', updateUserPoolClientInput, async (engine, input) => {
  const { ClientId, ...settings } = input;
  const pool = engine.store.pool(settings.UserPoolId);
  const client = clientOf(pool, ClientId);
  client.settings = { ...settings, ClientName: settings.ClientName ?? client.settings.ClientName };
  client.modifiedAt = engine.now();
  await engine.store.savePool(pool);
  return { UserPoolClient: describeClient(client) };
});

const listUserPoolClients = operation('signed', poolId, async (engine, { UserPoolId }) => ({
  UserPoolClients: engine.store.pool(UserPoolId).clients.map(({ id, settings }) => ({
    ClientId: id,
    ClientName: settings.ClientName,
    UserPoolId,
  })),
}));

const groupSettings = {
  UserPoolId: z.string(),
  GroupName: z.string().min(1).max(128),
  Description: z.string().max(2048).optional(),
  Precedence: z.int().min(0).optional(),
};

const createGroup = operation('signed', z.strictObject(groupSettings), async (engine, input) => {
  const pool = engine.store.pool(input.UserPoolId);
  if (pool.groups.some(({ name }) => name === input.GroupName)) {
    throw new CognitoError('GroupExistsException', 'A group with the name already exists.');
  }
  const group: Group = {
    name: input.GroupName,
    description: input.Description,
    precedence: input.Precedence,
    createdAt: engine.now(),
    modifiedAt: engine.now(),
  };
  pool.groups.push(group);
  await engine.store.savePool(pool);
  return { Group: describeGroup(pool, group) };
});

const updateGroup = operation('signed', z.strictObject(groupSettings), async (engine, input) => {
  const pool = engine.store.pool(input.UserPoolId);
  const group = findGroup(pool, input.GroupName);
  group.description = input.Description ?? group.description;
  group.precedence = input.Precedence ?? group.precedence;
  group.modifiedAt = engine.now();
  await engine.store.savePool(pool);
  return { Group: describeGroup(pool, group) };
});

export const poolOperations = {
  CreateUserPool: createUserPool,
  UpdateUserPool: updateUserPool,
  DescribeUserPool: describeUserPool,
  ListUserPools: listUserPools,
  CreateUserPoolClient: createUserPoolClient,
  UpdateUserPoolClient: updateUserPoolClient,
  ListUserPoolClients: listUserPoolClients,
  CreateGroup: createGroup,
  UpdateGroup: updateGroup,
};
