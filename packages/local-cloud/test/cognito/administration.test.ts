import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CreateGroupCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCognito, type TestCognito } from './cognito-harness.ts';

const password = 'sup3r-secret';
let cognito: TestCognito;
let poolId: string;
let clientId: string;

beforeAll(async () => {
  cognito = await startCognito();
  ({ poolId, clientId } = await cognito.createPool());
});
afterAll(() => cognito.stop());

/** A user who has signed up and whose address an administrator has confirmed and verified; returns the user name. */
const createUser = async (email: string, pool = { poolId, clientId }): Promise<string> => {
  const { UserSub = '' } = await cognito.admin.send(
    new SignUpCommand({ ClientId: pool.clientId, Username: email, Password: password }),
  );
  const created = { UserPoolId: pool.poolId, Username: email };
  await cognito.admin.send(new AdminConfirmSignUpCommand(created));
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
  await cognito.admin.send(new AdminUpdateUserAttributesCommand({ ...created, UserAttributes }));
  return UserSub;
};

const signIn = async (username: string, secret = password, client = clientId) => {
  const { AuthenticationResult } = await cognito.admin.send(
    new InitiateAuthCommand({
      ClientId: client,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: secret },
    }),
  );
  return {
    accessToken: AuthenticationResult?.AccessToken ?? '',
    refreshToken: AuthenticationResult?.RefreshToken ?? '',
  };
};

const user = (Username: string) => ({ UserPoolId: poolId, Username });

describe('users', () => {
  it('are found by name and by address, with their attributes', async () => {
    const username = await createUser('Found@Example.com');
    for (const name of [username, 'found@example.com']) {
      const found = await cognito.admin.send(new AdminGetUserCommand(user(name)));
      expect(found).toMatchObject({ Username: username, Enabled: true, UserStatus: 'CONFIRMED' });
      expect(found.UserAttributes).toEqual(
        expect.arrayContaining([
          { Name: 'sub', Value: username },
          { Name: 'email', Value: 'Found@Example.com' },
          { Name: 'email_verified', Value: 'true' },
        ]),
      );
      expect(found.UserCreateDate).toBeInstanceOf(Date);
    }
    await expect(
      cognito.admin.send(new AdminGetUserCommand(user('nobody@example.com'))),
    ).rejects.toMatchObject({ name: 'UserNotFoundException', message: 'User does not exist.' });
  });

  it('are listed with filters and in pages', async () => {
    const own = await cognito.createPool();
    for (const name of ['ann', 'anne', 'bob']) await createUser(`${name}@example.com`, own);
    const list = async (Filter?: string) => {
      const { Users } = await cognito.admin.send(new ListUsersCommand({ UserPoolId: own.poolId, Filter }));
      return (Users ?? []).map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value);
    };
    expect((await list()).sort()).toEqual(['ann@example.com', 'anne@example.com', 'bob@example.com']);
    expect(await list('email = "ANN@example.com"')).toEqual(['ann@example.com']);
    expect((await list('email ^= "ann"')).sort()).toEqual(['ann@example.com', 'anne@example.com']);
    expect(await list('cognito:user_status = "UNCONFIRMED"')).toEqual([]);
    await expect(list('custom:company_name = "x"')).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await expect(list('email like "x"')).rejects.toMatchObject({ name: 'InvalidParameterException' });

    const first = await cognito.admin.send(new ListUsersCommand({ UserPoolId: own.poolId, Limit: 2 }));
    const second = await cognito.admin.send(
      new ListUsersCommand({
        UserPoolId: own.poolId,
        Limit: 2,
        PaginationToken: first.PaginationToken,
        AttributesToGet: ['email'],
      }),
    );
    expect([first.Users?.length, second.Users?.length]).toEqual([2, 1]);
    expect(second.PaginationToken).toBeUndefined();
    expect(second.Users?.[0]?.Attributes?.map(({ Name }) => Name)).toEqual(['email']);
  });

  it('that signed up can be confirmed by an administrator, whose word does not verify the address', async () => {
    const email = 'helped@example.com';
    await cognito.admin.send(new SignUpCommand({ ClientId: clientId, Username: email, Password: password }));
    await cognito.admin.send(new AdminConfirmSignUpCommand(user(email)));
    const found = await cognito.admin.send(new AdminGetUserCommand(user(email)));
    expect(found.UserStatus).toBe('CONFIRMED');
    expect(found.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' });
    await signIn(email);
  });

  it('keep their address until the new one is proved, where the pool asks for it', async () => {
    const own = await cognito.createPool({
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
    await createUser('keeps@example.com', own);
    const update = (attributes: Record<string, string>) =>
      cognito.admin.send(
        new AdminUpdateUserAttributesCommand({
          UserPoolId: own.poolId,
          Username: 'keeps@example.com',
          UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        }),
      );
    await update({ email: 'proved@example.com' });
    expect(cognito.codeFor('proved@example.com')).toMatch(/^\d{6}$/);
    const attributes = async (Username: string) =>
      (await cognito.admin.send(new AdminGetUserCommand({ UserPoolId: own.poolId, Username })))
        .UserAttributes;
    expect(await attributes('keeps@example.com')).toContainEqual({
      Name: 'email',
      Value: 'keeps@example.com',
    });
    await update({ email: 'proved@example.com', email_verified: 'true' });
    expect(await attributes('proved@example.com')).toContainEqual({ Name: 'email_verified', Value: 'true' });
  });

  it('are deleted', async () => {
    await createUser('deleted@example.com');
    const { accessToken, refreshToken } = await signIn('deleted@example.com');
    await cognito.admin.send(new AdminDeleteUserCommand(user('deleted@example.com')));
    await expect(cognito.admin.send(new GetUserCommand({ AccessToken: accessToken }))).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
    await expect(
      cognito.admin.send(
        new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken: refreshToken }),
      ),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe('passwords', () => {
  it.each([
    ['Aa1!', 'Password not long enough'],
    ['aaaa111!!', 'Password must have uppercase characters'],
    ['AAAA111!!', 'Password must have lowercase characters'],
    ['AAAAaaa!!', 'Password must have numeric characters'],
    ['AAAAaaa11', 'Password must have symbol characters'],
  ])('must follow the policy of the pool: %s', async (weak, rule) => {
    const own = await cognito.createPool({ Policies: undefined });
    await expect(
      cognito.admin.send(
        new SignUpCommand({ ClientId: own.clientId, Username: 'policy@example.com', Password: weak }),
      ),
    ).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${rule}`,
    });
  });

  it('are set by an administrator, within the policy; sessions go on', async () => {
    await createUser('given@example.com');
    const { refreshToken } = await signIn('given@example.com');
    const give = (Username: string, Password: string, Permanent = true) =>
      cognito.admin.send(new AdminSetUserPasswordCommand({ ...user(Username), Password, Permanent }));
    await expect(give('given@example.com', 'short')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
    await give('given@example.com', 'an0ther-secret');
    await expect(signIn('given@example.com')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await signIn('given@example.com', 'an0ther-secret');
    await cognito.admin.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken: refreshToken }),
    );
    await expect(give('nobody@example.com', password)).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
    await expect(give('given@example.com', password, false)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('temporary passwords are not implemented by the local Cognito'),
    });
  });

  it('that an administrator sets confirm a sign-up, and do not verify its address', async () => {
    const Username = 'set-up@example.com';
    await cognito.admin.send(new SignUpCommand({ ClientId: clientId, Username, Password: password }));
    const given = { ...user(Username), Password: 'an0ther-secret', Permanent: true };
    await cognito.admin.send(new AdminSetUserPasswordCommand(given));
    const found = await cognito.admin.send(new AdminGetUserCommand(user(Username)));
    expect(found.UserStatus).toBe('CONFIRMED');
    expect(found.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' });
    await signIn(Username, 'an0ther-secret');
  });

  it('are never stored, nor are refresh tokens', async () => {
    const { readdir, readFile } = await import('node:fs/promises');
    const { join } = await import('node:path');
    await createUser('stored@example.com');
    const { refreshToken } = await signIn('stored@example.com');
    const files = await readdir(cognito.directory, { recursive: true, withFileTypes: true });
    let read = 0;
    for (const file of files.filter((entry) => entry.isFile())) {
      const content = await readFile(join(file.parentPath, file.name), 'utf8');
      read += content.includes('stored@example.com') ? 1 : 0;
      expect(content).not.toContain(password);
      expect(content).not.toContain(refreshToken);
    }
    // In the user's file and in the mailbox.
    expect(read).toBe(2);
  });
});

describe('groups', () => {
  it('appear in both tokens, the most important first, and go with the next refresh', async () => {
    const own = await cognito.createPool();
    for (const [Precedence, GroupName] of ['super_admin', 'admin'].entries()) {
      await cognito.admin.send(new CreateGroupCommand({ UserPoolId: own.poolId, GroupName, Precedence }));
    }
    const Username = await createUser('chef@example.com', own);
    const member = { UserPoolId: own.poolId, Username };
    await cognito.admin.send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'admin' }));
    await cognito.admin.send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'super_admin' }));
    await cognito.admin.send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'admin' }));
    await expect(
      cognito.admin.send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'owners' })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });

    const groups = await cognito.admin.send(new AdminListGroupsForUserCommand(member));
    expect(groups.Groups?.map(({ GroupName }) => GroupName)).toEqual(['super_admin', 'admin']);
    const { accessToken, refreshToken } = await signIn('chef@example.com', password, own.clientId);
    expect(decodeJwt(accessToken)['cognito:groups']).toEqual(['super_admin', 'admin']);
    await cognito.admin.send(new AdminRemoveUserFromGroupCommand({ ...member, GroupName: 'super_admin' }));
    const { AuthenticationResult } = await cognito.admin.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: own.clientId, RefreshToken: refreshToken }),
    );
    expect(decodeJwt(AuthenticationResult?.AccessToken ?? '')['cognito:groups']).toEqual(['admin']);
    expect(decodeJwt(AuthenticationResult?.IdToken ?? '')['cognito:groups']).toEqual(['admin']);
    expect(AuthenticationResult?.RefreshToken).toBeUndefined();
  });
});

describe('sessions', () => {
  const refresh = (refreshToken: string, client = clientId) =>
    cognito.admin.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: client, RefreshToken: refreshToken }),
    );

  it('end for a disabled user, who cannot begin another', async () => {
    await createUser('disabled@example.com');
    const { accessToken, refreshToken } = await signIn('disabled@example.com');
    await cognito.admin.send(new AdminDisableUserCommand(user('disabled@example.com')));
    await expect(signIn('disabled@example.com')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
    });
    await expect(signIn('disabled@example.com', 'not-this-one')).rejects.toMatchObject({
      message: 'Incorrect username or password.',
    });
    await expect(cognito.admin.send(new GetUserCommand({ AccessToken: accessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    const mails = cognito.mailTo('disabled@example.com').length;
    await cognito.admin.send(
      new ForgotPasswordCommand({ ClientId: clientId, Username: 'disabled@example.com' }),
    );
    expect(cognito.mailTo('disabled@example.com')).toHaveLength(mails);

    await expect(refresh(refreshToken)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    });
  });

  it('end when an administrator signs the user out', async () => {
    await createUser('thrown-out@example.com');
    const one = await signIn('thrown-out@example.com');
    const two = await signIn('thrown-out@example.com');
    await cognito.admin.send(new AdminUserGlobalSignOutCommand(user('thrown-out@example.com')));
    for (const { accessToken, refreshToken } of [one, two]) {
      await expect(refresh(refreshToken)).rejects.toThrow('Refresh Token has been revoked');
      await expect(cognito.admin.send(new GetUserCommand({ AccessToken: accessToken }))).rejects.toThrow(
        'Access Token has been revoked',
      );
    }
  });

  it('end one by one when their refresh token is revoked', async () => {
    await createUser('revoking@example.com');
    const one = await signIn('revoking@example.com');
    const two = await signIn('revoking@example.com');
    await cognito.admin.send(new RevokeTokenCommand({ ClientId: clientId, Token: one.refreshToken }));
    await cognito.admin.send(new RevokeTokenCommand({ ClientId: clientId, Token: 'never-issued' }));
    await expect(refresh(one.refreshToken)).rejects.toThrow('Refresh Token has been revoked');
    expect((await refresh(two.refreshToken)).AuthenticationResult?.AccessToken).toBeTruthy();

    const unrevocable = await cognito.createPool({}, { EnableTokenRevocation: false });
    await createUser('revoking@example.com', unrevocable);
    const kept = await signIn('revoking@example.com', password, unrevocable.clientId);
    expect(decodeJwt(kept.accessToken)).not.toHaveProperty('origin_jti');
    await expect(
      cognito.admin.send(
        new RevokeTokenCommand({ ClientId: unrevocable.clientId, Token: kept.refreshToken }),
      ),
    ).rejects.toMatchObject({ name: 'UnsupportedOperationException' });
  });

  // V7.2.2, V7.3.1, V7.3.2
  it('last as long as the client says', async () => {
    const own = await cognito.createPool(
      {},
      {
        AccessTokenValidity: 5,
        RefreshTokenValidity: 2,
        TokenValidityUnits: { AccessToken: 'minutes', RefreshToken: 'hours' },
      },
    );
    await createUser('lasting@example.com', own);
    const { accessToken, refreshToken } = await signIn('lasting@example.com', password, own.clientId);
    const { exp = 0, iat = 0 } = decodeJwt(accessToken);
    expect(exp - iat).toBe(300);
    cognito.state.skew += 5 * 60_000 + 1000;
    // V7.2.4
    await expect(cognito.admin.send(new GetUserCommand({ AccessToken: accessToken }))).rejects.toThrow(
      'Access Token has expired',
    );
    await refresh(refreshToken, own.clientId);
    cognito.state.skew += 2 * 3_600_000;
    // V10.4.8
    await expect(refresh(refreshToken, own.clientId)).rejects.toThrow('Refresh Token has expired');
  });

  it('cannot be had with forged or foreign tokens', async () => {
    await createUser('forged@example.com');
    const { accessToken, refreshToken } = await signIn('forged@example.com');
    const [header, payload, signature] = accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, username: 'admin' })).toString('base64url');
    for (const forged of [
      `${header}.${altered}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      'not-a-token',
    ]) {
      await expect(cognito.admin.send(new GetUserCommand({ AccessToken: forged }))).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Invalid Access Token',
      });
    }
    const other = await cognito.createPool();
    await expect(refresh(refreshToken, other.clientId)).rejects.toThrow('Invalid Refresh Token');
    await expect(refresh('')).rejects.toThrow('Invalid Refresh Token');
  });
});

describe('clients', () => {
  it('sign in only by the flows they allow', async () => {
    const own = await cognito.createPool({}, { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] });
    await createUser('flows@example.com', own);
    await expect(signIn('flows@example.com', password, own.clientId)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
  });

  it('say that a user is unknown unless they hide it', async () => {
    const open = await cognito.createPool({}, { PreventUserExistenceErrors: 'LEGACY' });
    await expect(signIn('nobody@example.com', password, open.clientId)).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    await expect(
      cognito.admin.send(
        new ForgotPasswordCommand({ ClientId: open.clientId, Username: 'nobody@example.com' }),
      ),
    ).rejects.toMatchObject({ name: 'UserNotFoundException' });
    await expect(signIn('nobody@example.com')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('write and read only the attributes they may', async () => {
    const own = await cognito.createPool(
      {},
      { WriteAttributes: ['email', 'name'], ReadAttributes: ['email'] },
    );
    const signUp = (attributes: Record<string, string>) =>
      cognito.admin.send(
        new SignUpCommand({
          ClientId: own.clientId,
          Username: 'limits@example.com',
          Password: password,
          UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        }),
      );
    // T7.T1
    await expect(signUp({ 'custom:company_name': 'Trattoria' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'A client attempted to write unauthorized attribute',
    });
    await signUp({ name: 'Ada' });
    await cognito.admin.send(
      new AdminConfirmSignUpCommand({ UserPoolId: own.poolId, Username: 'limits@example.com' }),
    );
    const { accessToken } = await signIn('limits@example.com', password, own.clientId);
    const { UserAttributes } = await cognito.admin.send(new GetUserCommand({ AccessToken: accessToken }));
    expect(UserAttributes?.map(({ Name }) => Name)).toEqual(['sub', 'email']);
  });

  it('sign nobody up where only administrators may, or with something that is no address', async () => {
    const own = await cognito.createPool({ AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } });
    const signUp = (ClientId: string, Username: string) =>
      cognito.admin.send(new SignUpCommand({ ClientId, Username, Password: password }));
    await expect(signUp(own.clientId, 'a@example.com')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'SignUp is not permitted for this user pool',
    });
    await expect(signUp(clientId, 'plain-name')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Username should be an email.',
    });
  });

  it('sign up one of many who try the same address at once', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        cognito.admin.send(
          new SignUpCommand({ ClientId: clientId, Username: 'race@example.com', Password: password }),
        ),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(cognito.mailTo('race@example.com')).toHaveLength(1);
  });
});
