import * as z from 'zod';
import { updateAttributes } from './account-operations.ts';
import { asList, asRecord } from './attributes.ts';
import { CognitoError, invalidParameter, userNotFound } from './cognito-error.ts';
import {
  attributeList,
  clientMetadata,
  type Engine,
  newPassword,
  operation,
  timestamp,
} from './operation.ts';
import { checkPolicy, setPassword } from './passwords.ts';
import { describeGroup, findGroup } from './pool-operations.ts';
import { describeSecondFactor } from './software-token.ts';
import { postConfirmation } from './triggers.ts';
import type { Pool, User } from './user-pool-store.ts';

const poolAndUser = z.object({ UserPoolId: z.string(), Username: z.string().min(1) });

const find = (engine: Engine, input: z.output<typeof poolAndUser>): { pool: Pool; user: User } => {
  const pool = engine.store.pool(input.UserPoolId);
  const user = engine.store.findUser(pool, input.Username);
  if (!user) throw userNotFound();
  return { pool, user };
};

const describeUser = (user: User) => ({
  Username: user.username,
  Enabled: user.enabled,
  UserStatus: user.status,
  UserCreateDate: timestamp(user.createdAt),
  UserLastModifiedDate: timestamp(user.modifiedAt),
});

const listedUser = (user: User, wanted?: readonly string[]) => ({
  ...describeUser(user),
  Attributes: asList(user).filter(({ Name }) => !wanted || wanted.includes(Name)),
});

const adminGetUser = operation('signed', poolAndUser, async (engine, input) => {
  const { user } = find(engine, input);
  return { ...describeUser(user), UserAttributes: asList(user), ...describeSecondFactor(user) };
});

const adminConfirmSignUp = operation(
  'signed',
  poolAndUser.extend({ ClientMetadata: clientMetadata }),
  async (engine, input) => {
    const { pool, user } = find(engine, input);
    if (user.status !== 'UNCONFIRMED') {
      throw new CognitoError(
        'NotAuthorizedException',
        `User cannot be confirmed. Current status is ${user.status}`,
      );
    }
    // As on AWS, confirmation by an administrator does not verify the address.
    user.status = 'CONFIRMED';
    user.modifiedAt = engine.now();
    delete user.codes.signUp;
    await engine.store.saveUser(pool, user);
    await postConfirmation(engine, {
      pool,
      clientId: undefined,
      user,
      source: 'ConfirmSignUp',
      clientMetadata: input.ClientMetadata,
    });
    return {};
  },
);

/** As on AWS, sessions go on and the address is not verified; a sign-up is confirmed without its trigger. */
const adminSetUserPassword = operation(
  'signed',
  poolAndUser.extend({
    Password: newPassword,
    Permanent: z.literal(true, 'temporary passwords are not implemented by the local Cognito'),
  }),
  async (engine, input) => {
    const { pool, user } = find(engine, input);
    checkPolicy(pool, input.Password);
    setPassword(pool, user, input.Password);
    user.status = 'CONFIRMED';
    user.modifiedAt = engine.now();
    delete user.codes.signUp;
    await engine.store.saveUser(pool, user);
    return {};
  },
);

const adminUpdateUserAttributes = operation(
  'signed',
  poolAndUser.extend({ UserAttributes: attributeList, ClientMetadata: clientMetadata }),
  async (engine, input) => {
    const { pool, user } = find(engine, input);
    const changes = asRecord(input.UserAttributes);
    if ('sub' in changes) throw invalidParameter('Cannot modify the non-mutable attribute sub');
    await updateAttributes(engine, { pool, user, changes, clientMetadata: input.ClientMetadata });
    return {};
  },
);

const adminDisableUser = operation('signed', poolAndUser, async (engine, input) => {
  const { pool, user } = find(engine, input);
  user.enabled = false;
  user.modifiedAt = engine.now();
  await engine.tokens.revokeAll(pool, user);
  return {};
});

const adminDeleteUser = operation('signed', poolAndUser, async (engine, input) => {
  const { pool, user } = find(engine, input);
  await engine.store.deleteUser(pool, user);
  return {};
});

const adminUserGlobalSignOut = operation('signed', poolAndUser, async (engine, input) => {
  const { pool, user } = find(engine, input);
  await engine.tokens.revokeAll(pool, user);
  return {};
});

const poolUserAndGroup = poolAndUser.extend({ GroupName: z.string().min(1) });

const adminAddUserToGroup = operation('signed', poolUserAndGroup, async (engine, input) => {
  const { pool, user } = find(engine, input);
  const { name } = findGroup(pool, input.GroupName);
  if (!user.groups.includes(name)) user.groups.push(name);
  await engine.store.saveUser(pool, user);
  return {};
});

const adminRemoveUserFromGroup = operation('signed', poolUserAndGroup, async (engine, input) => {
  const { pool, user } = find(engine, input);
  const { name } = findGroup(pool, input.GroupName);
  user.groups = user.groups.filter((group) => group !== name);
  await engine.store.saveUser(pool, user);
  return {};
});

/** Returns one page of a list; the token is the index of the next page's first item. */
const pageOf = <Item>(items: readonly Item[], limit: number, token: string | undefined) => {
  const from = Number(token ?? 0);
  if (!Number.isInteger(from) || from < 0) throw invalidParameter('Invalid pagination token.');
  const end = from + limit;
  return { items: items.slice(from, end), next: end < items.length ? String(end) : undefined };
};

const pageSize = z.int().min(0).max(60).default(60);

const adminListGroupsForUser = operation(
  'signed',
  poolAndUser.extend({ Limit: pageSize, NextToken: z.string().optional() }),
  async (engine, input) => {
    const { pool, user } = find(engine, input);
    const groups = pool.groups.filter(({ name }) => user.groups.includes(name));
    const { items, next } = pageOf(groups, input.Limit || 60, input.NextToken);
    return { Groups: items.map((group) => describeGroup(pool, group)), ...(next && { NextToken: next }) };
  },
);

/** ListUsers' filter: `attribute = "value"` or `attribute ^= "beginning"`, as a test of a user. */
const parseFilter = (filter: string | undefined): ((user: User) => boolean) => {
  if (!filter?.trim()) return () => true;
  const parts = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter);
  const [, name = '', operator, quoted = ''] = parts ?? [];
  if (!parts) throw invalidParameter(`Error while parsing filter: ${filter}`);
  const readers: Record<string, (user: User) => string | undefined> = {
    username: (user) => user.username,
    sub: (user) => user.sub,
    'cognito:user_status': (user) => user.status,
    status: (user) => (user.enabled ? 'Enabled' : 'Disabled'),
  };
  const searchable = ['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'];
  const read = readers[name];
  if (!read && !searchable.includes(name)) {
    throw invalidParameter(`Invalid search attribute: ${name}`);
  }
  const wanted = quoted.replace(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const value = (read ? read(user) : user.attributes[name])?.toLowerCase();
    return operator === '=' ? value === wanted : value?.startsWith(wanted) === true;
  };
};

const listUsers = operation(
  'signed',
  z.object({
    UserPoolId: z.string(),
    AttributesToGet: z.array(z.string()).optional(),
    Limit: pageSize,
    PaginationToken: z.string().optional(),
    Filter: z.string().optional(),
  }),
  async (engine, input) => {
    const pool = engine.store.pool(input.UserPoolId);
    const found = engine.store.users(pool).filter(parseFilter(input.Filter));
    const { items, next } = pageOf(found, input.Limit || 60, input.PaginationToken);
    return {
      Users: items.map((user) => listedUser(user, input.AttributesToGet)),
      ...(next && { PaginationToken: next }),
    };
  },
);

export const adminOperations = {
  AdminGetUser: adminGetUser,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminSetUserPassword: adminSetUserPassword,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminDisableUser: adminDisableUser,
  AdminDeleteUser: adminDeleteUser,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  AdminAddUserToGroup: adminAddUserToGroup,
  AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
  AdminListGroupsForUser: adminListGroupsForUser,
  ListUsers: listUsers,
};
