import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAdmin } from '#bin/make-admin.ts';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { handler } from '#lambdas/api/admin.lambda.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { awsError } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { adminHarness, signUp } from './harness.ts';

const { aws, call, db } = adminHarness();

type Input = Parameters<typeof httpEvent>[1];

describe('roles', () => {
  /** The user pool's attributes of a user. */
  const poolUser = (Username: unknown, email = `${Username}@example.com`, verified = 'true') => ({
    Username,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: verified },
    ],
  });

  beforeEach(async () => {
    await signUp('ada');
    aws.answer('AdminGetUser', ({ Username }) => poolUser(Username));
  });
  afterEach(() => void vi.unstubAllEnvs());

  const assign = (email: string, role = 'admin') => call('assignRole', { body: { email, role } });

  it('go to the user with exactly this e-mail, in any case, once', async () => {
    // B5.10, B7.23, B8.28
    expect(await assign('ADA@example.com')).toMatchObject({
      status: 201,
      body: { userId: 'ada', email: 'ada@example.com', role: 'admin' },
    });
    // B8.29
    expect((await assign('ada@example.com', 'super_admin')).body.code).toBe('has_role');
    expect((await assign('ada@example.co')).body.code).toBe('user_not_found');
    // B5.9
    expect((await assign('')).body.issues[0].message).toBe('Please enter an email address');
    // B7.22
    expect((await call('listAdmins')).body.items).toMatchObject([{ userId: 'root' }, { userId: 'ada' }]);
    // B7.24
    expect((await call('removeRole', { params: { userId: 'ada' } })).status).toBe(204);
    expect((await call('removeRole', { params: { userId: 'ada' } })).status).toBe(204);
    expect((await call('removeRole', { params: { userId: 'root' } })).body.code).toBe('last_super_admin');
  });

  it.each([
    ['has another address in the user pool by now', () => poolUser('ada', 'ada@elsewhere.example')],
    ['has not proved the address', () => poolUser('ada', 'ada@example.com', 'false')],
    ['is not in the user pool any more', () => awsError('UserNotFoundException')],
  ])('are not given to an account that %s, whatever the table still says', async (_, found) => {
    const before = await db.allItems();
    aws.answer('AdminGetUser', found);
    // T2.E1, T7.T1
    expect((await assign('ada@example.com')).body.code).toBe('user_not_found');
    await expect(makeAdmin('ada@example.com', 'admin', 'pool')).rejects.toThrow(
      'Nobody has signed up as ada@example.com',
    );
    expect(await db.allItems()).toEqual(before);
    aws.answer('AdminGetUser', () => poolUser('ada', 'Ada@Example.com'));
    expect((await assign('ada@example.com')).status).toBe(201);
  });

  it('are not given to an account that is being deleted: its role would go without being counted', async () => {
    await requestDeletion({ userId: 'ada', username: 'ada', requestedBy: 'ada' });
    const before = await db.allItems();
    expect(await assign('ada@example.com', 'super_admin')).toMatchObject({
      status: 403,
      body: { code: 'account_closing' },
    });
    await expect(makeAdmin('ada@example.com', 'super_admin', 'pool')).rejects.toThrow(
      'The account of ada@example.com is being deleted',
    );
    expect(await db.allItems()).toEqual(before);
  });

  it('are given only to people with an authenticator app where staff need one, except by the command', async () => {
    const withApp = new Set(['root']);
    aws.answer('AdminGetUser', ({ Username }) => ({
      ...poolUser(Username),
      UserMFASettingList: withApp.has(String(Username)) ? ['SOFTWARE_TOKEN_MFA'] : [],
    }));
    vi.stubEnv('STAFF_SECOND_FACTOR', 'required');
    expect(await assign('ada@example.com')).toMatchObject({
      status: 409,
      body: {
        code: 'no_authenticator_app',
        title: 'This person must first turn on an authenticator app under My Account',
      },
    });
    withApp.add('ada');
    expect((await assign('ada@example.com')).status).toBe(201);
    await signUp('bob');
    await makeAdmin('bob@example.com', 'super_admin', 'pool');
    expect((await call('listAdmins')).body.items).toHaveLength(3);
  });

  // B6.18
  it('are given by super admins only, and so are settings changed', async () => {
    await assignRole({ userId: 'ada', role: 'admin', actor: 'root' });
    const before = await db.allItems();
    const asAdmin = (name: keyof typeof adminRoutes, input: Input) =>
      invoke(handler, httpEvent(adminRoutes[name], { ...input, user: { userId: 'ada', groups: '[admin]' } }));
    const body = { email: 'ada@example.com', role: 'super_admin' };
    // B4.8, T2.E1
    expect((await asAdmin('assignRole', { body })).status).toBe(403);
    // B6.9
    expect((await asAdmin('removeRole', { params: { userId: 'root' } })).status).toBe(403);
    expect((await asAdmin('changeSettings', { body: { defaultFreeCredits: 50 } })).status).toBe(403);
    expect((await db.allItems()).length).toBe(before.length);
  });
});
