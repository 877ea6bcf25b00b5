import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { cognito } from './cognito.ts';

/** A user of a pool, by Cognito's name of it. */
interface PoolUser {
  readonly userPoolId: string;
  readonly username: string;
}

/** What the pool knows of a user; undefined if there is none. `attributes` by Cognito's names: `custom:company_name`. */
export async function findPoolUser({
  userPoolId,
  username,
}: PoolUser): Promise<{ enabled: boolean; attributes: ReadonlyMap<string, string> } | undefined> {
  try {
    const { Enabled, UserAttributes = [] } = await cognito().send(
      new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username }),
    );
    const attributes = new Map(UserAttributes.map(({ Name = '', Value = '' }) => [Name, Value]));
    return { enabled: Enabled !== false, attributes };
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException') return undefined;
    throw error;
  }
}

/** Writes attributes of a user, by Cognito's names; others stay as they are. */
export async function updatePoolUser(
  { userPoolId, username }: PoolUser,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  await cognito().send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: userPoolId,
      Username: username,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
}

/** Puts a user into a group, or takes them out; as it is already is no error. */
export async function setGroup(
  { userPoolId, username }: PoolUser,
  group: string,
  isMember: boolean,
): Promise<void> {
  const membership = { UserPoolId: userPoolId, Username: username, GroupName: group };
  await cognito().send(
    isMember ? new AdminAddUserToGroupCommand(membership) : new AdminRemoveUserFromGroupCommand(membership),
  );
}
