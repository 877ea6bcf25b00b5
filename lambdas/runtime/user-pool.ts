import { randomBytes } from 'node:crypto';
import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

let client: CognitoIdentityProviderClient | undefined;

/** The client of Cognito's user pools, one for each execution environment. */
export function cognito(): CognitoIdentityProviderClient {
  client ??= new CognitoIdentityProviderClient({});
  return client;
}

/** Identifies a user of a pool by Cognito's user name. */
export interface PoolUser {
  readonly userPoolId: string;
  readonly username: string;
}

interface FoundUser {
  /** Never used again, unlike the user name of a social account, which its provider gives. */
  readonly sub: string;
  readonly enabled: boolean;
  /** Cognito's name, e.g. `UNCONFIRMED`. */
  readonly status: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether a sign-in with a password asks for a code of an authenticator app. */
  readonly hasAuthenticatorApp: boolean;
}

/** Reads a user; undefined if there is none. `attributes` are keyed by Cognito's names, e.g. `custom:company_name`. */
export async function findPoolUser({ userPoolId, username }: PoolUser): Promise<FoundUser | undefined> {
  try {
    const {
      Enabled,
      UserStatus = '',
      UserAttributes = [],
      UserMFASettingList = [],
    } = await cognito().send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username }));
    const attributes = new Map(UserAttributes.map(({ Name = '', Value = '' }) => [Name, Value]));
    return {
      sub: attributes.get('sub') ?? '',
      enabled: Enabled !== false,
      status: UserStatus,
      attributes,
      hasAuthenticatorApp: UserMFASettingList.includes('SOFTWARE_TOKEN_MFA'),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException') return undefined;
    throw error;
  }
}

/** Writes the given attributes (keyed by Cognito's names) and leaves the others unchanged; false if there is no user. */
export async function updatePoolUser(
  { userPoolId, username }: PoolUser,
  attributes: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    await cognito().send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: userPoolId,
        Username: username,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException') return false;
    throw error;
  }
}

/**
 * Replaces the password by one that nobody knows, and ends what the former one may have begun: all sessions, and last
 * the authenticator app, because a session could register another one. The new password is longer than any minimum that
 * Cognito allows.
 */
export async function endPassword({ userPoolId, username }: PoolUser): Promise<void> {
  await cognito().send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPoolId,
      Username: username,
      Password: randomBytes(96).toString('base64url'),
      Permanent: true,
    }),
  );
  await endSessions({ userPoolId, username });
  await endAuthenticatorApp({ userPoolId, username });
}

export async function endAuthenticatorApp({ userPoolId, username }: PoolUser): Promise<void> {
  await cognito().send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: username,
      SoftwareTokenMfaSettings: { Enabled: false },
    }),
  );
}

/** Ends all sessions of a user. Access tokens stay valid for the rest of their hour. */
export async function endSessions({ userPoolId, username }: PoolUser): Promise<void> {
  await cognito().send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: username }));
}

/** Adds a user to a group or removes them from it. Succeeds if there is nothing to change, or no such user any more. */
export async function setGroup(
  { userPoolId, username }: PoolUser,
  group: string,
  isMember: boolean,
): Promise<void> {
  const membership = { UserPoolId: userPoolId, Username: username, GroupName: group };
  try {
    await cognito().send(
      isMember ? new AdminAddUserToGroupCommand(membership) : new AdminRemoveUserFromGroupCommand(membership),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error;
  }
}
