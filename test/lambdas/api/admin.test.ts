import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assignRole, removeRole } from '#lambdas/accounts/role-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/admin.lambda.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();

beforeEach(async () => {
  await db.clear();
  for (const userId of ['ada', 'bob', 'cleo'])
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: '',
      companyName: '',
    });
  await assignRole({ userId: 'ada', role: 'super_admin', actor: 'test' });
  await assignRole({ userId: 'bob', role: 'super_admin', actor: 'test' });
});

const session = (userId: string, groups: string) =>
  invoke(handler, httpEvent(adminRoutes.getAdminSession, { user: { userId, groups } }));

describe('GET /api/admin/session', () => {
  it('returns the role', async () => {
    expect(await session('ada', '[super_admin]')).toMatchObject({
      status: 200,
      body: { userId: 'ada', role: 'super_admin' },
    });
  });

  it('is closed at once when the role is removed, whatever the token still says', async () => {
    await removeRole({ userId: 'ada', actor: 'bob' });
    // B6.18, T2.E1, T7.E1
    expect((await session('ada', '[super_admin]')).body.code).toBe('forbidden');
  });

  it('is closed to a group without a role, and to a role without a group', async () => {
    // B7.1
    expect((await session('mallory', '[super_admin]')).status).toBe(403);
    expect((await session('ada', '[]')).status).toBe(403);
  });
});

describe('where staff need a second factor, the back office', () => {
  beforeEach(() => vi.stubEnv('STAFF_SECOND_FACTOR', 'required'));
  afterEach(() => vi.unstubAllEnvs());

  const withApp = (...factors: string[]) => ({ UserMFASettingList: factors });

  it('is closed until an authenticator app is set up', async () => {
    aws.answer('AdminGetUser', () => ({}));
    expect(await session('ada', '[super_admin]')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    aws.answer('AdminGetUser', () => withApp('SOFTWARE_TOKEN_MFA'));
    expect((await session('ada', '[super_admin]')).status).toBe(200);
  });

  it.each([
    'openid email profile',
    'email',
    // Granted by an earlier release, and kept by each renewal.
    'openid aws.cognito.signin.user.admin',
  ])('is closed to a sign-in by Google or Apple, which asks for no code (scope %s)', async (scope) => {
    aws.answer('AdminGetUser', () => withApp('SOFTWARE_TOKEN_MFA'));
    const event = httpEvent(adminRoutes.getAdminSession, {
      user: { userId: 'bob', groups: '[super_admin]', scope },
    });
    expect((await invoke(handler, event)).body.code).toBe('second_factor_required');
    expect((await session('bob', '[super_admin]')).status).toBe(200);
  });

  it('replies to users without a role only that it is forbidden', async () => {
    expect((await session('mallory', '[super_admin]')).body.code).toBe('forbidden');
  });
});

describe('GET /api/admin/overview', () => {
  const overview = () =>
    invoke(
      handler,
      httpEvent(adminRoutes.getAdminOverview, { user: { userId: 'ada', groups: '[super_admin]' } }),
    );

  it('is zero at first, on each of the last 30 days', async () => {
    const { body } = await overview();
    expect(body).toMatchObject({
      users: 0,
      generations: 0,
      images: 0,
      generationsToday: 0,
      activeThisWeek: 0,
    });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toEqual({
      day: londonDay(),
      signUps: 0,
      generations: 0,
      paidCredits: 0,
      failures: 0,
    });
  });

  it('reads the counters', async () => {
    await addIncrements('event-1', {
      counters: [
        { scope: 'total', name: 'users', by: 4 },
        { scope: 'total', name: 'generations', by: 9 },
        { scope: 'total', name: 'images', by: 7 },
        { scope: 'day', of: londonDay(), name: 'generations', by: 3 },
        { scope: 'day', of: londonDay(), name: 'failures', by: 1 },
        { scope: 'day', of: '2020-01-01', name: 'generations', by: 6 },
      ],
      activeUser: { userId: 'ada', day: londonDay() },
    });
    const { body } = await overview();
    expect(body).toMatchObject({
      users: 4,
      // Ada and Bob.
      staff: 2,
      generations: 9,
      images: 7,
      generationsToday: 3,
      activeThisWeek: 1,
    });
    expect(body.days.at(-1)).toMatchObject({ generations: 3, failures: 1 });
  });

  it('no longer counts as staff those whose role was removed', async () => {
    await assignRole({ userId: 'cleo', role: 'admin', actor: 'test' });
    expect((await overview()).body.staff).toBe(3);
    await removeRole({ userId: 'bob', actor: 'ada' });
    await removeRole({ userId: 'cleo', actor: 'ada' });
    expect((await overview()).body.staff).toBe(1);
  });
});
